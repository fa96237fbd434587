"""Pages at a table, and the player's history."""

from tables.views.help import help_page
from tables.views.history import history
from tables.views.live import choose_auto, insure, lay_bets, live_poll, vote
from tables.views.play import act, deal, place_chip
from tables.views.proof import verify
from tables.views.questions import ask, question
from tables.views.round_pages import replay, round_detail
from tables.views.session import add_money, end_session, open_session, table
from tables.views.statement import statement, statement_csv

__all__ = [
    "act",
    "add_money",
    "ask",
    "choose_auto",
    "deal",
    "end_session",
    "help_page",
    "history",
    "insure",
    "lay_bets",
    "live_poll",
    "open_session",
    "place_chip",
    "question",
    "replay",
    "round_detail",
    "statement",
    "statement_csv",
    "table",
    "verify",
    "vote",
]
