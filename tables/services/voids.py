"""Malfunction voids all pays and plays (rules of the games, section 1)."""

import datetime
import logging
import uuid
from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from casino.models import User
from casino.sealing import SealBroken
from golden_chips.services import give_back
from tables.engine.actions import DOUBLE
from tables.engine.bets import MAIN
from tables.engine.game import void
from tables.errors import AlreadyVoid, ReasonMissing
from tables.models import Action, Bet, Round, VoidOrder
from tables.selectors.fold import fold
from tables.services.live.voids import void_live_round
from tables.services.locking import lock_round
from tables.services.places import added_place, placed_as
from tables.services.refunds import Cause, take_back
from tables.services.settlement import bet_rows, change_shoe, write_rows
from tables.services.voided import mark_malfunction

logger = logging.getLogger(__name__)


@transaction.atomic
def void_round(
    *, round_id: uuid.UUID, actor: User, reason: str, order: VoidOrder | None = None
) -> Round:
    """Give every stake of a round back and take every payout of it back; it stays in the history.

    What the session's stake does not cover of a payout is taken from the player's cash, and what
    that does not cover becomes a claim. Of a session that has ended everything goes to, or comes
    from, the cash. The player is told, and the audit trail keeps it. A shoe whose seal is broken
    is not needed for that.

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
    write_rows(_void_bets(round_, actions, now))
    if round_.with_golden:
        give_back(reference=round_.number, now=now)
    cause = Cause(round_, actor, reason.strip())
    taken = take_back(cause, [round_.own_session])
    if round_.state == Round.State.OPEN:
        change_shoe(round_, now)
    mark_malfunction(cause, taken, order=order, now=now)
    return round_


def _void_bets(round_: Round, actions: Sequence[Action], now: datetime.datetime) -> list[Bet]:
    """Every bet as void, with the names that the cards gave to hands where they can be dealt."""
    try:
        return bet_rows(round_, void(fold(round_, actions)), actions=actions, now=now)
    except SealBroken:
        logger.exception("Round %s is voided without its cards.", round_)
    bets = _bets_without_cards(round_, actions)
    for bet in bets:
        bet.result, bet.settled_at = Bet.Result.VOID, now
        bet.paid_cents, bet.golden_paid_cents = bet.real_cents, 0
        bet.golden_returned_cents = bet.golden_cents
    return bets


def _bets_without_cards(round_: Round, actions: Sequence[Action]) -> list[Bet]:
    """All stakes from the rows alone: while a round is open, those of actions stand on these."""
    bets = {bet.placed_as: bet for bet in Bet.objects.filter(round=round_)}
    for action in actions if round_.state == Round.State.OPEN else ():
        real_cents, golden_cents = action.real_cents, sum(action.golden)
        if not real_cents + golden_cents:
            continue
        place = added_place(action.hand, action.action)
        if action.action == DOUBLE:
            place = placed_as(f"{action.hand}:{MAIN}")
        opened = Bet(
            round=round_, session=round_.own_session, placed_as=place, position=place,
            real_cents=0, placed_at=action.created_at,
        )  # fmt: skip
        bet = bets.setdefault(place, opened)
        bet.real_cents += real_cents
        bet.golden_cents += golden_cents
    for bet in bets.values():
        bet.pk = None  # written over by its place, as ``write_rows`` does it
    return list(bets.values())
