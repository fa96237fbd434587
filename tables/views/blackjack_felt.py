"""The felt of blackjack: hands and the dealer's, actions, offers, and the question that is open."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from casino.presentation import money
from tables.engine import actions as kinds
from tables.engine.bets import MAIN
from tables.views.cards import CardFace, faces
from tables.views.parts import (
    OUT,
    RESULTS,
    ActionView,
    BetView,
    HandView,
    OfferView,
    View,
    bets_beside,
    dealer_total,
    hand_name,
    placed_bets,
    total_text,
    turn_of,
)

__all__ = ["actions", "bets_shown", "dealer_cards", "dealer_total", "hand", "offer", "question"]

ACTIONS: Final[Sequence[tuple[str, StrOrPromise, str]]] = (
    (kinds.HIT, _("Hit"), "h"),
    (kinds.STAND, _("Stand"), "s"),
    (kinds.DOUBLE, _("Double"), "d"),
    (kinds.SPLIT, _("Split"), "p"),
)
ADDING: Final = (kinds.DOUBLE, kinds.SPLIT)
SURRENDER: Final = (kinds.SURRENDER, _("Surrender"), "r")


def dealer_cards(view: View) -> tuple[CardFace, ...]:
    """The up card, the hole card and what was drawn."""
    return faces("dealer", view["dealer"]["cards"])


def hand(view: View, hand: Mapping[str, Any], *, is_active: bool) -> HandView:
    """A hand with the result of its main bet."""
    bet = placed_bets(view)[f"{hand['hand']}:{MAIN}"]
    status = hand["status"]
    result = bet["result"] or ""
    return HandView(
        cards=faces(f"hand-{hand['hand']}", hand["cards"]),
        total=total_text(hand["total"], soft=hand["soft"] and status == "open"),
        stake_cents=bet["real_cents"],
        golden_cents=sum(bet["golden"]),
        net_cents=bet["paid_cents"] - bet["real_cents"],
        is_active=is_active,
        is_out=status in OUT,
        result=result,
        result_label=RESULTS.get(status if status in OUT or status == "even_money" else result, ""),
    )


def bets_shown(view: View, number: int) -> tuple[BetView, ...]:
    """Insurance and side bets; the main bet stands at its hand."""
    return bets_beside(view, number)


def actions(view: View) -> tuple[ActionView, ...]:
    """The buttons; *Surrender* is shown where it may be pressed."""
    turn = turn_of(view)
    legal = view["legal"].get(turn, ())
    bet = placed_bets(view).get(f"{turn}:{MAIN}")
    golden_cents = sum(bet["golden"]) if bet else 0
    stake_cents = bet["real_cents"] + golden_cents if bet else 0
    shown = [*ACTIONS, SURRENDER] if kinds.SURRENDER in legal else ACTIONS
    return tuple(
        ActionView(
            code=code,
            label=label,
            key=key,
            cost_cents=stake_cents if code in ADDING else 0,
            takes_golden=code in ADDING and golden_cents > 0,
            is_legal=code in legal,
        )
        for code, label, key in shown
    )


def offer(view: View) -> OfferView | None:
    """Insurance or even money, if it is to be answered now."""
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


def question(view: View) -> str:
    """What is to be decided, on which hand, against what."""
    names = [hand["hand"] for hand in view["hands"]]
    if view["offers"]:
        return _offer_question(view["offers"][0], names)
    turn = turn_of(view)
    own = next(hand for hand in view["hands"] if hand["hand"] == turn)
    facts = {
        "hand": hand_name(turn, names),
        "total": total_text(own["total"], soft=own["soft"]),
        "up": view["dealer"]["total"],
    }
    if view["dealer"]["cards"][0][0] == "A":
        return gettext("%(hand)s: %(total)s. The dealer shows an ace.") % facts
    return gettext("%(hand)s: %(total)s. The dealer shows %(up)s.") % facts


def _offer_question(open_offer: Mapping[str, Any], names: Sequence[str]) -> str:
    facts = {
        "hand": hand_name(open_offer["hand"], names),
        "price": money(open_offer["price_cents"]),
    }
    if open_offer["offer"] == kinds.EVEN_MONEY:
        return gettext("%(hand)s has blackjack against an ace. Take even money?") % facts
    return gettext("The dealer shows an ace. %(hand)s: insurance for %(price)s?") % facts
