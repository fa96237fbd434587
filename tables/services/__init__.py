"""What changes tables, sessions and rounds."""

from tables.services.ageing import void_unsettled
from tables.services.rounds import NO_TO_ALL, YES_TO_ALL, Acted, act, open_round
from tables.services.sessions import end_idle_sessions, end_session, open_session, rebuy

__all__ = [
    "NO_TO_ALL",
    "YES_TO_ALL",
    "Acted",
    "act",
    "end_idle_sessions",
    "end_session",
    "open_round",
    "open_session",
    "rebuy",
    "void_unsettled",
]
