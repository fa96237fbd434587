"""What pages, admin and API read."""

from tables.selectors.history import (
    HistoryFilter,
    HistoryPage,
    RoundLine,
    history_page,
    played_tables,
)
from tables.selectors.lobby import (
    InterruptedRound,
    LobbyTable,
    interrupted_round,
    lobby,
    table_names,
)
from tables.selectors.round_page import (
    BetLine,
    Choice,
    Replay,
    RoundPage,
    round_page,
    round_replay,
)
from tables.selectors.table_page import (
    NewTerms,
    Range,
    RoundState,
    SessionBar,
    TablePage,
    Terms,
    new_terms_since,
    table_page,
)

__all__ = [
    "BetLine",
    "Choice",
    "HistoryFilter",
    "HistoryPage",
    "InterruptedRound",
    "LobbyTable",
    "NewTerms",
    "Range",
    "Replay",
    "RoundLine",
    "RoundPage",
    "RoundState",
    "SessionBar",
    "TablePage",
    "Terms",
    "history_page",
    "interrupted_round",
    "lobby",
    "new_terms_since",
    "played_tables",
    "round_page",
    "round_replay",
    "table_names",
    "table_page",
]
