"""Votes, and the answers to insurance.

A vote is one INSERT that looks for itself whether the decision is open, the action legal and the
voter a holder of the hand. It takes no lock: the dealer counts what is there. The pass that comes
with it names session and round under a signature, so that no query is needed to know who votes.
"""

import uuid
from typing import Final

from django.core import signing
from django.db import connection, transaction

from casino.models import User
from tables.engine.actions import KINDS
from tables.engine.bets import MAIN
from tables.live_errors import (
    DecisionFallen,
    InsuranceAnswered,
    InsuranceNotOpen,
    NoHandThere,
    NothingToInsure,
    SeatPassInvalid,
)
from tables.models import Bet, Decision, Layout, LiveTable
from tables.refusals import ActionNotLegal, StakeTooSmall
from tables.services.clock import database_now
from tables.services.live.window import enter_window
from tables.services.locking import lock_session

SIGNED_FOR: Final = "tables.live.seat"
PASS_SECONDS: Final = 3_600
"""No round lasts longer."""

MOST_DIGITS: Final = 19
"""Numbers of rows have fewer."""

NOW: Final = {
    "postgresql": "clock_timestamp()",
    "sqlite": "strftime('%%Y-%%m-%%d %%H:%%M:%%f', 'now')",
}

INSERT: Final = """
    INSERT INTO tables_vote (decision_id, session_id, action, created_at)
    SELECT decision.id, bet.session_id, %s, {now}
    FROM tables_decision decision
    JOIN tables_bet bet ON bet.round_id = decision.round_id
    WHERE decision.id = %s AND decision.round_id = %s
      AND decision.closed_at IS NULL AND decision.ends_at > {now}
      AND ' ' || decision.legal || ' ' LIKE '%% ' || %s || ' %%'
      AND bet.session_id = %s AND bet.position = decision.hand || ':main'
"""


def seat_pass(*, session_id: int, round_id: int) -> str:
    """What a player's page sends with each vote: session and round by their row numbers, signed.

    It is made for the player's own page alone and lets its bearer vote in that one round.
    """
    return signing.TimestampSigner(salt=SIGNED_FOR).sign(f"{session_id}.{round_id}")


def _read_pass(text: str) -> tuple[int, int]:
    try:
        seat = signing.TimestampSigner(salt=SIGNED_FOR).unsign(text, max_age=PASS_SECONDS)
    except signing.BadSignature as error:
        raise SeatPassInvalid from error
    session_id, round_id = seat.split(".")
    return int(session_id), int(round_id)


def _read_number(text: int | str) -> int:
    number = str(text)
    if not (number.isascii() and number.isdecimal() and len(number) < MOST_DIGITS):
        raise SeatPassInvalid
    return int(number)


def cast_vote(*, seat: str, decision: int | str, action: str) -> None:
    """Vote, or change the vote, with the pass that ``seat_pass`` gave: one statement.

    All three are taken as a browser sends them: a vote is too frequent for a form. ``decision`` is
    the decision's number as the view names it.

    Raises ``SeatPassInvalid``, ``NoHandThere``, ``ActionNotLegal``, ``DecisionFallen``.
    """
    session_id, round_id = _read_pass(seat)
    decision_id = _read_number(decision)
    # Only a whole word may meet the pattern in the statement.
    if action not in KINDS or not _insert(session_id, round_id, decision_id, action):
        raise _refusal(session_id, round_id, decision_id, action)


def _insert(session_id: int, round_id: int, decision_id: int, action: str) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            INSERT.format(now=NOW[connection.vendor]),
            [action, decision_id, round_id, action, session_id],
        )
        return bool(cursor.rowcount == 1)


def _refusal(
    session_id: int, round_id: int, decision_id: int, action: str
) -> SeatPassInvalid | NoHandThere | ActionNotLegal | DecisionFallen:
    """Why the vote was not taken, to be asked only then."""
    decision = Decision.objects.filter(pk=decision_id, round=round_id).first()
    if decision is None:
        return SeatPassInvalid()
    position = f"{decision.hand}:{MAIN}"
    if decision.closed_at is None:
        held = Bet.objects.filter(round=round_id, session=session_id, position=position)
        if not held.exists():
            return NoHandThere(hand=decision.hand)
        if action not in decision.legal.split():
            return ActionNotLegal(hand=decision.hand, action=action, legal=decision.legal)
    return DecisionFallen(hand=decision.hand)


@transaction.atomic
def answer_insurance(
    *, player: User, session_id: uuid.UUID, round_id: uuid.UUID, insure: bool
) -> None:
    """The player's one answer for all his positions. The money moves when the time is over.

    Raises ``NotFound``, ``InsuranceNotOpen``, ``NothingToInsure``, ``InsuranceAnswered``,
    ``StakeTooSmall``.
    """
    enter_window(session_id)
    session = lock_session(public_id=session_id, player=player)
    live = LiveTable.objects.select_related("round").filter(table=session.table_id).first()
    now = database_now()
    if (
        live is None
        or live.phase != LiveTable.Phase.INSURANCE
        or live.round.public_id != round_id
        or live.phase_ends_at is None
        or now >= live.phase_ends_at
    ):
        raise InsuranceNotOpen
    stakes = Bet.objects.filter(round=live.round, session=session, position__endswith=f":{MAIN}")
    price_cents = sum(cents // 2 for cents in stakes.values_list("real_cents", flat=True))
    if not price_cents:
        raise NothingToInsure
    held_cents = session.account.balance_cents or 0
    if insure and price_cents > held_cents:
        raise StakeTooSmall(needed_cents=price_cents, held_cents=held_cents)
    answered = Layout.objects.filter(
        round=live.round, session=session, insurance_cents__isnull=True
    ).update(insurance_cents=price_cents if insure else 0)
    if not answered:
        raise InsuranceAnswered
