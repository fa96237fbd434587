"""What the wallet does. Money moves through these functions only."""

from wallet.services.accounts import (
    cash_account,
    cashier_account_id,
    house_account_id,
    open_session_account,
)
from wallet.services.cashier import deposit, finish_open_orders, withdraw
from wallet.services.claims import advance, make_claims, settle_claim, write_off_claim
from wallet.services.corrections import adjust, mirror, reverse
from wallet.services.posting import Posting, post
from wallet.services.sets import PostedSet, collect, pay

__all__ = [
    "PostedSet",
    "Posting",
    "adjust",
    "advance",
    "cash_account",
    "cashier_account_id",
    "collect",
    "deposit",
    "finish_open_orders",
    "house_account_id",
    "make_claims",
    "mirror",
    "open_session_account",
    "pay",
    "post",
    "reverse",
    "settle_claim",
    "withdraw",
    "write_off_claim",
]
