"""What a void moves: read from the transfers of rounds, before and while it is carried out."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from wallet.models import HOUSE_ID, Transfer, TransferKind

OF_A_ROUND: Final = (
    TransferKind.BET,
    TransferKind.ADDED_STAKE,
    TransferKind.INSURANCE,
    TransferKind.PAYOUT,
    TransferKind.GOLDEN_PAYOUT,
    TransferKind.REFUND,
)
"""What a round moves between a session and the house."""


@dataclass(frozen=True, slots=True)
class Moved:
    """What has moved for a round that stands: from the session, and to it."""

    staked_cents: int = 0
    paid_cents: int = 0


@dataclass(frozen=True, slots=True)
class Evened:
    """How a void is evened out: what the cash gives the stake or gets of it, and what is owed.

    All in cents; at most one of ``to_cash_cents`` and the other two is above zero.
    """

    to_cash_cents: int = 0
    from_cash_cents: int = 0
    claim_cents: int = 0


def even_out(moved: Moved, *, stake_cents: int, cash_cents: int, closed: bool) -> Evened:
    """What a void moves between stake, cash and claims, given what stands on both accounts.

    What the stake does not cover of a payout comes from the cash, as far as it goes; the rest is
    owed. Of a session that has ended everything goes to the cash.
    """
    left = stake_cents + moved.staked_cents - moved.paid_cents
    if left < 0:
        taken = min(-left, cash_cents)
        return Evened(from_cash_cents=taken, claim_cents=-left - taken)
    return Evened(to_cash_cents=left if closed else 0)


def moved_for(references: Iterable[str]) -> list[Transfer]:
    """The transfers of rounds that have not been taken back, in their order."""
    transfers = Transfer.objects.filter(
        reference__in=list(references),
        kind__in=OF_A_ROUND,
        reverses__isnull=True,
        reversed_by__isnull=True,
    )
    return list(transfers.order_by("id"))


def sums_by_account(transfers: Iterable[Transfer]) -> dict[int, Moved]:
    """What the transfers have moved, by the account of the session.

    A stake that went back by age is no payout: it is no longer staked.
    """
    sums: dict[int, Moved] = {}
    for transfer in transfers:
        staked = transfer.credit_id == HOUSE_ID
        account_id = transfer.debit_id if staked else transfer.credit_id
        so_far = sums.get(account_id, Moved())
        cents = transfer.amount_cents if staked else -transfer.amount_cents
        if staked or transfer.kind == TransferKind.REFUND:
            sums[account_id] = Moved(so_far.staked_cents + cents, so_far.paid_cents)
        else:
            sums[account_id] = Moved(so_far.staked_cents, so_far.paid_cents - cents)
    return sums
