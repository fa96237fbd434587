"""What the wallet tells. Nothing here writes."""

from wallet.selectors.balances import Totals, cash_balance, has_open_deposit, totals
from wallet.selectors.movements import Movement, movements

__all__ = ["Movement", "Totals", "cash_balance", "has_open_deposit", "movements", "totals"]
