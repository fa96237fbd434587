"""What the wallet tells. Nothing here writes."""

from wallet.selectors.balances import Totals, cash_balance, has_open_deposit, totals
from wallet.selectors.movements import Movement, movements
from wallet.selectors.orders import WaitingOrder, waiting_orders
from wallet.selectors.references import Leg, legs_of

__all__ = [
    "Leg",
    "Movement",
    "Totals",
    "WaitingOrder",
    "cash_balance",
    "has_open_deposit",
    "legs_of",
    "movements",
    "totals",
    "waiting_orders",
]
