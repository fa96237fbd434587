"""Who may act on a live table's open window, and how everybody is told of a change.

The betting window and the time for insurance end for sure: players hold a shared lock while they
act and the dealer an exclusive one while he closes. He waits for those who are at it, and who
comes after him sees that it is closed. These are advisory locks, held in memory: no row is hot.
SQLite has one writer at a time anyway.
"""

import uuid
from typing import Final

from django.db import connection

WINDOW_LOCK: Final = 71_001
"""The first key of the advisory locks on windows; the second one is the table's number."""

CHANGES: Final = "live_changes"
"""Channel to the web processes. Payload: ``table number:version``, such as ``5:1042``."""

WAKE: Final = "live_wake"
"""Channel to the dealer. Payload: the table's number."""


def enter_window(session_id: uuid.UUID) -> None:
    """Hold the window of the session's table open until the end of the transaction.

    To be called before the session is locked: the dealer who shuts the window needs its account.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_advisory_xact_lock_shared(%s, table_id::integer)"
                " FROM tables_gamesession WHERE public_id = %s",
                [WINDOW_LOCK, session_id],
            )


def shut_window(table_id: int) -> None:
    """Wait until nobody is at it, and keep others out until the end of the transaction."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [WINDOW_LOCK, table_id])


def tell_browsers(table_id: int, version: int) -> None:
    """Tell every web process on commit. On SQLite they look at the version by themselves."""
    _notify(CHANGES, f"{table_id}:{version}")


def wake_dealer(table_id: int) -> None:
    """Tell the dealer on commit that an empty table is empty no more."""
    _notify(WAKE, str(table_id))


def _notify(channel: str, payload: str) -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [channel, payload])
