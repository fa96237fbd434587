"""What the wallet tells. Nothing here writes."""

from wallet.selectors.balances import Totals, cash_balance, has_open_deposit, totals
from wallet.selectors.movements import Movement, movements
from wallet.selectors.orders import WaitingOrder, waiting_orders

__all__ = [
    "Movement",
    "Totals",
    "WaitingOrder",
    "cash_balance",
    "has_open_deposit",
    "movements",
    "totals",
    "waiting_orders",
]
