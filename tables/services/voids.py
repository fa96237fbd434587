"""Malfunction voids all pays and plays (rules of the games, section 1)."""

import uuid

from django.db import transaction
from django.utils import timezone

from casino.models import User
from golden_chips.services import give_back
from tables.engine.game import void
from tables.errors import AlreadyVoid, ReasonMissing
from tables.models import Action, Round, VoidOrder
from tables.selectors.fold import fold
from tables.services.live.voids import void_live_round
from tables.services.locking import lock_round
from tables.services.refunds import Cause, take_back
from tables.services.settlement import change_shoe, write_bets
from tables.services.voided import mark_malfunction


@transaction.atomic
def void_round(
    *, round_id: uuid.UUID, actor: User, reason: str, order: VoidOrder | None = None
) -> Round:
    """Give every stake of a round back and take every payout of it back; it stays in the history.

    What the session's stake does not cover of a payout is taken from the player's cash, and what
    that does not cover becomes a claim. Of a session that has ended everything goes to, or comes
    from, the cash. The player is told, and the audit trail keeps it.

    Raises ``NotFound``, ``ReasonMissing``, ``AlreadyVoid``.
    """
    if not reason.strip():
        raise ReasonMissing
    if Round.objects.filter(public_id=round_id, session__isnull=True).exists():
        return void_live_round(round_id=round_id, actor=actor, reason=reason, order=order)
    round_ = lock_round(public_id=round_id)
    if round_.state == Round.State.VOID:
        raise AlreadyVoid(round=round_.number)
    actions = list(Action.objects.filter(round=round_).order_by("ordinal"))
    now = timezone.now()
    write_bets(round_, void(fold(round_, actions)), actions=actions, now=now)
    if round_.with_golden:
        give_back(reference=round_.number, now=now)
    cause = Cause(round_, actor, reason.strip())
    taken = take_back(cause, [round_.own_session])
    if round_.state == Round.State.OPEN:
        change_shoe(round_, now)
    mark_malfunction(cause, taken, order=order, now=now)
    return round_
