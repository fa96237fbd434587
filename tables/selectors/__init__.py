"""What pages, admin and API read."""

from tables.selectors.history import (
    BetLine,
    Choice,
    RoundLine,
    RoundPage,
    recent_rounds,
    round_page,
)
from tables.selectors.lobby import (
    InterruptedRound,
    LobbyTable,
    interrupted_round,
    lobby,
    table_names,
)
from tables.selectors.table_page import (
    Range,
    RoundState,
    SessionBar,
    TablePage,
    Terms,
    table_page,
)

__all__ = [
    "BetLine",
    "Choice",
    "InterruptedRound",
    "LobbyTable",
    "Range",
    "RoundLine",
    "RoundPage",
    "RoundState",
    "SessionBar",
    "TablePage",
    "Terms",
    "interrupted_round",
    "lobby",
    "recent_rounds",
    "round_page",
    "table_names",
    "table_page",
]
