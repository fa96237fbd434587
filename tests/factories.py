"""People and money for tests, made by the product's own services where it has them."""

from itertools import count
from uuid import uuid4

from django.db import transaction
from django.utils import timezone

from casino.models import User, VipTier
from wallet.models import CASHIER_ID, Account, CashierOrder, OrderKind, OrderState, TransferKind
from wallet.services import Posting, cash_account, post

_numbers = count(1)


def vip_tier(*, rank: int = 1) -> VipTier:
    """The tier of this rank."""
    return VipTier.objects.get_or_create(rank=rank, defaults={"name": f"Tier {rank}"})[0]


def player(name: str | None = None, *, cents: int = 0, tier: VipTier | None = None) -> User:
    """A player whose password is ``secret``, with so much cash."""
    name = name or f"player{next(_numbers)}"
    person = User.objects.create_user(name, f"{name}@casino.test", "secret", vip_tier=tier)
    if cents:
        fund(person, cents)
    return person


def staff(name: str | None = None, *, superuser: bool = False) -> User:
    """A member of staff whose password is ``secret``."""
    name = name or f"staff{next(_numbers)}"
    return User.objects.create_user(
        name, f"{name}@casino.test", "secret", is_staff=True, is_superuser=superuser
    )


def fund(player: User, cents: int) -> Account:
    """Put cash on a player's account as a confirmed deposit does, without the cashier's limits."""
    account = cash_account(player)
    reference = uuid4().hex
    with transaction.atomic():
        CashierOrder.objects.create(
            player=player,
            kind=OrderKind.DEPOSIT,
            amount_cents=cents,
            key=reference,
            state=OrderState.CONFIRMED,
            provider="sandbox",
            reference=reference,
            answered_at=timezone.now(),
        )
        post(
            postings=[
                Posting(
                    debit_id=CASHIER_ID,
                    credit_id=account.pk,
                    amount_cents=cents,
                    kind=TransferKind.DEPOSIT,
                    key=f"order:{reference}",
                    reference=reference,
                )
            ]
        )
    account.refresh_from_db()
    return account
