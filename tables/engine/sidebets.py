"""Side bets: which line of a pay table some cards make (sections 2 and 3)."""

from collections.abc import Sequence

from tables.engine.cardplay import CardPlay
from tables.engine.cards import Card, is_red, rank, suit
from tables.engine.rules import Rules
from tables.engine.settlement import LOST, Outcome, pays_to_one

TWENTY_ONE_PLUS_THREE = "21+3"
PLAYER_PAIR = "player_pair"
DEALER_PAIR = "dealer_pair"
TWO_UP = "2up"

_STRAIGHTS = frozenset(
    frozenset(place % 13 for place in range(lowest, lowest + 3)) for lowest in range(12)
)
"""Three ranks in a row, the ace low (A 2 3) or high (Q K A) but not in the middle (K A 2)."""


def poker_line(cards: Sequence[Card]) -> str | None:
    """21+3: the line that the player's first two cards and the dealer's up card make."""
    ranks = {rank(card) for card in cards}
    flush = len({suit(card) for card in cards}) == 1
    if len(ranks) == 1:
        return "suited_trips" if flush else "three_of_a_kind"
    if ranks in _STRAIGHTS:
        return "straight_flush" if flush else "straight"
    return "flush" if flush else None


def pair_line(first: Card, second: Card) -> str | None:
    """Player Pair and Dealer Pair: two cards of one rank; king and queen are no pair."""
    if rank(first) != rank(second):
        return None
    if first == second:
        return "perfect"
    return "coloured" if is_red(first) == is_red(second) else "red_black"


def two_up_line(cards: Sequence[Card]) -> str | None:
    """2 Up: the up card and both community cards, by rank."""
    different = len({rank(card) for card in cards})
    return {1: "three_of_a_kind", 2: "pair"}.get(different)


def side_outcome(rules: Rules, bet: str, line: str | None) -> Outcome:
    """What a side bet comes to that made this line of its pay table (None: no line)."""
    return LOST if line is None else pays_to_one(rules.side_pays[bet][line])


def dealt_outcomes(rules: Rules, hand: Sequence[Card], up_card: Card) -> dict[str, Outcome]:
    """21+3 and Player Pair, as far as offered: the deal of a box decides them."""
    lines = {
        TWENTY_ONE_PLUS_THREE: poker_line((hand[0], hand[1], up_card)),
        PLAYER_PAIR: pair_line(hand[0], hand[1]),
    }
    return {
        bet: side_outcome(rules, bet, line) for bet, line in lines.items() if bet in rules.side_pays
    }


def dealer_pair_outcome(play: CardPlay) -> Outcome | None:
    """Dealer Pair; None until the dealer's second card lies face up."""
    cards = play.dealer.cards
    if play.hole_down or len(cards) < 2:
        return None
    return side_outcome(play.rules, DEALER_PAIR, pair_line(cards[0], cards[1]))
