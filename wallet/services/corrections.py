"""Corrections: what was booked stays, and is put right by another transfer."""

from casino.models import User
from casino.services.audit import record
from wallet.errors import AlreadyReversed, ReasonMissing
from wallet.models import HOUSE_ID, REVERSED_BY, Transfer, TransferKind
from wallet.services.accounts import cash_account
from wallet.services.posting import Posting, post


def mirror(transfer: Transfer, *, key: str, actor: User | None = None, reason: str = "") -> Posting:
    """The posting that takes a transfer back, for use in a set of them."""
    return Posting(
        debit_id=transfer.credit_id,
        credit_id=transfer.debit_id,
        amount_cents=transfer.amount_cents,
        kind=REVERSED_BY.get(TransferKind(transfer.kind), TransferKind.REVERSAL),
        key=key,
        reference=transfer.reference,
        actor_id=None if actor is None else actor.pk,
        reverses_id=transfer.pk,
        reason=reason,
    )


def reverse(*, transfer: Transfer, key: str, actor: User, reason: str) -> Transfer:
    """Take one transfer back, on somebody's decision. Inside the caller's transaction.

    Raises ``ReasonMissing``, ``AlreadyReversed``, ``InsufficientFunds`` (what was paid has been
    spent) and ``IdempotencyConflict``.
    """
    if not reason.strip():
        raise ReasonMissing
    locked = Transfer.objects.select_for_update().get(pk=transfer.pk)
    taken_back = Transfer.objects.filter(reverses=locked).exclude(key=key).exists()
    if taken_back or locked.reverses_id is not None:
        raise AlreadyReversed(transfer=locked.pk)
    was_booked = _is_booked(key)
    booked = post(postings=[mirror(locked, key=key, actor=actor, reason=reason)])[0]
    if not was_booked:
        record(
            actor=actor,
            action="transfer.reversed",
            subject=locked,
            after={"amount_cents": booked.amount_cents, "reversed_by": booked.pk},
            reason=reason,
        )
    return booked


def adjust(*, player: User, amount_cents: int, key: str, actor: User, reason: str) -> Transfer:
    """Move ``amount_cents`` from the house to the player's cash, or back if it is negative.

    For what no reversal puts right, on a named person's decision. Inside the caller's transaction.

    Raises ``ReasonMissing``, ``InsufficientFunds`` and ``IdempotencyConflict``.
    """
    if not reason.strip():
        raise ReasonMissing
    was_booked = _is_booked(key)
    cash_id = cash_account(player).pk
    debit_id, credit_id = (HOUSE_ID, cash_id) if amount_cents > 0 else (cash_id, HOUSE_ID)
    posting = Posting(
        debit_id=debit_id,
        credit_id=credit_id,
        amount_cents=abs(amount_cents),
        kind=TransferKind.ADJUSTMENT,
        key=key,
        reference="",
        actor_id=actor.pk,
        reason=reason,
    )
    booked = post(postings=[posting])[0]
    if not was_booked:
        record(
            actor=actor,
            action="player.adjusted",
            subject=player,
            after={"amount_cents": amount_cents, "transfer": booked.pk},
            reason=reason,
        )
    return booked


def _is_booked(key: str) -> bool:
    """Whether a request with this key was carried out before: it is written down once."""
    return Transfer.objects.filter(key=key).exists()
