"""Cards, chips and totals as the page shows them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django.utils.translation import gettext, pgettext_lazy
from django_stubs_ext import StrOrPromise

from casino.presentation import amount_text

RANKS: Final[dict[str, StrOrPromise]] = {
    "A": pgettext_lazy("card", "ace"),
    "T": "10",
    "J": pgettext_lazy("card", "jack"),
    "Q": pgettext_lazy("card", "queen"),
    "K": pgettext_lazy("card", "king"),
}
SUITS: Final[dict[str, StrOrPromise]] = {
    "S": pgettext_lazy("card", "spades"),
    "H": pgettext_lazy("card", "hearts"),
    "D": pgettext_lazy("card", "diamonds"),
    "C": pgettext_lazy("card", "clubs"),
}
BACK: Final = "back"
SYMBOLS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
RED: Final = frozenset("HD")

CHIP_TONES: Final = (
    (10_000, "black"),
    (5_000, "purple"),
    (2_500, "green"),
    (1_000, "blue"),
    (500, "red"),
    (100, "white"),
)
PILE_HEIGHT: Final = 6


@dataclass(frozen=True, slots=True)
class CardFace:
    """One card on the felt. ``face`` is a symbol of the sprite: ``TS``, or ``back``.

    ``key`` stays the same from answer to answer, so that the browser moves only what is new. A card
    ``aside`` is out of play and stays face down.
    """

    key: str
    face: str
    name: str
    is_aside: bool = False

    @property
    def mark(self) -> str:
        """As it is printed small: ``10♠``; empty for one that lies face down."""
        if self.face == BACK:
            return ""
        rank, suit = self.face[0], self.face[1]
        return f"{'10' if rank == 'T' else rank}{SYMBOLS[suit]}"

    @property
    def is_red(self) -> bool:
        """Hearts and diamonds."""
        return self.face[-1] in RED


@dataclass(frozen=True, slots=True)
class Chip:
    """A chip of the tray or of a pile."""

    cents: int
    label: str
    tone: str


def card_name(text: str) -> str:
    """``"TS"`` is "10 of spades" in the reader's language."""
    rank, suit = text[0], text[1]
    return gettext("%(rank)s of %(suit)s") % {"rank": RANKS.get(rank, rank), "suit": SUITS[suit]}


def card_face(key: str, text: str | None, *, is_aside: bool = False) -> CardFace:
    """One card; ``None`` lies face down."""
    if text:
        return CardFace(key=key, face=text, name=card_name(text))
    name = gettext("hidden card, out of play") if is_aside else gettext("face-down card")
    return CardFace(key=key, face=BACK, name=name, is_aside=is_aside)


def faces(place: str, cards: Sequence[str | None]) -> tuple[CardFace, ...]:
    """The cards of one hand in their order."""
    return tuple(card_face(f"{place}-{index}", text) for index, text in enumerate(cards))


def chip(cents: int) -> Chip:
    """A chip with its print: whole euro bare, cents with a point."""
    text = amount_text(cents)
    label = text.removeprefix("0") if cents % 100 else text[:-3]
    tone = next((tone for least, tone in CHIP_TONES if cents >= least), "slate")
    return Chip(cents=cents, label=label, tone=tone)


def golden_chip(cents: int) -> Chip:
    """A golden chip: brass, whatever its value."""
    return replace(chip(cents), tone="brass")


def bet_pile(bet: Mapping[str, Any], values: Sequence[int]) -> tuple[Chip, ...]:
    """The chips of a bet (``tables.engine.view.bet_view``): golden ones on top."""
    golden = [golden_chip(cents) for cents in bet["golden"]][:PILE_HEIGHT]
    return (*pile(bet["real_cents"], values)[: PILE_HEIGHT - len(golden)], *golden)


def pile(cents: int, values: Sequence[int]) -> tuple[Chip, ...]:
    """The chips that an amount is drawn with: the largest first, a handful at most."""
    chips: list[Chip] = []
    for value in sorted(values, reverse=True):
        count, cents = divmod(cents, value)
        chips += [chip(value)] * min(count, PILE_HEIGHT)
    return tuple(chips[:PILE_HEIGHT])
