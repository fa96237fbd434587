"""Bets and decisions of a round as lines of a table, for players and for staff."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from tables.engine import actions as kinds
from tables.engine.bets import MAIN
from tables.models import Action
from tables.selectors import BetLine, Choice, RoundPage
from tables.views import parts
from tables.views.live_say import hand_title, told
from tables.views.parts import RESULTS, bet_name, hand_name, main_bet_name

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
    """A decision, who took it, and what went up for it."""

    hand: str
    action: StrOrPromise
    by: StrOrPromise
    added_cents: int
    golden_cents: int


def bet_rows(page: RoundPage, *, is_duel: bool) -> list[BetRow]:
    """Hand by hand, as on the felt; added stakes were written after all others."""
    order = [bet["position"] for bet in page.round.view["bets"]]
    bets = sorted(page.bets, key=lambda bet: order.index(bet.position))
    return [_bet_row(page, bet, is_duel=is_duel) for bet in bets]


def choice_rows(page: RoundPage, *, player: str = "") -> list[ChoiceRow]:
    """In order; ``player`` says who decided a private round, where that is not plain anyway."""
    names = [shown["hand"] for shown in page.round.view["hands"]]
    return [
        choice_row(choice, names, is_live=page.is_live, player=player) for choice in page.choices
    ]


def choice_row(choice: Choice, names: Sequence[str], *, is_live: bool, player: str) -> ChoiceRow:
    """One decision. ``names`` are the hands of the round as they are called at its end."""
    if is_live:
        action = told(choice.action, choice.decided_by, choice.tally)
    else:
        action = str(CHOICES[choice.action])
    return ChoiceRow(
        hand=title_of(choice.hand, names, is_live=is_live) if choice.hand else "",
        action=action,
        by=player if choice.decided_by == Action.DecidedBy.PLAYER else "",
        added_cents=choice.added_cents,
        golden_cents=choice.golden_cents,
    )


def title_of(hand: str, names: Sequence[str], *, is_live: bool) -> str:
    """What people call a hand; one that was split later is called by its box."""
    if is_live:
        return hand_title(hand, names)
    return hand_name(hand if hand in names else hand.rstrip("RL"), names)


def position_name(position: str, names: Sequence[str], *, is_live: bool, is_duel: bool) -> str:
    """``1R:main`` is "Box 1, right hand: Main bet"."""
    hand, _colon, name = position.partition(":")
    main = main_bet_name(is_duel=is_duel)
    return gettext("%(hand)s: %(bet)s") % {
        "hand": title_of(hand, names, is_live=is_live),
        "bet": main if name == MAIN else bet_name(name),
    }


def _bet_row(page: RoundPage, bet: BetLine, *, is_duel: bool) -> BetRow:
    names = [shown["hand"] for shown in page.round.view["hands"]]
    return BetRow(
        name=position_name(bet.position, names, is_live=page.is_live, is_duel=is_duel),
        staked_cents=bet.real_cents,
        golden_cents=bet.golden_cents,
        paid_cents=bet.paid_cents,
        golden_back_cents=bet.golden_back_cents,
        result=RESULTS.get(bet.result, ""),
    )
