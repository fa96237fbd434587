"""What is worked out once is kept, for all tables that share the main game."""

from dataclasses import replace

from tables.analysis import chart, report
from tests.analysis.presets import AMERICAN, MAJORITY


def test_rules_that_do_not_touch_the_main_game_share_an_analysis():
    first = report(MAJORITY)
    pays = {"player_pair": {"perfect": 30, "coloured": 10, "red_black": 5}}
    other = replace(MAJORITY, boxes=1, majority_threshold=5, burn_card=True, side_pays=pays)
    second = report(other)
    assert second.chart is first.chart
    assert second.optimal == first.optimal
    assert set(first.sides) == {"21+3", "player_pair", "dealer_pair"}
    assert set(second.sides) == {"player_pair"}


def test_other_decks_are_another_analysis():
    assert report(AMERICAN).optimal != report(replace(AMERICAN, decks=5)).optimal


def test_method_tells_how_splits_are_counted():
    assert report(AMERICAN).method == "exact"
    assert report(replace(AMERICAN, max_hands=3)).method == "exact_resplit"


def test_best_strategy_plays_the_chart_of_the_report():
    assert chart(AMERICAN) is report(AMERICAN).chart
