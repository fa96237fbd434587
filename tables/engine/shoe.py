"""Where cards come from: a shoe in a known order, or one that is shuffled as it is dealt."""

from collections.abc import Callable, Sequence
from typing import Protocol, Self

from tables.engine.cards import DECK, Card
from tables.engine.errors import EngineRefusal
from tables.engine.rng import shuffled_deck
from tables.engine.rules import BlackjackRules, Rules, cut_position


class CardSource(Protocol):
    """What a round draws from."""

    def draw(self) -> Card:
        """The next card. Raises ``EngineRefusal("too_few_cards")``."""
        ...

    def copy(self) -> Self:
        """A source that deals the same cards on."""
        ...


class Shoe:
    """Cards in order, and how many have left. ``cut_at`` cards lie before the cut card."""

    __slots__ = ("cards", "cut_at", "position")

    def __init__(self, cards: Sequence[Card], position: int = 0, cut_at: int | None = None) -> None:
        self.cards = tuple(cards)
        self.position = position
        self.cut_at = cut_at

    def draw(self) -> Card:
        """The next card. Raises ``EngineRefusal("too_few_cards")``."""
        if self.position >= len(self.cards):
            raise EngineRefusal("too_few_cards", cards=len(self.cards))
        card = self.cards[self.position]
        self.position += 1
        return card

    @property
    def cut_card_shows(self) -> bool:
        """Whether the cut card has come to the front: the next round has a new shoe."""
        return self.cut_at is not None and self.position >= self.cut_at

    def copy(self) -> "Shoe":
        """A shoe that deals the same cards on."""
        return Shoe(self.cards, self.position, self.cut_at)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Shoe):
            return NotImplemented
        mine = (self.position, self.cut_at, self.cards)
        return mine == (other.position, other.cut_at, other.cards)

    def __hash__(self) -> int:
        return hash((self.cards, self.cut_at))


class FreshShoe:
    """Decks shuffled as they are dealt: Fisher-Yates from the front, one exchange a card.

    For simulation only: a round that takes six cards costs six exchanges, not three hundred.
    ``random`` returns floats in [0, 1). ``shuffle`` puts all cards back; any order is as good a
    start as any other.
    """

    __slots__ = ("cards", "position", "random", "size")

    def __init__(self, decks: int, random: Callable[[], float]) -> None:
        self.cards = list(DECK * decks)
        self.size = len(self.cards)
        self.position = 0
        self.random = random

    def draw(self) -> Card:
        """The next card. Raises ``EngineRefusal("too_few_cards")``."""
        here = self.position
        left = self.size - here
        if not left:
            raise EngineRefusal("too_few_cards", cards=self.size)
        other = here + int(self.random() * left)
        cards = self.cards
        card = cards[other]
        cards[other] = cards[here]
        cards[here] = card
        self.position = here + 1
        return card

    def shuffle(self) -> None:
        """All cards are in the shoe again."""
        self.position = 0

    def copy(self) -> "FreshShoe":
        """The same cards left, in an order of its own."""
        twin = FreshShoe(0, self.random)
        twin.cards = self.cards.copy()
        twin.size = self.size
        twin.position = self.position
        return twin


def seeded_shoe(seed: bytes, rules: Rules, position: int = 0) -> Shoe:
    """The shoe of a sealed seed for these rules, with its cut card where they use one."""
    cut_at = None
    if isinstance(rules, BlackjackRules) and rules.shuffle == "cut_card":
        cut_at = cut_position(rules)
    return Shoe(shuffled_deck(seed, rules.decks), position, cut_at)
