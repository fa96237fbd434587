"""Side bets by counting combinations (rules of the games, sections 2 and 3). Fresh shoe."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb

_STRAIGHTS = 12  # A23 to QKA; the ace is high or low, not in the middle


@dataclass(frozen=True)
class SideReturn:
    """One side bet: ``chances`` by winning line, the return and its variance per unit staked."""

    chances: Mapping[str, float]
    per_staked: float
    variance: float


def side_return(name: str, decks: int, pays: Mapping[str, int]) -> SideReturn:
    """The exact return of a side bet that pays ``pays`` to 1, line by line."""
    chances = _CHANCES[name](decks)
    back = sum(chance * (pays[line] + 1) for line, chance in chances.items())
    square = sum(chance * (pays[line] + 1) ** 2 for line, chance in chances.items())
    return SideReturn(
        chances={line: float(chance) for line, chance in chances.items()},
        per_staked=float(back),
        variance=float(square - back**2),
    )


def _poker(decks: int) -> dict[str, Fraction]:
    """21+3: the first two cards of a hand and the dealer's up card."""
    hands = comb(52 * decks, 3)
    suited_trips = 52 * comb(decks, 3)
    straight_flush = 4 * _STRAIGHTS * decks**3
    ways = {
        "suited_trips": suited_trips,
        "straight_flush": straight_flush,
        "three_of_a_kind": 13 * comb(4 * decks, 3) - suited_trips,
        "straight": _STRAIGHTS * (4 * decks) ** 3 - straight_flush,
        "flush": 4 * comb(13 * decks, 3) - straight_flush - suited_trips,
    }
    return {line: Fraction(number, hands) for line, number in ways.items()}


def _pair(decks: int) -> dict[str, Fraction]:
    """Player Pair and Dealer Pair: any two cards of the shoe."""
    rest = 52 * decks - 1
    return {
        "perfect": Fraction(decks - 1, rest),
        "coloured": Fraction(decks, rest),
        "red_black": Fraction(2 * decks, rest),
    }


def _two_up(decks: int) -> dict[str, Fraction]:
    """2 Up: a hand's up card and the two community cards, by rank."""
    hands = comb(52 * decks, 3)
    return {
        "three_of_a_kind": Fraction(13 * comb(4 * decks, 3), hands),
        "pair": Fraction(13 * comb(4 * decks, 2) * 48 * decks, hands),
    }


_CHANCES: dict[str, Callable[[int], dict[str, Fraction]]] = {
    "21+3": _poker,
    "player_pair": _pair,
    "dealer_pair": _pair,
    "2up": _two_up,
}
