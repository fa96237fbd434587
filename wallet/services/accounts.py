"""Opening and finding accounts."""

from casino.models import User
from wallet.models import CASHIER_ID, HOUSE_ID, Account, AccountKind


def house_account_id() -> int:
    """The house's account. Its number is fixed: no query."""
    return HOUSE_ID


def cashier_account_id() -> int:
    """The cashier's account, where money comes in and goes out. Its number is fixed: no query."""
    return CASHIER_ID


def cash_account(player: User) -> Account:
    """The player's cash account, opened when it is first asked for."""
    account, _ = Account.objects.get_or_create(
        owner=player, kind=AccountKind.CASH, defaults={"balance_cents": 0}
    )
    return account


def open_session_account(*, player: User) -> Account:
    """A new, empty account for the stake of one game session."""
    return Account.objects.create(owner=player, kind=AccountKind.SESSION, balance_cents=0)
