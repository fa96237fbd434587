"""Exact returns: the published figures, a public analyser's, and plain enumeration."""

from dataclasses import replace

import numpy as np
import pytest

from tables.analysis import report
from tables.analysis.blackjack import Game, best_strategy
from tables.analysis.course import Plan
from tables.engine.rules import BlackjackRules
from tests.analysis.brute_force import SplitRound, best_gross
from tests.analysis.presets import AMERICAN, CLASSIC, LUX, MAJORITY

MAJORITY_US = replace(MAJORITY, dealing="US")
PUBLISHED = [
    (CLASSIC, "99.595"),
    (LUX, "99.595"),
    (AMERICAN, "99.646"),
    (MAJORITY, "99.543"),
    (MAJORITY_US, "99.550"),
]


@pytest.mark.parametrize(("rules", "percent"), PUBLISHED)
def test_return_per_staked_is_the_published_one(rules, percent):
    assert f"{report(rules).optimal.per_staked:.3%}" == f"{percent}%"


def test_optimum_agrees_with_a_public_analyser_to_ten_digits():
    """Eight decks, S17, peek, double on any two and after the split, one split, 3:2."""
    optimal = report(BlackjackRules(decks=8)).optimal
    assert optimal.net == pytest.approx(-0.0048578036, abs=1e-10)
    assert optimal.per_initial == 1 + optimal.net


@pytest.mark.parametrize("rules", [rules for rules, _ in PUBLISHED])
def test_chart_returns_a_little_less_than_the_optimum(rules):
    found = report(rules)
    assert 0 < found.optimal.net - found.chart_returns.net < 1e-4


def test_deal_and_check_probabilities_sum_to_one():
    game = Game(AMERICAN)
    assert game.deal.sum() == pytest.approx(1, abs=1e-13)
    outcomes = game.base.outcomes[game.deal.any(axis=1)]
    assert outcomes.min() > -1e-15
    assert np.allclose(outcomes.sum(axis=2), 1, atol=1e-14, rtol=0)


@pytest.mark.parametrize("dealing", ["US", "EU"])
@pytest.mark.parametrize(("hand", "up"), [((10, 6), 10), ((10, 2), 1), ((9, 3), 3), ((1, 6), 9)])
def test_stand_and_hit_are_worth_what_enumeration_says(dealing, hand, up):
    """With a check the next card depends on what the hidden one is not."""
    rules = BlackjackRules(decks=1, dealing=dealing)
    base = Game(rules).base
    row = next(
        place
        for place, counts in enumerate(base.grid.counts)
        if (counts == np.bincount(hand, minlength=11)[1:]).all()
    )
    goes_on = base.in_play[row, up - 1]
    stand, hit = best_gross(rules, hand, up)
    assert base.gross[row, up - 1] == pytest.approx(goes_on * stand, abs=1e-13)
    assert base.hit_values()[row, up - 1] == pytest.approx(goes_on * hit, abs=1e-13)


SPLITS = [
    (BlackjackRules(decks=1), 1, 10),
    (BlackjackRules(decks=1), 10, 6),
    (BlackjackRules(decks=1), 8, 6),
    (replace(MAJORITY, decks=1), 1, 10),
    (replace(MAJORITY, decks=1), 6, 5),
]


def decide_by(game, plan, pair, up):
    """The plan of a split as a function of one hand's cards."""
    field = game.after_split
    rows = {
        tuple(counts): row
        for row, counts in enumerate(field.grid.counts)
        if field.pair[row] == pair - 1
    }

    def decide(hand):
        row = rows[tuple(np.bincount(hand, minlength=11)[1:])]
        if len(hand) == 2 and plan.double[row, up - 1]:
            return "double"
        return "hit" if plan.hit[row, up - 1] else "stand"

    return decide


def assert_same_split(game, plan, pair, up):
    expected = SplitRound(game.rules, pair, up, decide_by(game, plan, pair, up)).figures()
    found = game.split_tally(plan)
    place = pair - 1, up - 1
    assert found.net[place] == pytest.approx(expected["net"], abs=1e-12)
    assert found.added[place] == pytest.approx(expected["added"], abs=1e-12)
    assert found.chance[place].sum() == pytest.approx(expected["chance"], abs=1e-12)
    # Sister hands are taken as independent given the dealer's outcome: too much, by up to 1 %.
    assert 1 < found.square[place] / expected["square"] < 1.015


