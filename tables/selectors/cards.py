"""The cards of a round as they lie on the table, for staff. A card face down is not told."""

from dataclasses import dataclass
from typing import Any

from tables.engine.view import dealer_view, hand_view, public_view
from tables.models import Action, Round
from tables.selectors.fold import fold, fold_live

DEALER = "dealer"
FACE_DOWN = "??"


@dataclass(frozen=True, slots=True)
class CardLine:
    """A hand, the dealer's (``dealer``) or a community card. ``total`` is of what shows."""

    hand: str
    cards: str
    total: int
    status: str


def round_cards(round_: Round) -> list[CardLine]:
    """The dealer's cards, then every hand's (one query); none while bets are placed."""
    if round_.state == Round.State.BETTING:
        return []
    actions = list(Action.objects.filter(round=round_).order_by("ordinal"))
    if round_.is_live:
        play = fold_live(round_, actions).play
        dealer, community = dealer_view(play), {}
        hands = [hand_view(hand) for hand in play.hands()]
    else:
        view = public_view(fold(round_, actions))
        dealer, hands, community = view["dealer"], view["hands"], view["community"]
    return [
        _line(DEALER, dealer),
        *(CardLine(place, card, 0, "") for place, card in community.items()),
        *(_line(hand["hand"], hand) for hand in hands),
    ]


def _line(name: str, view: dict[str, Any]) -> CardLine:
    cards = " ".join(card or FACE_DOWN for card in view["cards"])
    return CardLine(name, cards, view["total"], view.get("status", ""))
