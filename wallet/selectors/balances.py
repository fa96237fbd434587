"""What is on an account."""

from casino.models import User
from wallet.models import Account, AccountKind


def cash_balance(*, player: User) -> int:
    """The player's cash in cents; 0 before there is an account."""
    cash = Account.objects.filter(owner=player, kind=AccountKind.CASH)
    return cash.values_list("balance_cents", flat=True).first() or 0
