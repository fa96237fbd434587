"""Cards as small integers.

A card is ``rank * 4 + suit``: ranks run A 2 3 4 5 6 7 8 9 T J Q K (0..12), suits S H D C (0..3).
An integer keeps the engine fast, hashes for nothing and cannot be half valid.
"""

from collections.abc import Iterable
from typing import NewType

from tables.engine.errors import EngineRefusal

Card = NewType("Card", int)

RANKS = "A23456789TJQK"
SUITS = "SHDC"

DECK: tuple[Card, ...] = tuple(Card(number) for number in range(52))

VALUE: tuple[int, ...] = tuple(min(card // 4 + 1, 10) for card in DECK)
"""Points by card; an ace counts 1 here and a hand adds the soft ten."""

TEXT: tuple[str, ...] = tuple(RANKS[card // 4] + SUITS[card % 4] for card in DECK)

_BY_TEXT = {text: Card(number) for number, text in enumerate(TEXT)}


def rank(card: Card) -> int:
    """0 for an ace, 1..8 for 2..9, 9..12 for T J Q K."""
    return card >> 2


def suit(card: Card) -> int:
    """0..3 for spades, hearts, diamonds, clubs."""
    return card & 3


def is_red(card: Card) -> bool:
    """Hearts and diamonds."""
    return card & 3 in (1, 2)


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read ``"TS 9D"``. Raises ``EngineRefusal("unknown_card")`` naming the word it cannot read."""
    words = text.split()
    for word in words:
        if word not in _BY_TEXT:
            raise EngineRefusal("unknown_card", card=word)
    return tuple(_BY_TEXT[word] for word in words)


def show_cards(cards: Iterable[Card]) -> str:
    """Write ``"TS 9D"``."""
    return " ".join(TEXT[card] for card in cards)
