"""Malfunction voids all pays and plays, at a live table for everybody (section 1)."""

import datetime
import uuid

from django.db import transaction
from django.db.models import F

from casino.errors import NotFound
from casino.models import User
from golden_chips.services import give_back
from tables.errors import AlreadyVoid, ReasonMissing
from tables.models import Bet, Decision, GameSession, LiveTable, Round, VoidOrder
from tables.services.clock import database_now
from tables.services.live.standing import write
from tables.services.live.view import iso
from tables.services.refunds import Cause, take_back
from tables.services.shoes import retire
from tables.services.voided import mark_malfunction
from wallet.models import Account


@transaction.atomic
def void_live_round(
    *, round_id: uuid.UUID, actor: User | None, reason: str, order: VoidOrder | None = None
) -> Round:
    """Every stake of a live round goes back, every payout of it is taken back.

    ``actor`` is None where the dealer voids a round that cannot go on. A round in play ends: its
    shoe is done, and the next window follows after the time for results. A fixed number of
    statements, whatever the number of players; what somebody no longer has becomes a claim.

    Raises ``NotFound`` (also before the deal: nothing is bet), ``ReasonMissing``,
    ``AlreadyVoid``.
    """
    if not reason.strip():
        raise ReasonMissing
    at_table = LiveTable.objects.select_for_update(no_key=True).filter(round__public_id=round_id)
    live = at_table.first()
    rounds = Round.objects.select_for_update(of=("self",), no_key=True)
    round_ = rounds.select_related("shoe", "version", "table").filter(public_id=round_id).first()
    if round_ is None or not round_.is_live or round_.state == Round.State.BETTING:
        raise NotFound
    if round_.state == Round.State.VOID:
        raise AlreadyVoid(round=round_.number)
    now = database_now()
    sessions = locked_sessions(round_)
    if round_.with_golden:
        give_back(reference=round_.number, now=now)
    cause = Cause(round_, actor, reason.strip())
    taken = take_back(cause, sessions)
    Bet.objects.filter(round=round_).update(
        result=Bet.Result.VOID,
        paid_cents=F("real_cents"),
        golden_paid_cents=0,
        golden_returned_cents=F("golden_cents"),
        settled_at=now,
    )
    was_open = round_.state == Round.State.OPEN
    if was_open:
        retire(round_.shoe, now=now)
        Decision.objects.filter(round=round_, closed_at__isnull=True).update(closed_at=now)
    mark_malfunction(cause, taken, order=order, now=now)
    if live is not None:
        show_void(live, round_, now, was_open=was_open)
    return round_


def locked_sessions(round_: Round) -> list[GameSession]:
    """Everybody's session with its account, which nobody else moves meanwhile."""
    accounts = Bet.objects.filter(round=round_).values("session__account_id")
    locked = Account.objects.select_for_update(no_key=True).filter(pk__in=accounts)
    by_number = {account.pk: account for account in locked.order_by("pk")}
    sessions = list(GameSession.objects.filter(account__in=by_number))
    for session in sessions:
        session.account = by_number[session.account_id]
    return sessions


def show_void(live: LiveTable, round_: Round, now: datetime.datetime, *, was_open: bool) -> None:
    """Tell everybody at the table. If the round was in play, the next window follows."""
    live.round = round_
    if was_open:
        live.next_position = None
        live.phase = LiveTable.Phase.RESULTS
        live.phase_ends_at = now + datetime.timedelta(seconds=round_.version.results_seconds)
    live.view |= {
        "state": Round.State.VOID,
        "phase": live.phase,
        "ends_at": iso(live.phase_ends_at),
        "decisions": [],
        "insurance": None,
        "void_reason": round_.void_reason,
    }
    write(live)
