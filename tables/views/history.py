"""What the player has played."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET
from django_stubs_ext import StrOrPromise

from casino.web import PlayerRequest, logged_in
from tables.engine import actions as kinds
from tables.engine.bets import MAIN
from tables.selectors import BetLine, RoundPage, recent_rounds, round_page
from tables.views import parts
from tables.views.felt import round_felt
from tables.views.live_say import hand_title, told
from tables.views.parts import RESULTS, bet_name, hand_name, main_bet_name

SHOWN = 50

CHOICES: Final[Mapping[str, StrOrPromise]] = {
    kinds.HIT: _("Hit"),
    kinds.STAND: _("Stand"),
    kinds.DOUBLE: _("Double"),
    kinds.SPLIT: _("Split"),
    kinds.SURRENDER: _("Surrender"),
    kinds.INSURANCE: _("Insurance"),
    kinds.EVEN_MONEY: _("Even money"),
    kinds.NO: _("No"),
    kinds.FOLD: _("Fold"),
    **parts.PLACES,
}


@dataclass(frozen=True, slots=True)
class BetRow:
    """A bet of a round with its own result."""

    name: str
    staked_cents: int
    golden_cents: int
    paid_cents: int
    golden_back_cents: int
    result: StrOrPromise


@dataclass(frozen=True, slots=True)
class ChoiceRow:
    """A decision, and what went up for it."""

    hand: str
    action: StrOrPromise
    added_cents: int
    golden_cents: int


@require_GET
@logged_in
def history(request: PlayerRequest) -> HttpResponse:
    """The last rounds, newest first."""
    rounds = recent_rounds(player=request.user, limit=SHOWN)
    return render(request, "tables/history.html", {"rounds": rounds, "shown": SHOWN})


@require_GET
@logged_in
def round_detail(request: PlayerRequest, public_id: uuid.UUID) -> HttpResponse:
    """One round with its cards, bets and choices, marked as a look back."""
    page = round_page(player=request.user, public_id=public_id)
    felt = round_felt(page.round)
    context = {
        "page": page,
        "felt": felt,
        "bets": [_bet_row(page, bet, is_duel=felt.game == "duel") for bet in _by_hand(page)],
        "choices": _choice_rows(page),
        "with_golden": any(bet.golden_cents for bet in page.bets),
    }
    return render(request, "tables/round.html", context)


def _by_hand(page: RoundPage) -> list[BetLine]:
    """The bets hand by hand, as on the felt; added stakes were written after all others."""
    order = [bet["position"] for bet in page.round.view["bets"]]
    return sorted(page.bets, key=lambda bet: order.index(bet.position))


def _bet_row(page: RoundPage, bet: BetLine, *, is_duel: bool) -> BetRow:
    hand, _colon, name = bet.position.partition(":")
    main = main_bet_name(is_duel=is_duel)
    return BetRow(
        name=f"{_hand_name(page, hand)}: {main if name == MAIN else bet_name(name)}",
        staked_cents=bet.real_cents,
        golden_cents=bet.golden_cents,
        paid_cents=bet.paid_cents,
        golden_back_cents=bet.golden_back_cents,
        result=RESULTS.get(bet.result, ""),
    )


def _choice_rows(page: RoundPage) -> list[ChoiceRow]:
    return [
        ChoiceRow(
            hand=_hand_name(page, choice.hand) if choice.hand else "",
            action=told(choice.action, choice.decided_by, choice.tally)
            if page.is_live
            else CHOICES[choice.action],
            added_cents=choice.added_cents,
            golden_cents=choice.golden_cents,
        )
        for choice in page.choices
    ]


def _hand_name(page: RoundPage, hand: str) -> str:
    """A hand that was split later is no hand of the round any more; its box is."""
    names = [shown["hand"] for shown in page.round.view["hands"]]
    if page.is_live:
        return hand_title(hand, names)
    return hand_name(hand if hand in names else hand.rstrip("RL"), names)
