"""What stands on the accounts."""

from dataclasses import dataclass

from django.db import models

from casino.models import User
from wallet.models import Account, AccountKind, CashierOrder, OrderKind, OrderState, Transfer


def cash_balance(*, player: User) -> int:
    """The player's cash in cents; 0 before the account is first used."""
    balance = (
        Account.objects.filter(owner=player, kind=AccountKind.CASH)
        .values_list("balance_cents", flat=True)
        .first()
    )
    return balance or 0


def has_open_deposit(*, player: User) -> bool:
    """Whether a deposit has been asked of the provider and not been answered."""
    return CashierOrder.objects.filter(
        player=player, kind=OrderKind.DEPOSIT, state=OrderState.REQUESTED
    ).exists()


@dataclass(frozen=True, slots=True)
class Totals:
    """What all accounts of a kind hold, in cents. The four always add up to zero.

    The cashier's is below zero by what players have paid in and not taken out again.
    """

    cash_cents: int
    session_cents: int
    house_cents: int
    cashier_cents: int


def totals() -> Totals:
    """The sums of all balances by kind of account."""
    stored = dict(
        Account.objects.filter(balance_cents__isnull=False)
        .order_by()
        .values_list("kind")
        .annotate(cents=models.Sum("balance_cents"))
    )
    return Totals(
        cash_cents=stored.get(AccountKind.CASH, 0),
        session_cents=stored.get(AccountKind.SESSION, 0),
        house_cents=transferred_balance(AccountKind.HOUSE),
        cashier_cents=transferred_balance(AccountKind.CASHIER),
    )


def transferred_balance(kind: AccountKind) -> int:
    """What the transfers have brought to the accounts of a kind, less what they have taken."""
    sums = Transfer.objects.aggregate(
        credits=models.Sum("amount_cents", filter=models.Q(credit__kind=kind)),
        debits=models.Sum("amount_cents", filter=models.Q(debit__kind=kind)),
    )
    return (sums["credits"] or 0) - (sums["debits"] or 0)
