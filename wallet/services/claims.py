"""Claims on players: made by voids, paid from cash, or given up."""

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from casino.errors import IdempotencyConflict, NotFound
from casino.models import User
from casino.services.audit import record
from wallet.errors import ClaimAmount, ClaimClosed, ReasonMissing
from wallet.models import HOUSE_ID, Claim, ClaimEvent, Transfer, TransferKind
from wallet.services.accounts import cash_account
from wallet.services.posting import Posting, post

State, Kind = Claim.State, ClaimEvent.Kind


def advance(
    *, account_id: int, amount_cents: int, reference: str, actor: User | None, reason: str
) -> Posting:
    """The posting by which the house lends what a player no longer has, for a set of postings.

    ``make_claims`` writes down who owes it, in the same transaction.
    """
    return Posting(
        debit_id=HOUSE_ID,
        credit_id=account_id,
        amount_cents=amount_cents,
        kind=TransferKind.CLAIM,
        key=f"claim:{reference}:{account_id}",
        reference=reference,
        actor_id=None if actor is None else actor.pk,
        reason=reason,
    )


def make_claims(
    *, advances: Sequence[tuple[int, Transfer]], actor: User | None, reason: str
) -> list[Claim]:
    """One claim for each player's number with the transfer that advanced it. Two statements."""
    now = timezone.now()
    claims = Claim.objects.bulk_create(
        Claim(
            player_id=player_id,
            reference=transfer.reference,
            amount_cents=transfer.amount_cents,
            created_at=now,
        )
        for player_id, transfer in advances
    )
    ClaimEvent.objects.bulk_create(
        ClaimEvent(
            claim=claim,
            kind=Kind.MADE,
            amount_cents=transfer.amount_cents,
            transfer=transfer,
            actor=actor,
            reason=reason,
            created_at=now,
        )
        for claim, (_, transfer) in zip(claims, advances, strict=True)
    )
    return claims


@transaction.atomic
def settle_claim(*, claim_id: int, amount_cents: int, key: UUID, actor: User, reason: str) -> Claim:
    """Take so much of a claim from the player's cash; the claim is settled when nothing is open.

    The same key with the same amount is carried out once. Raises ``NotFound``, ``ReasonMissing``,
    ``ClaimClosed``, ``ClaimAmount``, ``InsufficientFunds`` and ``IdempotencyConflict``.
    """
    claim = _locked(claim_id, reason)
    transfer_key = f"claim:{claim.pk}:{key}"
    booked = Transfer.objects.filter(key=transfer_key).first()
    if booked is not None:
        if booked.amount_cents != amount_cents:
            raise IdempotencyConflict
        return claim
    _require_open(claim)
    if not 0 < amount_cents <= claim.open_cents:
        raise ClaimAmount(open_cents=claim.open_cents)
    paid = post(
        postings=[
            Posting(
                debit_id=cash_account(claim.player).pk,
                credit_id=HOUSE_ID,
                amount_cents=amount_cents,
                kind=TransferKind.CLAIM_PAYMENT,
                key=transfer_key,
                reference=claim.reference,
                actor_id=actor.pk,
                reason=reason.strip(),
            )
        ]
    )[0]
    before = _told(claim)
    claim.paid_cents += amount_cents
    if not claim.open_cents:
        claim.state, claim.closed_at = State.SETTLED, timezone.now()
    _write(claim, Kind.PAID, amount_cents, before, actor=actor, reason=reason, transfer=paid)
    return claim


@transaction.atomic
def write_off_claim(*, claim_id: int, actor: User, reason: str) -> Claim:
    """Give up what is open of a claim: the house has advanced it, and keeps the loss.

    Raises ``NotFound``, ``ReasonMissing`` and ``ClaimClosed``.
    """
    claim = _locked(claim_id, reason)
    _require_open(claim)
    before, lost_cents = _told(claim), claim.open_cents
    claim.written_off_cents = lost_cents
    claim.state, claim.closed_at = State.WRITTEN_OFF, timezone.now()
    _write(claim, Kind.WRITTEN_OFF, lost_cents, before, actor=actor, reason=reason)
    return claim


def _locked(claim_id: int, reason: str) -> Claim:
    if not reason.strip():
        raise ReasonMissing
    claims = Claim.objects.select_related("player").select_for_update(of=("self",), no_key=True)
    claim = claims.filter(pk=claim_id).first()
    if claim is None:
        raise NotFound
    return claim


def _require_open(claim: Claim) -> None:
    if claim.state != State.OPEN:
        raise ClaimClosed(claim=claim.number)


def _told(claim: Claim) -> dict[str, str | int]:
    """What the audit trail keeps of it."""
    names = ("state", "paid_cents", "written_off_cents")
    return {name: getattr(claim, name) for name in names}


def _write(
    claim: Claim,
    kind: ClaimEvent.Kind,
    amount_cents: int,
    before: dict[str, str | int],
    *,
    actor: User,
    reason: str,
    transfer: Transfer | None = None,
) -> None:
    claim.save(update_fields=["state", "paid_cents", "written_off_cents", "closed_at"])
    ClaimEvent.objects.create(
        claim=claim,
        kind=kind,
        amount_cents=amount_cents,
        transfer=transfer,
        actor=actor,
        reason=reason.strip(),
        created_at=timezone.now(),
    )
    record(
        actor=actor,
        action=f"claim.{kind}",
        subject=claim,
        before=before,
        after=_told(claim),
        reason=reason,
    )
