"""What a round moved on players' accounts, with each account's balance before and after."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from django.db.models import OuterRef, Q, Subquery, Sum
from django.db.models.functions import Coalesce

from casino.models import User
from wallet.models import PLAYER_KINDS, AccountKind, Transfer, TransferKind

MOST: Final = 200


@dataclass(frozen=True, slots=True)
class Leg:
    """One side of a transfer on one account of a player; above zero when money came to it."""

    number: int
    at: datetime
    kind: TransferKind
    account_id: int
    account_kind: AccountKind
    owner: str
    amount_cents: int
    after_cents: int
    reverses: int | None
    reason: str

    @property
    def before_cents(self) -> int:
        """What stood on the account before it."""
        return self.after_cents - self.amount_cents


def legs_of(*, reference: str, player: User | None = None, most: int = MOST) -> list[Leg]:
    """What transfers with this reference moved on the player's accounts, or on all players', in
    the order of booking; ``most`` of them each way at most. Two queries."""
    legs = [
        *_legs(reference, player, "debit", most),
        *_legs(reference, player, "credit", most),
    ]
    return sorted(legs, key=lambda leg: (leg.number, leg.amount_cents))


def _legs(
    reference: str, player: User | None, side: Literal["debit", "credit"], most: int
) -> list[Leg]:
    transfers = Transfer.objects.filter(
        Q((f"{side}__kind__in", PLAYER_KINDS)), reference=reference
    ).order_by("id")
    if player is not None:
        transfers = transfers.filter(Q((f"{side}__owner", player)))
    transfers = transfers.select_related(f"{side}__owner").annotate(
        came=_moved("credit", side), went=_moved("debit", side)
    )
    legs = []
    for transfer in transfers[:most]:
        account = transfer.credit if side == "credit" else transfer.debit
        signed = transfer.amount_cents if side == "credit" else -transfer.amount_cents
        legs.append(
            Leg(
                number=transfer.pk,
                at=transfer.created_at,
                kind=TransferKind(transfer.kind),
                account_id=account.pk,
                account_kind=AccountKind(account.kind),
                owner=str(account.owner),
                amount_cents=signed,
                after_cents=int(transfer.came) - int(transfer.went),
                reverses=transfer.reverses_id,
                reason=transfer.reason,
            )
        )
    return legs


def _moved(way: str, side: str) -> Coalesce:
    """What has come to the account on ``side``, or gone from it, up to this transfer."""
    upto = Transfer.objects.filter(Q((way, OuterRef(side))), pk__lte=OuterRef("pk"))
    sums = upto.order_by().values(way).annotate(cents=Sum("amount_cents")).values("cents")
    return Coalesce(Subquery(sums), 0)
