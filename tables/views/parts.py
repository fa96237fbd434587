"""The parts of a private table's felt, and the words that all games share."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from tables.bet_names import SIDE_BETS
from tables.engine import actions as kinds
from tables.engine.bets import MAIN
from tables.engine.duel import RAISE
from tables.views.cards import CardFace, Chip

View = Mapping[str, Any]
"""A round as ``tables.engine.view.public_view`` gives it."""

OUT: Final = frozenset(("bust", "surrender", "fold"))

RESULTS: Final[Mapping[str, StrOrPromise]] = {
    "win": _("Won"),
    "lose": _("Lost"),
    "push": _("Push"),
    "blackjack": _("Blackjack"),
    "void": _("Void"),
    "bust": _("Bust"),
    "surrender": _("Surrendered"),
    "even_money": _("Even money"),
    "charlie": _("Charlie"),
    "fold": _("Folded"),
}
HALVES: Final[Mapping[str, StrOrPromise]] = {"R": _("right hand"), "L": _("left hand")}
PLACES: Final[Mapping[str, StrOrPromise]] = {
    kinds.LEFT: _("Left card"),
    kinds.RIGHT: _("Right card"),
}


@dataclass(frozen=True, slots=True)
class HandView:
    """A hand. ``result`` is a code for the style sheet, empty while nothing is decided."""

    cards: tuple[CardFace, ...]
    total: str
    stake_cents: int
    golden_cents: int
    net_cents: int
    is_active: bool
    is_out: bool
    result: str
    result_label: StrOrPromise


@dataclass(frozen=True, slots=True)
class BetView:
    """A bet shown apart with its own result, such as insurance, a raise or a side bet."""

    label: StrOrPromise
    stake_cents: int
    golden_cents: int
    net_cents: int
    result: str
    result_label: StrOrPromise


@dataclass(frozen=True, slots=True)
class SpotView:
    """A place for chips on a box.

    ``place`` is how forms name it: ``1`` for the main bet, ``1_2up`` for a side bet of box 1.
    ``label`` is what is printed in the circle, ``name`` what people call it; ``key`` is the digit
    that chooses it where the label does not say so. ``golden`` are the golden chips that lie there.
    """

    place: str
    label: StrOrPromise
    key: str
    name: StrOrPromise
    is_side: bool
    pile: tuple[Chip, ...]
    staked_cents: int
    text: str
    golden: tuple[int, ...]
    is_chosen: bool
    is_refused: bool

    @property
    def golden_cents(self) -> int:
        """What they are worth together."""
        return sum(self.golden)

    @property
    def golden_text(self) -> str:
        """Their values as the form sends them."""
        return " ".join(map(str, self.golden))


@dataclass(frozen=True, slots=True)
class BoxView:
    """A box with its hands, its bets and its places for chips."""

    number: int
    hands: tuple[HandView, ...]
    bets: tuple[BetView, ...]
    spots: tuple[SpotView, ...]


@dataclass(frozen=True, slots=True)
class CommunityView:
    """A community card of 21 Duel.

    ``makes`` is the total that it comes to with the up card of the hand that chooses;
    ``pile`` the raise of the hand that has chosen it and is still to decide.
    """

    place: str
    name: StrOrPromise
    card: CardFace
    makes: str
    can_be_taken: bool
    is_taken: bool
    pile: tuple[Chip, ...]


@dataclass(frozen=True, slots=True)
class ActionView:
    """A button. All usual actions are shown; those that are not legal now rest. ``cost_cents`` is
    the whole added stake; ``takes_golden``: golden chips may pay a part of it by themselves."""

    code: str
    label: StrOrPromise
    key: str
    cost_cents: int
    takes_golden: bool
    is_legal: bool


@dataclass(frozen=True, slots=True)
class OfferView:
    """The offer that is to be answered first, and what all open ones cost together."""

    hand: str
    kind: str
    price_cents: int
    left: int
    all_cents: int


@dataclass(frozen=True, slots=True)
class Bets:
    """Amounts by place as they were typed, golden chips by place, the chosen place, and the one
    that was refused."""

    texts: Mapping[str, str]
    golden: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    chosen: str = "1"
    refused: str = ""


NO_BETS: Final = Bets({})


@dataclass(frozen=True, slots=True)
class Felt:
    """Everything between the session bar and the buttons, and the buttons.

    ``game`` is a code for the style sheet: ``blackjack`` or ``duel``.
    """

    game: str
    dealer: tuple[CardFace, ...]
    dealer_total: str
    community: tuple[CommunityView, ...]
    boxes: tuple[BoxView, ...]
    takes_bets: bool
    actions: tuple[ActionView, ...]
    offer: OfferView | None
    turn: str
    say: str


def placed_bets(view: View) -> dict[str, Any]:
    """The bets by their position."""
    return {bet["position"]: bet for bet in view["bets"]}


def turn_of(view: View) -> str:
    """The hand that is to decide, or whose offer is to be answered first."""
    waiting = view["offers"][0]["hand"] if view["offers"] else next(iter(view["legal"]), "")
    return str(waiting)


def bet_name(name: str) -> str:
    """A bet beside the main one in the reader's language."""
    if name in SIDE_BETS:
        return gettext(SIDE_BETS[name])
    return gettext("Raise") if name == RAISE else gettext("Insurance")


