"""What changes tables, sessions and rounds."""

from tables.services.ageing import void_unsettled
from tables.services.rounds import NO_TO_ALL, YES_TO_ALL, Acted, act, open_round
from tables.services.sessions import end_idle_sessions, end_session, open_session, rebuy
from tables.services.void_orders import finish_void_orders, order_voids, run_void_order

__all__ = [
    "NO_TO_ALL",
    "YES_TO_ALL",
    "Acted",
    "act",
    "end_idle_sessions",
    "end_session",
    "finish_void_orders",
    "open_round",
    "open_session",
    "order_voids",
    "rebuy",
    "run_void_order",
    "void_unsettled",
]
