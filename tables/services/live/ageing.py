"""A live round that nobody has ended for 90 days (rules of the games, section 1).

Its dealer ends every round within minutes; one that is left in the database so long was lost with
him. All of it is moved in sets.
"""

import datetime
import logging
from collections.abc import Callable

from django.db import transaction
from django.db.models import Count, F, Q, Sum

from casino.sealing import SealBroken
from casino.services.notices import tell
from tables.engine.errors import EngineRefusal
from tables.engine.settlement import VOID, VOIDED, Outcome
from tables.models import Action, Bet, Decision, GameSession, LiveTable, Round, VoidOrder
from tables.selectors.ageing import AgedLine
from tables.selectors.fold import fold_live
from tables.services.live.settlement import (
    outcomes_so_far,
    pay_sessions,
    pay_sums,
    write_results,
)
from tables.services.live.voids import locked_sessions, show_void
from tables.services.refunds import Cause, between_stake_and_cash, lock_cash
from tables.services.shoes import retire
from tables.services.voided import mark_age
from wallet.models import TransferKind
from wallet.services import post

logger = logging.getLogger(__name__)


def decided(round_: Round) -> dict[str, Outcome]:
    """The positions that the cards have decided. Nothing where they cannot be dealt again."""
    actions = list(Action.objects.filter(round=round_).order_by("ordinal"))
    try:
        game = fold_live(round_, actions)
    except (SealBroken, EngineRefusal):
        logger.exception("Round %s cannot be dealt again: nothing of it is decided.", round_)
        return {}
    return {position: outcome for position, outcome in outcomes_so_far(game) if outcome}


def aged_live_line(round_: Round, known: dict[str, Outcome]) -> AgedLine:
    """What of a live round would be voided, or has been. Version and shoe are loaded."""
    is_open = ~Q(position__in=list(known))
    sums = Bet.objects.filter(round=round_).aggregate(
        bets=Count("id", filter=is_open),
        all=Count("id"),
        real=Sum("real_cents", filter=is_open, default=0),
        golden=Sum("golden_cents", filter=is_open, default=0),
    )
    return AgedLine(
        number=round_.number,
        table=round_.table.name,
        player="",
        placed_at=round_.opened_at,
        bets=sums["bets"],
        decided=sums["all"] - sums["bets"],
        stakes_cents=sums["real"],
        golden_cents=sums["golden"],
    )


@transaction.atomic
def void_open_live_bets(
    *, round_id: int, order: Callable[[], VoidOrder], now: datetime.datetime
) -> AgedLine | None:
    """End a live round: what is decided stands and is paid, every other stake goes back.

    None if it has ended meanwhile, or somebody else is ending it.
    """
    live = LiveTable.objects.select_for_update(no_key=True).filter(round=round_id).first()
    rounds = Round.objects.select_for_update(of=("self",), no_key=True, skip_locked=True)
    loaded = rounds.select_related("shoe", "version", "table")
    round_ = loaded.filter(pk=round_id, state=Round.State.OPEN).first()
    if round_ is None:
        return None
    sessions = locked_sessions(round_)
    known = decided(round_)
    line = aged_live_line(round_, known)
    _end_bets(round_, known, now)
    _empty_closed(round_, sessions)
    retire(round_.shoe, now=now)
    Decision.objects.filter(round=round_, closed_at__isnull=True).update(closed_at=now)
    _tell(round_, now)
    mark_age([round_], partly=[round_] if line.decided else [], order=order(), now=now)
    round_.refresh_from_db()
    if live is not None:
        show_void(live, round_, now, was_open=True)
    return line


def _end_bets(round_: Round, known: dict[str, Outcome], now: datetime.datetime) -> None:
    """Results, stakes back, payouts of what was decided, and the chips of all."""
    bets = Bet.objects.filter(round=round_)
    positions = bets.order_by().values_list("position", flat=True).distinct()
    write_results(round_, {name: known.get(name, VOIDED) for name in positions}, now)
    standing, given_up = bets.exclude(result=VOID), bets.filter(result=VOID)
    pay_sums(
        given_up,
        F("real_cents"),
        TransferKind.REFUND,
        round_,
        key=f"round:{round_.public_id}:aged",
    )
    pay_sessions(standing, round_, step="aged", now=now)


def _empty_closed(round_: Round, sessions: list[GameSession]) -> None:
    """What came to sessions that have ended goes on to the cash."""
    closed = [session for session in sessions if session.state == GameSession.State.CLOSED]
    if not closed:
        return
    came = dict(
        Bet.objects.filter(round=round_, session__in=closed, paid_cents__gt=0)
        .order_by()
        .values_list("session")
        .annotate(Sum("paid_cents"))
    )
    cash = lock_cash([session.player_id for session in closed])
    cause = Cause(round_, None, "")
    post(
        postings=[
            between_stake_and_cash(
                cause,
                came[session.pk],
                account_id=session.account_id,
                cash_id=cash[session.player_id].pk,
            )
            for session in closed
            if session.pk in came
        ]
    )


def _tell(round_: Round, now: datetime.datetime) -> None:
    sums = (
        Bet.objects.filter(round=round_, result=VOID)
        .order_by()
        .values_list("session__player", "session__state")
        .annotate(Sum("real_cents"), Sum("golden_cents"))
    )
    tell(
        told=[
            (
                player_id,
                {
                    "table": round_.table.name,
                    "round": round_.number,
                    "stakes_cents": real,
                    "golden_cents": golden,
                    "to_cash": state == GameSession.State.CLOSED,
                },
            )
            for player_id, state, real, golden in sums
        ],
        kind="bets_voided",
        now=now,
    )
