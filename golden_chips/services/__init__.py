"""What changes campaigns, grants and chips. Inside tables, ``play`` does."""

from golden_chips.services.campaigns import close_campaign, create_campaign
from golden_chips.services.endings import cancel_campaign, cancel_grant, expire_chips
from golden_chips.services.grants import finish_orders, grant, run_order
from golden_chips.services.play import (
    Ending,
    Purse,
    give_back,
    lock_purse,
    lock_purses,
    record_bets,
    settle_chips,
    settle_chips_of_rounds,
)

__all__ = [
    "Ending",
    "Purse",
    "cancel_campaign",
    "cancel_grant",
    "close_campaign",
    "create_campaign",
    "expire_chips",
    "finish_orders",
    "give_back",
    "grant",
    "lock_purse",
    "lock_purses",
    "record_bets",
    "run_order",
    "settle_chips",
    "settle_chips_of_rounds",
]
