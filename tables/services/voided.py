"""What is written when a round has been voided: its mark, the players' notices, the audit trail."""

import datetime
from collections.abc import Sequence
from typing import Final

from casino.errors import gettext_noop
from casino.services.audit import record
from casino.services.notices import tell
from tables.models import Round, VoidCause, VoidOrder
from tables.services.refunds import Cause, TakenBack

AGE_REASON: Final = gettext_noop("not settled within 90 days")

MARKS: Final = (
    "state",
    "settled_at",
    "void_reason",
    "void_cause",
    "void_order",
    "voided_by",
    "voided_at",
)


def mark_malfunction(
    cause: Cause, taken: Sequence[TakenBack], *, order: VoidOrder | None, now: datetime.datetime
) -> None:
    """The round is void and says why; its players are told, and the trail keeps who did it."""
    round_ = cause.round_
    before = {"state": str(round_.state)}
    round_.state = Round.State.VOID
    round_.settled_at = round_.settled_at or now
    round_.void_reason = cause.reason
    round_.void_cause = VoidCause.MALFUNCTION
    round_.void_order = order
    round_.voided_by = cause.actor
    round_.voided_at = now
    round_.save(update_fields=MARKS)
    tell(
        told=[
            (
                line.player_id,
                {
                    "table": round_.table.name,
                    "round": round_.number,
                    "net_cents": line.net_cents,
                    "claim_cents": line.claim_cents,
                    "reason": cause.reason,
                },
            )
            for line in taken
        ],
        kind="round_voided",
        now=now,
    )
    record(
        actor=cause.actor,
        action="round.voided",
        subject=round_,
        before=before,
        after={
            "state": str(round_.state),
            "players": len(taken),
            "stakes_cents": sum(line.stakes_cents for line in taken),
            "payouts_cents": sum(line.payouts_cents for line in taken),
            "claims_cents": sum(line.claim_cents for line in taken),
            "order": "" if order is None else order.number,
        },
        reason=cause.reason,
    )


def mark_age(
    rounds: Sequence[Round], *, partly: Sequence[Round], order: VoidOrder, now: datetime.datetime
) -> None:
    """The rounds are done: void, or settled where the cards had decided some bet (``partly``)."""
    settled = {round_.pk for round_ in partly}
    for state in (Round.State.VOID, Round.State.SETTLED):
        numbers = [
            round_.pk
            for round_ in rounds
            if (round_.pk in settled) == (state == Round.State.SETTLED)
        ]
        if numbers:
            Round.objects.filter(pk__in=numbers).update(
                state=state,
                settled_at=now,
                void_reason=AGE_REASON,
                void_cause=VoidCause.AGE,
                void_order=order,
                voided_at=now,
            )
