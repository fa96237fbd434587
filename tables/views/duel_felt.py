"""The felt of 21 Duel: community cards, hands with a hidden card, and what can be chosen.

A hidden card shows its face only when the rules turn it; one that was thrown away or folded lies
aside and stays face down for good (rules of the games, section 3).
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from casino.presentation import money
from tables.engine import actions as kinds
from tables.engine.bets import MAIN
from tables.engine.cards import parse_cards
from tables.engine.duel import DEALER_QUALIFIES_WITH, PLACES, RAISE
from tables.engine.hand import DEALER, OPEN, total_of
from tables.views import parts
from tables.views.cards import CardFace, bet_pile, card_face
from tables.views.parts import (
    OUT,
    RESULTS,
    ActionView,
    BetView,
    CommunityView,
    HandView,
    View,
    bet_view,
    bets_beside,
    placed_bets,
    total_text,
    turn_of,
)

ACTIONS: Final[Sequence[tuple[str, StrOrPromise, str]]] = (
    (kinds.FOLD, _("Fold"), "f"),
    (kinds.LEFT, parts.PLACES[kinds.LEFT], "l"),
    (kinds.RIGHT, parts.PLACES[kinds.RIGHT], "r"),
    (kinds.HIT, _("Hit"), "h"),
    (kinds.STAND, _("Stand"), "s"),
)


def dealer_cards(view: View) -> tuple[CardFace, ...]:
    """His two own cards, and between them the community card that he has joined."""
    cards = view["dealer"]["cards"]
    places = ("first", "joined", "second") if DEALER in view["joined"] else ("first", "second")
    return tuple(
        card_face(f"{DEALER}-{place}", card) for place, card in zip(places, cards, strict=True)
    )


def dealer_total(dealer: Mapping[str, Any]) -> str:
    """Nothing as long as both of his cards lie face down; below 13 he does not qualify."""
    total = dealer["total"]
    if not total:
        return ""
    if total < DEALER_QUALIFIES_WITH:
        return gettext("%(total)s, does not qualify") % {"total": total}
    return parts.dealer_total({**dealer, "soft": False})


def hand(view: View, hand: Mapping[str, Any], *, is_active: bool) -> HandView:
    """Up card, joined community card, and the hidden one; a card that is out of play lies aside."""
    name, status = hand["hand"], hand["status"]
    bet = placed_bets(view)[f"{name}:{MAIN}"]
    places = ("up", "joined", "hidden") if name in view["joined"] else ("up", "hidden")
    result = bet["result"] or ""
    return HandView(
        cards=tuple(
            card_face(f"hand-{name}-{place}", card, is_aside=card is None and status != OPEN)
            for place, card in zip(places, hand["cards"], strict=True)
        ),
        total=total_text(hand["total"], soft=hand["soft"] and status == OPEN),
        stake_cents=bet["real_cents"],
        golden_cents=sum(bet["golden"]),
        net_cents=_net_of_hand(view, name),
        is_active=is_active,
        is_out=status in OUT,
        result=result,
        result_label=RESULTS.get(status if status in OUT else result, ""),
    )


def _net_of_hand(view: View, name: str) -> int:
    """What ante and raise of a hand have brought together."""
    placed = placed_bets(view)
    own = (placed.get(f"{name}:{bet}") for bet in (MAIN, RAISE))
    return sum(bet["paid_cents"] - bet["real_cents"] for bet in own if bet)


def bets_shown(view: View, number: int) -> tuple[BetView, ...]:
    """Ante, raise and 2 Up, each with its own result; an ante in play stands at its chips."""
    ante = placed_bets(view).get(f"{number}:{MAIN}")
    decided = (bet_view(gettext("Ante"), ante),) if ante and ante["result"] else ()
    return (*decided, *bets_beside(view, number))


def community(view: View, chips: Sequence[int]) -> tuple[CommunityView, ...]:
    """The two cards in the middle, as the hand that is to decide may take them."""
    turn = turn_of(view)
    legal = view["legal"].get(turn, ())
    taken = view["joined"].get(turn)
    raised = placed_bets(view).get(f"{turn}:{RAISE}")
    return tuple(
        CommunityView(
            place=place,
            name=parts.PLACES[place],
            card=card_face(f"community-{place}", card),
            makes=_makes(view, turn, card) if place in legal else "",
            can_be_taken=place in legal,
            is_taken=place == taken,
            pile=bet_pile(raised, chips) if raised and place == taken else (),
        )
        for place, card in view["community"].items()
    )


def _makes(view: View, turn: str, card: str) -> str:
    """The total of the up card of the deciding hand with a community card."""
    up = next(hand["cards"][0] for hand in view["hands"] if hand["hand"] == turn)
    total, soft = total_of(parse_cards(f"{up} {card}"))
    return total_text(total, soft=soft)


def actions(view: View) -> tuple[ActionView, ...]:
    """All five buttons; which of them may be pressed depends on whether a card is chosen."""
    turn = turn_of(view)
    legal = view["legal"].get(turn, ())
    ante = placed_bets(view)[f"{turn}:{MAIN}"]
    ante_cents = ante["real_cents"] + sum(ante["golden"])
    return tuple(
        ActionView(
            code=code,
            label=label,
            key=key,
            cost_cents=ante_cents if code in PLACES else 0,
            takes_golden=code in PLACES and bool(ante["golden"]),
            is_legal=code in legal,
        )
        for code, label, key in ACTIONS
    )


def question(view: View) -> str:
    """What is to be decided on which hand."""
    turn = turn_of(view)
    own = next(hand for hand in view["hands"] if hand["hand"] == turn)
    facts = {
        "hand": gettext("Box %(number)s") % {"number": turn},
        "total": total_text(own["total"], soft=own["soft"]),
        "price": money(placed_bets(view)[f"{turn}:{MAIN}"]["real_cents"]),
    }
    if turn in view["joined"]:
        return (
            gettext(
                "%(hand)s: %(total)s. Hit turns your hidden card into the hand, stand throws it "
                "away."
            )
            % facts
        )
    for place, card in view["community"].items():
        facts[place] = _makes(view, turn, card)
    return (
        gettext(
            "%(hand)s: %(total)s. The left card makes %(left)s, the right card %(right)s. "
            "Raise %(price)s or fold?"
        )
        % facts
    )
