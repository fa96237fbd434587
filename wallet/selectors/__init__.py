"""What the wallet can tell."""

from wallet.selectors.balances import cash_balance

__all__ = ["cash_balance"]
