"""The felt as the page shows it: what lies where, what can be done, and what to say about it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from casino.presentation import money
from tables.engine import actions as kinds
from tables.engine.bets import MAIN
from tables.selectors import RoundState, TablePage
from tables.views.cards import CardFace, Chip, faces, pile

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
ACTIONS: Final[Sequence[tuple[str, StrOrPromise, str]]] = (
    (kinds.HIT, _("Hit"), "h"),
    (kinds.STAND, _("Stand"), "s"),
    (kinds.DOUBLE, _("Double"), "d"),
    (kinds.SPLIT, _("Split"), "p"),
)
SURRENDER: Final = (kinds.SURRENDER, _("Surrender"), "r")
HALVES: Final[Mapping[str, StrOrPromise]] = {"R": _("right hand"), "L": _("left hand")}


@dataclass(frozen=True, slots=True)
class HandView:
    """A hand. ``result`` is a code for the style sheet, empty while nothing is decided."""

    cards: tuple[CardFace, ...]
    total: str
    stake_cents: int
    net_cents: int
    is_active: bool
    is_out: bool
    result: str
    result_label: StrOrPromise


@dataclass(frozen=True, slots=True)
class SideView:
    """A bet beside the main one, such as insurance, shown apart with its own result."""

    label: StrOrPromise
    stake_cents: int
    net_cents: int
    result_label: StrOrPromise


@dataclass(frozen=True, slots=True)
class BoxView:
    """A box with its hands, its chips and, between rounds, the amount typed into it."""

    number: int
    hands: tuple[HandView, ...]
    sides: tuple[SideView, ...]
    staked_cents: int
    pile: tuple[Chip, ...]
    bet_text: str
    is_chosen: bool
    is_refused: bool


@dataclass(frozen=True, slots=True)
class ActionView:
    """A button. All usual actions are shown; those that are not legal now rest."""

    code: str
    label: StrOrPromise
    key: str
    cost_cents: int
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
    """Amounts by box as they were typed, the chosen box, and the one that was refused."""

    texts: Mapping[int, str]
    chosen: int = 1
    refused: int | None = None


NO_BETS: Final = Bets({})


@dataclass(frozen=True, slots=True)
class Felt:
    """Everything between the session bar and the buttons, and the buttons."""

    dealer: tuple[CardFace, ...]
    dealer_total: str
    boxes: tuple[BoxView, ...]
    takes_bets: bool
    actions: tuple[ActionView, ...]
    offer: OfferView | None
    turn: str
    say: str


def felt_of(page: TablePage, bets: Bets = NO_BETS) -> Felt:
    """The felt of a page that has a session."""
    view = page.round.view if page.round else None
    in_round = page.in_round
    return Felt(
        dealer=faces("dealer", view["dealer"]["cards"]) if view else (),
        dealer_total=dealer_total(view["dealer"]) if view else "",
        boxes=tuple(_box(page, number, bets) for number in range(1, page.boxes + 1)),
        takes_bets=not in_round and page.is_open,
        actions=_actions(view) if view and in_round else (),
        offer=_offer(view) if view and in_round else None,
        turn=_turn(view) if view and in_round else "",
        say=_say(page),
    )


def round_felt(last: RoundState) -> Felt:
    """The felt of one round in the history: only what lay there, nothing to decide."""
    boxes = sorted({hand["box"] for hand in last.view["hands"]})
    return Felt(
        dealer=faces("dealer", last.view["dealer"]["cards"]),
        dealer_total=dealer_total(last.view["dealer"]),
        boxes=tuple(
            BoxView(
                number=number,
                hands=_hands(last.view, number, turn=""),
                sides=tuple(_sides(_placed(last.view), number)),
                staked_cents=0,
                pile=(),
                bet_text="",
                is_chosen=False,
                is_refused=False,
            )
            for number in boxes
        ),
        takes_bets=False,
        actions=(),
        offer=None,
        turn="",
        say=_result(last) if not last.is_open else "",
    )


def _placed(view: Mapping[str, Any]) -> dict[str, Any]:
    """The bets by their position."""
    return {bet["position"]: bet for bet in view["bets"]}


def _hands(view: Mapping[str, Any], number: int, *, turn: str) -> tuple[HandView, ...]:
    placed = _placed(view)
    hands = [hand for hand in view["hands"] if hand["box"] == number]
    return tuple(_hand(hand, placed, turn) for hand in hands)


def _box(page: TablePage, number: int, bets: Bets) -> BoxView:
    view = page.round.view if page.round else {"hands": [], "bets": []}
    turn = _turn(view) if page.in_round else ""
    hands = _hands(view, number, turn=turn)
    staked = sum(hand.stake_cents for hand in hands)
    return BoxView(
        number=number,
        hands=hands,
        sides=tuple(_sides(_placed(view), number)),
        staked_cents=staked if page.in_round else 0,
        pile=pile(staked, page.chips) if page.in_round else (),
        bet_text=bets.texts.get(number, ""),
        is_chosen=number == bets.chosen,
        is_refused=number == bets.refused,
    )


def _hand(hand: Mapping[str, Any], placed: Mapping[str, Any], turn: str) -> HandView:
    bet = placed[f"{hand['hand']}:{MAIN}"]
    result = bet["result"] or ""
    status = hand["status"]
    label = RESULTS.get(status if status in OUT or status == "even_money" else result, "")
    return HandView(
        cards=faces(f"hand-{hand['hand']}", hand["cards"]),
        total=total_text(hand["total"], soft=hand["soft"] and status == "open"),
        stake_cents=bet["real_cents"],
        net_cents=bet["paid_cents"] - bet["real_cents"],
        is_active=hand["hand"] == turn,
        is_out=status in OUT,
        result=result,
        result_label=label,
    )


def _sides(placed: Mapping[str, Any], number: int) -> list[SideView]:
    found = []
    for position, bet in placed.items():
        box, _colon, name = position.partition(":")
        if name != MAIN and box == str(number):
            found.append(
                SideView(
                    label=gettext("Insurance"),
                    stake_cents=bet["real_cents"],
                    net_cents=bet["paid_cents"] - bet["real_cents"],
                    result_label=RESULTS.get(bet["result"] or "", ""),
                )
            )
    return found


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


# What can be done


def _turn(view: Mapping[str, Any]) -> str:
    """The hand that is to decide, or whose offer is to be answered first."""
    waiting = view["offers"][0]["hand"] if view["offers"] else next(iter(view["legal"]), "")
    return str(waiting)


def _offer(view: Mapping[str, Any]) -> OfferView | None:
    offers = view["offers"]
    if not offers:
        return None
    return OfferView(
        hand=offers[0]["hand"],
        kind=offers[0]["offer"],
        price_cents=offers[0]["price_cents"],
        left=len(offers),
        all_cents=sum(offer["price_cents"] for offer in offers),
    )


def _actions(view: Mapping[str, Any]) -> tuple[ActionView, ...]:
    turn = _turn(view)
    legal = view["legal"].get(turn, ())
    stake = next(
        (bet["real_cents"] for bet in view["bets"] if bet["position"] == f"{turn}:{MAIN}"), 0
    )
    shown = [*ACTIONS, SURRENDER] if kinds.SURRENDER in legal else ACTIONS
    return tuple(
        ActionView(
            code=code,
            label=label,
            key=key,
            cost_cents=stake if code in (kinds.DOUBLE, kinds.SPLIT) else 0,
            is_legal=code in legal,
        )
        for code, label, key in shown
    )


# What to say


def _say(page: TablePage) -> str:
    if page.round is None or not page.in_round:
        return _result(page.round) if page.round else _invitation(page)
    view = page.round.view
    if view["offers"]:
        return _question(view["offers"][0])
    turn = _turn(view)
    hand = next(hand for hand in view["hands"] if hand["hand"] == turn)
    facts = {"hand": hand_name(turn), "total": total_text(hand["total"], soft=hand["soft"])}
    up = view["dealer"]["cards"][0]
    if up[0] == "A":
        return gettext("%(hand)s: %(total)s. The dealer shows an ace.") % facts
    facts["up"] = view["dealer"]["total"]
    return gettext("%(hand)s: %(total)s. The dealer shows %(up)s.") % facts


def hand_name(name: str) -> str:
    """``"2R"`` is "Box 2, right hand"."""
    box = gettext("Box %(number)s") % {"number": name.rstrip("RL")}
    half = HALVES.get(name[-1])
    return f"{box}, {half}" if half else box


def _invitation(page: TablePage) -> str:
    if not page.is_open:
        return gettext("This table is closed for new rounds. End the session to take your stake.")
    return gettext("Choose a box, put chips on it, and deal.")


def _question(offer: Mapping[str, Any]) -> str:
    facts = {"hand": hand_name(offer["hand"]), "price": money(offer["price_cents"])}
    if offer["offer"] == kinds.EVEN_MONEY:
        return gettext("%(hand)s has blackjack against an ace. Take even money?") % facts
    return gettext("The dealer shows an ace. %(hand)s: insurance for %(price)s?") % facts


def _result(last: RoundState) -> str:
    """What the round brought. Where no more came back than was staked nothing is celebrated."""
    facts = {
        "staked": money(last.staked_cents),
        "paid": money(last.paid_cents),
        "gain": money(last.net_cents),
    }
    if last.void_reason:
        return gettext("The round was voided: your stake of %(staked)s came back.") % facts
    if last.net_cents > 0:
        return gettext("You staked %(staked)s and %(paid)s came back: %(gain)s won.") % facts
    if last.net_cents == 0:
        return gettext("Your stake of %(staked)s came back.") % facts
    if last.paid_cents == 0:
        return gettext("You staked %(staked)s and nothing came back.") % facts
    return gettext("You staked %(staked)s and %(paid)s came back.") % facts
