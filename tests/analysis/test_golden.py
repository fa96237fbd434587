"""What a golden chip costs, beside plain recursions that share nothing with the analysis."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import comb

import pytest

from tables.analysis.golden import chip_costs
from tables.engine.rules import preset
from tables.engine.stake import GoldenRules

TEN = 10
CHANCES = {points: (4 if points == TEN else 1) / 13 for points in range(1, 11)}
"""Of the next card in an endless shoe."""


def value_of(best: Callable[[float], float]) -> float:
    """Where the best play is worth nothing, by halving."""
    low, high = 0.3, 0.7
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if best(middle) > 0 else (low, middle)
    return low


def points(hard: int, ace: bool) -> int:
    return hard + 10 if ace and hard <= 11 else hard


@cache
def dealer(hard: int, ace: bool, barred: int = 0) -> dict[int, float]:
    """Chances of the dealer's totals (0: bust); his next card is not ``barred``."""
    total = points(hard, ace)
    if total >= 17:
        return {total if total <= 21 else 0: 1.0}
    found: dict[int, float] = {}
    for card, chance in CHANCES.items():
        if card == barred:
            continue
        weight = chance / (1 - CHANCES.get(barred, 0))
        for end, more in dealer(hard + card, ace or card == 1).items():
            found[end] = found.get(end, 0) + weight * more
    return found


class Endless:
    """Classic rules with an endless shoe: the dealer has no blackjack once play begins."""

    def __init__(self, value: float, up: int, *, doubles: bool) -> None:
        self.value, self.doubles = value, doubles
        self.ends = dealer(up, up == 1, {1: TEN, TEN: 1}.get(up, 0))
        self.known: dict[tuple[int, bool, bool], float] = {}

    def stand(self, total: int) -> float:
        """A chip's net: what it wins less its value, unless it comes back."""
        wins = sum(c for end, c in self.ends.items() if end < total)
        loses = sum(c for end, c in self.ends.items() if end > total)
        return wins * (1 - self.value) - loses * self.value

    def draw(self, hard: int, ace: bool, then: Callable[[int, bool], float]) -> float:
        return sum(
            chance * (-self.value if hard + card > 21 else then(hard + card, ace or card == 1))
            for card, chance in CHANCES.items()
        )

    def play(self, hard: int, ace: bool, first: bool) -> float:
        hand = hard, ace, first
        if hand not in self.known:
            self.known[hand] = self.best(*hand)
        return self.known[hand]

    def best(self, hard: int, ace: bool, first: bool) -> float:
        if points(hard, ace) == 21:
            return self.stand(21)
        best = max(
            self.stand(points(hard, ace)),
            self.draw(hard, ace, lambda more, has: self.play(more, has, False)),
        )
        if first and self.doubles:
            once = self.draw(hard, ace, lambda more, has: self.stand(points(more, has)))
            best = max(best, 2 * once)
        return best

    def dealt(self, one: int, other: int) -> float:
        hard, ace = one + other, 1 in (one, other)
        best = self.play(hard, ace, True)
        if one == other:
            hands = 2 if self.doubles else 1
            best = max(
                best, hands * sum(c * self.after_split(one, card) for card, c in CHANCES.items())
            )
        return best

    def after_split(self, one: int, card: int) -> float:
        if one == 1:
            return self.stand(points(1 + card, True))
        return self.play(one + card, card == 1, True)


def endless_net(value: float, *, doubles: bool) -> float:
    net = 0.0
    for up, of_up in CHANCES.items():
        hidden = {1: TEN, TEN: 1}.get(up, 0)
        blackjack = CHANCES.get(hidden, 0.0)
        hands = Endless(value, up, doubles=doubles)
        for one, first in CHANCES.items():
            for other, second in CHANCES.items():
                natural = {one, other} == {1, TEN}
                against = 0.0 if natural else -value
                played = 1.5 - value if natural else hands.dealt(one, other)
                net += of_up * first * second * (blackjack * against + (1 - blackjack) * played)
    return net


@pytest.mark.parametrize("doubles", [True, False])
def test_a_chip_costs_what_a_plain_recursion_over_an_endless_shoe_says(doubles: bool):
    exact = chip_costs(preset("classic"), GoldenRules(on_actions=doubles))["main"]
    endless = value_of(lambda value: endless_net(value, doubles=doubles))

    # With six decks it is a little more than with an endless shoe, as the game's return is.
    assert 0 < exact - endless < 0.002


def test_a_side_bets_chip_costs_what_it_wins():
    costs = chip_costs(preset("majority"), GoldenRules())
    perfect, coloured, red_black = (Fraction(n, 415) for n in (7, 8, 16))

    assert costs["player_pair"] == pytest.approx(
        float(25 * perfect + 12 * coloured + 6 * red_black)
    )
    two_up = chip_costs(preset("duel"), GoldenRules())["2up"]
    hands, decks = comb(312, 3), 6
    trips, pairs = 13 * comb(24, 3), 13 * comb(24, 2) * 48 * decks
    assert two_up == pytest.approx((20 * trips + 3 * pairs) / hands)


def test_every_preset_has_its_figure():
    found = {
        name: (
            round(chip_costs(preset(name), GoldenRules())["main"], 6),
            round(chip_costs(preset(name), GoldenRules(on_actions=False))["main"], 6),
        )
        for name in ("american", "classic", "duel", "lux", "majority")
    }
    assert found == {
        "american": (0.509082, 0.502239),
        "classic": (0.508776, 0.502022),
        "duel": (0.490126, 0.503880),
        "lux": (0.508776, 0.502022),
        "majority": (0.508497, 0.501914),
    }


def test_one_chip_a_round_is_no_chip_for_added_stakes():
    rules = preset("classic")
    one = chip_costs(rules, GoldenRules(max_per_round=1))
    assert one == chip_costs(rules, GoldenRules(on_actions=False))


def test_a_table_that_takes_none_has_no_cost():
    assert chip_costs(preset("classic"), GoldenRules(allowed=False)) == {}
