"""Tables and their versions, sessions, shoes, rounds, bets and actions."""

from tables.models.live import SOMETHING_STANDS, Decision, Layout, LiveTable, Vote
from tables.models.question import LONGEST_MESSAGE, Question, QuestionMessage
from tables.models.round import UNSETTLED_FOR, Action, Bet, Round, aged_since
from tables.models.session import GameSession, Shoe, TicketRequest
from tables.models.table import SESSION_CAP_CENTS, Table, TableVersion
from tables.models.void import MOST_CHOSEN, VoidCause, VoidOrder

__all__ = [
    "LONGEST_MESSAGE",
    "MOST_CHOSEN",
    "SESSION_CAP_CENTS",
    "SOMETHING_STANDS",
    "UNSETTLED_FOR",
    "Action",
    "Bet",
    "Decision",
    "GameSession",
    "Layout",
    "LiveTable",
    "Question",
    "QuestionMessage",
    "Round",
    "Shoe",
    "Table",
    "TableVersion",
    "TicketRequest",
    "VoidCause",
    "VoidOrder",
    "Vote",
    "aged_since",
]
