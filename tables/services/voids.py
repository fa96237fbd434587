"""Malfunction voids all pays and plays (rules of the games, section 1)."""

import uuid

from django.db import transaction
from django.utils import timezone

from casino.models import User
from golden_chips.services import give_back
from tables.engine.game import void
from tables.errors import AlreadyVoid, ReasonMissing
from tables.models import Action, Round
from tables.selectors.fold import fold
from tables.services.live.voids import void_live_round
from tables.services.locking import lock_round
from tables.services.refunds import take_back
from tables.services.settlement import change_shoe, write_bets


@transaction.atomic
def void_round(*, round_id: uuid.UUID, actor: User, reason: str) -> Round:
    """Give every stake of a round back and take every payout of it back; it stays in the history.

    What the session's stake does not cover of a payout is taken from the player's cash. Of a
    session that has ended everything goes to, or comes from, the cash.

    Raises ``NotFound``, ``ReasonMissing``, ``AlreadyVoid``, ``VoidNotCovered``.
    """
    if not reason.strip():
        raise ReasonMissing
    if Round.objects.filter(public_id=round_id, session__isnull=True).exists():
        return void_live_round(round_id=round_id, actor=actor, reason=reason)
    round_ = lock_round(public_id=round_id)
    if round_.state == Round.State.VOID:
        raise AlreadyVoid(round=round_.number)
    actions = list(Action.objects.filter(round=round_).order_by("ordinal"))
    now = timezone.now()
    write_bets(round_, void(fold(round_, actions)), actions=actions, now=now)
    if round_.with_golden:
        give_back(reference=round_.number, now=now)
    take_back(round_, [round_.own_session], actor=actor, reason=reason.strip())
    if round_.state == Round.State.OPEN:
        round_.settled_at = now
        change_shoe(round_, now)
    round_.state = Round.State.VOID
    round_.void_reason = reason.strip()
    round_.voided_by = actor
    round_.voided_at = now
    round_.save(update_fields=["state", "settled_at", "void_reason", "voided_by", "voided_at"])
    return round_
