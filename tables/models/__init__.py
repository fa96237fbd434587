"""Tables and their versions, sessions, shoes, rounds, bets and actions."""

from tables.models.live import SOMETHING_STANDS, Decision, Layout, LiveTable, Vote
from tables.models.round import Action, Bet, Round
from tables.models.session import GameSession, Shoe, TicketRequest
from tables.models.table import SESSION_CAP_CENTS, Table, TableVersion

__all__ = [
    "SESSION_CAP_CENTS",
    "SOMETHING_STANDS",
    "Action",
    "Bet",
    "Decision",
    "GameSession",
    "Layout",
    "LiveTable",
    "Round",
    "Shoe",
    "Table",
    "TableVersion",
    "TicketRequest",
    "Vote",
]
