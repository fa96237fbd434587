"""What happens in a round, in order: what animations and the history read.

No event holds a card that does not lie face up; ``card`` is None for one dealt face down.
"""

from dataclasses import dataclass

from tables.engine.cards import Card
from tables.engine.stake import Stake


@dataclass(frozen=True, slots=True)
class CardBurned:
    """The table's first card, face down."""


@dataclass(frozen=True, slots=True)
class CardDealt:
    """A card for a hand, for ``dealer``, or for the community places ``left`` and ``right``."""

    to: str
    card: Card | None


@dataclass(frozen=True, slots=True)
class CardTurned:
    """A card that lay face down is shown."""

    of: str
    card: Card


@dataclass(frozen=True, slots=True)
class OfferMade:
    """``offer`` is ``insurance`` or ``even_money``; even money costs nothing."""

    hand: str
    offer: str
    price_cents: int


@dataclass(frozen=True, slots=True)
class OfferAnswered:
    """``answer`` is ``insurance``, ``even_money`` or ``no``."""

    hand: str
    answer: str


@dataclass(frozen=True, slots=True)
class DealerChecked:
    """The dealer looked at his hole card."""

    blackjack: bool


@dataclass(frozen=True, slots=True)
class ActionTaken:
    """A decision fell on a hand."""

    hand: str
    action: str


@dataclass(frozen=True, slots=True)
class StakeAdded:
    """Money went up for a double, a split, an insurance or a raise."""

    position: str
    stake: Stake


@dataclass(frozen=True, slots=True)
class HandSplit:
    """One hand became two; the right one keeps the first card and is played first."""

    hand: str
    right: str
    left: str


@dataclass(frozen=True, slots=True)
class HandEnded:
    """A hand has no more decisions; ``result`` as in ``tables.engine.hand``."""

    hand: str
    result: str


@dataclass(frozen=True, slots=True)
class BetSettled:
    """A bet is decided. ``chips_back`` are the values of golden chips that return, in cents."""

    position: str
    result: str
    paid_cents: int
    chips_back: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """Every bet is settled."""


Event = (
    CardBurned
    | CardDealt
    | CardTurned
    | OfferMade
    | OfferAnswered
    | DealerChecked
    | ActionTaken
    | StakeAdded
    | HandSplit
    | HandEnded
    | BetSettled
    | RoundEnded
)
