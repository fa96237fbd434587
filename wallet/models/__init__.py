"""Accounts, the transfers between them, the cashier's orders, and claims on players."""

from wallet.models.account import CASHIER_ID, HOUSE_ID, PLAYER_KINDS, Account, AccountKind
from wallet.models.claim import Claim, ClaimEvent
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
    "Claim",
    "ClaimEvent",
    "OrderKind",
    "OrderState",
    "Transfer",
    "TransferKind",
]
