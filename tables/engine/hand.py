"""A hand of cards and what it counts (rules of the games, section 1).

Mutable and with slots: the inner loop of a simulation lives here. Outside the engine a round is a
value; ``copy`` is what keeps it one.
"""

from tables.engine.cards import VALUE, Card
from tables.engine.compared import Compared

OPEN = "open"
STAND = "stand"
BUST = "bust"
BLACKJACK = "blackjack"
SURRENDER = "surrender"
EVEN_MONEY = "even_money"
CHARLIE = "charlie"
FOLD = "fold"

DEALER = "dealer"


class Hand(Compared):
    """Cards with their best total.

    ``name`` is the box number, with an ``R`` (right, the first card) or ``L`` for each split that
    led here. ``status`` is ``open`` while decisions are due. ``held`` is false for the left hand of
    a split that nobody at a live seat paid for: its card was dealt, but nothing lies on it.
    """

    __slots__ = (
        "cards",
        "doubled",
        "hard",
        "has_ace",
        "held",
        "name",
        "soft",
        "split_ace",
        "status",
        "total",
    )

    def __init__(self, name: str) -> None:
        self.name = name
        self.cards: list[Card] = []
        self.hard = 0
        self.total = 0
        self.has_ace = False
        self.soft = False
        self.doubled = False
        self.held = True
        self.split_ace = False
        self.status = OPEN

    def add(self, card: Card) -> None:
        """Take a card and count anew; an ace counts 11 as long as that does not bust."""
        value = VALUE[card]
        self.cards.append(card)
        self.hard += value
        if value == 1:
            self.has_ace = True
        if self.has_ace and self.hard <= 11:
            self.soft = True
            self.total = self.hard + 10
        else:
            self.soft = False
            self.total = self.hard

    @property
    def is_pair(self) -> bool:
        """Two cards of the same value: a ten and a queen qualify."""
        cards = self.cards
        return len(cards) == 2 and VALUE[cards[0]] == VALUE[cards[1]]

    @property
    def from_split(self) -> bool:
        """Names grow by a letter with each split."""
        return self.name[-1] in "RL"

    @property
    def box(self) -> int:
        """The box (at a live table the seat) that the hand belongs to."""
        return int(self.name.rstrip("RL"))

    def copy(self) -> "Hand":
        """An independent hand in the same state."""
        twin = Hand(self.name)
        twin.cards = self.cards.copy()
        twin.hard = self.hard
        twin.total = self.total
        twin.has_ace = self.has_ace
        twin.soft = self.soft
        twin.doubled = self.doubled
        twin.held = self.held
        twin.split_ace = self.split_ace
        twin.status = self.status
        return twin


def total_of(cards: tuple[Card, ...] | list[Card]) -> tuple[int, bool]:
    """Best total of some cards and whether an ace counts 11 in it; ``(0, False)`` for none."""
    hand = Hand("")
    for card in cards:
        hand.add(card)
    return hand.total, hand.soft