def main_bet_name(*, is_duel: bool) -> str:
    """The main bet, which 21 Duel calls an ante."""
    return gettext("Ante") if is_duel else gettext("Main bet")


def bet_view(label: StrOrPromise, bet: Mapping[str, Any]) -> BetView:
    """One bet with its own result."""
    result = bet["result"] or ""
    return BetView(
        label=label,
        stake_cents=bet["real_cents"],
        golden_cents=sum(bet["golden"]),
        net_cents=bet["paid_cents"] - bet["real_cents"],
        result=result,
        result_label=RESULTS.get(result, ""),
    )


def bets_beside(view: View, number: int) -> tuple[BetView, ...]:
    """The bets of a box that are not main bets."""
    split = ((*position.partition(":"), bet) for position, bet in placed_bets(view).items())
    return tuple(
        bet_view(bet_name(name), bet)
        for box, _colon, name, bet in split
        if name != MAIN and box == str(number)
    )


def total_text(total: int, *, soft: bool) -> str:
    """``7/17`` while an ace may still count either way."""
    return f"{total - 10}/{total}" if soft and total < 21 else str(total)


def dealer_total(dealer: Mapping[str, Any]) -> str:
    """What the dealer's cards that show come to."""
    if dealer["blackjack"]:
        return gettext("Blackjack")
    if dealer["total"] > 21:
        return gettext("%(total)s, bust") % {"total": dealer["total"]}
    draws_on = None in dealer["cards"] or len(dealer["cards"]) == 1
    return total_text(dealer["total"], soft=dealer["soft"] and draws_on)


def half_name(name: str, hands: Sequence[str]) -> str:
    """``"2R"`` is "right hand"; of more than two hands of a box they are counted in playing order.

    Empty for a hand that was not split. ``hands`` are the names of all hands of the round.
    """
    box = name.rstrip("RL")
    if name == box:
        return ""
    own = [other for other in hands if other.rstrip("RL") == box]
    if len(own) > 2 and name in own:
        facts = {"place": own.index(name) + 1, "hands": len(own)}
        return gettext("hand %(place)s of %(hands)s") % facts
    return str(HALVES[name[-1]])


def hand_name(name: str, hands: Sequence[str]) -> str:
    """``"2R"`` is "Box 2, right hand"."""
    box = gettext("Box %(number)s") % {"number": name.rstrip("RL")}
    half = half_name(name, hands)
    return f"{box}, {half}" if half else box
