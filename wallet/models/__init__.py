"""Accounts, the transfers between them, and the cashier's orders."""

from wallet.models.account import CASHIER_ID, HOUSE_ID, PLAYER_KINDS, Account, AccountKind
from wallet.models.order import CashierOrder, OrderKind, OrderState
from wallet.models.transfer import REVERSED_BY, Transfer, TransferKind

__all__ = [
    "CASHIER_ID",
    "HOUSE_ID",
    "PLAYER_KINDS",
    "REVERSED_BY",
    "Account",
    "AccountKind",
    "CashierOrder",
    "OrderKind",
    "OrderState",
    "Transfer",
    "TransferKind",
]
