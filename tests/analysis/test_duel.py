"""21 Duel: the published figure, and the value of every choice by plain enumeration."""

from fractions import Fraction

import pytest

from tables.analysis import duel_chart, report
from tables.analysis.duel import analyse_duel
from tables.engine.rules import PRESETS, DuelRules
from tests.analysis.brute_force import total

HOUSE_WAY = ["21", "20", "19", "11", "10", "9", "18", "17"]
HOUSE_WAY += ["s16", "s15", "s14", "s13", "s12", "8", "7", "6", "5"]
HOUSE_WAY += ["12", "13", "14", "15", "16", "4"]


def standing(first, community):
    points, soft = total((first, community))
    return HOUSE_WAY.index(f"s{points}" if soft and points < 17 else str(points))


def dealer_total(first, second, left, right):
    joined = right if standing(first, right) < standing(first, left) else left
    points = total((first, joined))[0]
    return points if points >= 17 else total((first, joined, second))[0]


def settle(mine, dealer):
    if mine > 21:
        return -2
    if dealer > 21:
        return 2
    if dealer < 13:
        return 1
    return 2 * ((mine > dealer) - (mine < dealer))


def enumerate_net(decks, up, taken, other, *, hit):
    """Ante and raise together over all hidden cards, in antes."""
    shoe = [0, *[4 * decks] * 9, 16 * decks]
    for card in (up, taken, other):
        shoe[card] -= 1
    left = sum(shoe)
    net = Fraction(0)
    for hidden in range(1, 11):
        for first in range(1, 11):
            for second in range(1, 11):
                ways = shoe[hidden]
                ways *= shoe[first] - (first == hidden)
                ways *= shoe[second] - (second == hidden) - (second == first)
                mine = total((up, taken, hidden) if hit else (up, taken))[0]
                net += ways * settle(mine, dealer_total(first, second, taken, other))
    return net / (left * (left - 1) * (left - 2))


def test_return_per_staked_is_the_published_one():
    found = report(PRESETS["duel"])
    assert f"{found.optimal.per_staked:.3%}" == "98.381%"
    assert found.chart_returns == found.optimal
    assert f"{found.sides['2up'].per_staked:.3%}" == "93.470%"


@pytest.mark.parametrize(
    ("up", "low", "high"), [(10, 10, 10), (1, 2, 10), (6, 5, 9), (10, 6, 6), (3, 1, 8), (7, 2, 10)]
)
@pytest.mark.parametrize("decks", [1, 6])
def test_the_choice_is_the_best_of_fold_and_every_raise(decks, up, low, high):
    chart = duel_chart(DuelRules(decks=decks))
    values = {(0, ""): Fraction(-1)}
    for taken, other in ((low, high), (high, low)):
        for then in ("stand", "hit") if total((up, taken))[0] < 21 else ("stand",):
            values[taken, then] = enumerate_net(decks, up, taken, other, hit=then == "hit")
    choice = chart.choices[up, low, high]
    best = max(values.values())
    assert choice.net == pytest.approx(float(best), abs=1e-13)
    assert values[choice.take, choice.then] == best


def test_a_card_that_nobody_should_take_still_has_a_way_to_go_on():
    chart = duel_chart(DuelRules())
    assert len(chart.after) == 10 * 100
    assert chart.second(10, 2, 10) == "hit"
    assert chart.second(10, 10, 2) == "stand"


def test_the_choice_names_the_place_of_the_card():
    chart = duel_chart(DuelRules())
    assert chart.first(10, 2, 10) == "right"
    assert chart.first(10, 10, 2) == "left"
    assert chart.first(10, 10, 10) == "left"
    folds = [cards for cards, choice in chart.choices.items() if choice.take == 0]
    up, low, high = folds[0]
    assert chart.first(up, low, high) == chart.first(up, high, low) == "fold"


def test_what_is_dealt_first_has_probability_one():
    _, returns = analyse_duel(1)
    assert 1 < returns.stakes < 2
    assert -1 < returns.net < 0
