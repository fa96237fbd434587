"""Malfunction voids all pays and plays (rules of the games, section 1)."""

import uuid

from django.db import transaction
from django.utils import timezone

from casino.models import User
from tables.engine.game import void
from tables.errors import AlreadyVoid, ReasonMissing, VoidNotCovered
from tables.models import Action, GameSession, Round
from tables.selectors.fold import fold
from tables.services.locking import lock_round
from tables.services.settlement import change_shoe, write_bets
from wallet.errors import InsufficientFunds
from wallet.models import HOUSE_ID, Transfer, TransferKind
from wallet.services import Posting, cash_account, mirror, post


@transaction.atomic
def void_round(*, round_id: uuid.UUID, actor: User, reason: str) -> Round:
    """Give every stake of a round back and take every payout of it back; it stays in the history.

    What the session's stake does not cover of a payout is taken from the player's cash. Of a
    session that has ended everything goes to, or comes from, the cash.

    Raises ``NotFound``, ``ReasonMissing``, ``AlreadyVoid``, ``VoidNotCovered``.
    """
    if not reason.strip():
        raise ReasonMissing
    round_ = lock_round(public_id=round_id)
    if round_.state == Round.State.VOID:
        raise AlreadyVoid(round=round_.number)
    actions = list(Action.objects.filter(round=round_).order_by("ordinal"))
    now = timezone.now()
    write_bets(round_, void(fold(round_, actions)), actions=actions, now=now)
    _take_back(round_, actor, reason.strip())
    if round_.state == Round.State.OPEN:
        round_.settled_at = now
        change_shoe(round_, now)
    round_.state = Round.State.VOID
    round_.void_reason = reason.strip()
    round_.voided_by = actor
    round_.voided_at = now
    round_.save(update_fields=["state", "settled_at", "void_reason", "voided_by", "voided_at"])
    return round_


def _take_back(round_: Round, actor: User, reason: str) -> None:
    """Mirror every transfer of the round, stakes first, and even the session's account out."""
    session = round_.own_session
    booked = list(
        Transfer.objects.filter(
            reference=round_.number, reverses__isnull=True, reversed_by__isnull=True
        ).order_by("id")
    )
    stakes = [transfer for transfer in booked if transfer.credit_id == HOUSE_ID]
    payouts = [transfer for transfer in booked if transfer.debit_id == HOUSE_ID]
    net_cents = sum(t.amount_cents for t in stakes) - sum(t.amount_cents for t in payouts)
    left_cents = (session.account.balance_cents or 0) + net_cents
    postings = [
        mirror(transfer, key=f"void:{transfer.key}", actor=actor, reason=reason)
        for transfer in stakes + payouts
    ]
    over = session.state == GameSession.State.CLOSED
    if left_cents < 0 or (over and left_cents):
        postings.insert(
            0 if left_cents < 0 else len(postings), _even_out(round_, left_cents, actor, reason)
        )
    try:
        post(postings=postings)
    except InsufficientFunds as error:
        raise VoidNotCovered(round=round_.number, needed_cents=-left_cents) from error


def _even_out(round_: Round, left_cents: int, actor: User, reason: str) -> Posting:
    """Between the session's account and the player's cash, so that the session is left with 0."""
    accounts = (round_.own_session.account_id, cash_account(round_.own_session.player).pk)
    debit_id, credit_id = accounts if left_cents > 0 else reversed(accounts)
    return Posting(
        debit_id=debit_id,
        credit_id=credit_id,
        amount_cents=abs(left_cents),
        kind=TransferKind.ADJUSTMENT,
        key=f"void:{round_.public_id}:cash",
        reference=round_.number,
        actor_id=actor.pk,
        reason=reason,
    )