@pytest.mark.parametrize(("rules", "pair", "up"), SPLITS)
def test_split_rounds_come_to_what_enumeration_says(rules, pair, up):
    game = Game(rules)
    assert_same_split(game, best_strategy(game).split_plan, pair, up)


@pytest.mark.parametrize(("max_hands", "pair", "up"), [(3, 10, 10), (3, 9, 9), (4, 9, 9)])
def test_resplits_come_to_what_enumeration_says(max_hands, pair, up):
    """All hands stand on two cards here, which keeps the enumeration of four hands short."""
    game = Game(BlackjackRules(decks=1, max_hands=max_hands))
    never = np.zeros((game.after_split.grid.rows, 10), dtype=bool)
    assert_same_split(game, Plan(hit=never, double=never), pair, up)


def test_variance_is_that_of_a_bet_without_splits_and_doubles():
    """No choice but hit and stand: the squares are those of win, push and blackjack alone."""
    rules = BlackjackRules(decks=8)
    game = Game(rules)
    best = best_strategy(game)
    plain = replace(
        best,
        split=np.zeros_like(best.split),
        plan=replace(best.plan, double=np.zeros_like(best.plan.double)),
    )
    returns = game.returns(plain)
    assert returns.stakes == 1.0
    blackjacks = game.deal[game.natural] * (1 - game.base.blackjack[game.natural])
    pushes = returns_pushes(game, plain) + (game.deal[game.natural] - blackjacks).sum()
    square = 1 - pushes + blackjacks.sum() * (1.5**2 - 1)
    assert returns.variance == pytest.approx(square - returns.net**2, abs=1e-12)


def returns_pushes(game, strategy):
    """Probability of a push when no hand is a blackjack, by backward induction."""
    base = game.base
    value = np.zeros((base.grid.rows + 1, 10))
    for size in range(base.grid.largest, 1, -1):
        rows = base.grid.of_size(size)
        hit = strategy.plan.hit[rows]
        value[rows] = np.where(hit, base.grid.mean_over_draw(rows, value), base.push[rows])
    deal = game.deal.copy()
    deal[game.natural] = 0
    return (deal * value[:-1]).sum()


RULE_EFFECTS = [
    ({"dealer_hits_soft_17": True}, -0.0019, -0.0023),
    ({"blackjack_pays": "6:5"}, -0.0134, -0.0138),
    ({"blackjack_pays": "1:1"}, -0.0224, -0.0229),
    ({"double_after_split": False}, -0.0011, -0.0015),
    ({"double_on": "10-11"}, -0.0017, -0.0020),
    ({"double_on": "9-11"}, -0.0008, -0.0011),
    ({"max_hands": 4}, 0.0005, 0.0006),
    ({"late_surrender": True}, 0.0007, 0.0009),
    ({"dealing": "EU"}, -0.0010, -0.0012),
    ({"charlie": 6}, 0.0014, 0.0019),
    ({"decks": 1}, 0.0060, 0.0068),
]


@pytest.mark.parametrize(("change", "least", "most"), RULE_EFFECTS)
def test_a_rule_moves_the_return_as_the_literature_says(change, least, most):
    """Effects of single rules with eight decks, in rough bounds."""
    plain = BlackjackRules(decks=8)
    gain = report(replace(plain, **change)).optimal.net - report(plain).optimal.net
    assert min(least, most) < gain < max(least, most)


def test_even_money_is_taken_only_where_it_pays_more():
    plain = BlackjackRules(decks=6, even_money_offered=True)
    assert report(plain).optimal.net == report(replace(plain, even_money_offered=False)).optimal.net
    short = replace(plain, blackjack_pays="6:5")
    without = replace(short, even_money_offered=False)
    assert report(short).chart.even_money
    assert report(short).optimal.net > report(without).optimal.net
