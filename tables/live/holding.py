"""Who deals at which table. PostgreSQL: an advisory lock for each, and LISTEN to be woken.

Lock and LISTEN live on a connection of their own. When the process dies the server lets go of its
locks at once, and another dealer takes the tables over.
"""

import os
import socket
import time
from collections.abc import Collection
from typing import Final, Protocol

import psycopg
from django.db import connection

from tables.services.live import WAKE

TABLE_LOCK: Final = 71_000
"""The first key of the advisory locks on tables; the second one is the table's number."""


class Holding(Protocol):
    """The tables that this process holds."""

    idle_seconds: float
    """How long a table that waits may go unlooked at."""

    def take(self, table_id: int) -> bool:
        """Hold the table from now on, unless somebody else does."""
        ...

    def wait(self, seconds: float) -> Collection[int]:
        """Sleep for so long, or until a table wants to be looked at; which ones do."""
        ...

    def close(self) -> None:
        """Let go of all tables."""
        ...


class PostgresHolding:
    """Any number of dealers; each table is held by one of them."""

    idle_seconds = 30.0

    def __init__(self) -> None:
        name = f"dealer {os.getpid()} on {socket.gethostname()}"  # for who looks who holds a table
        parameters = connection.get_connection_params() | {"application_name": name}
        self._connection = psycopg.connect(autocommit=True, **parameters)
        self._connection.execute(f"LISTEN {WAKE}")

    def take(self, table_id: int) -> bool:
        """Raises ``psycopg.OperationalError``: the connection is gone, and all locks with it."""
        row = self._connection.execute(
            "SELECT pg_try_advisory_lock(%s, %s)", [TABLE_LOCK, table_id]
        ).fetchone()
        return bool(row and row[0])

    def wait(self, seconds: float) -> Collection[int]:
        """Raises ``psycopg.OperationalError`` as ``take``."""
        woken = self._connection.notifies(timeout=seconds, stop_after=1)
        return {int(notice.payload) for notice in woken}

    def close(self) -> None:
        """The server lets go of the locks with the connection."""
        self._connection.close()


class LoneHolding:
    """SQLite: one dealer, who looks by himself."""

    idle_seconds = 1.0

    def take(self, table_id: int) -> bool:  # noqa: ARG002  everything is his
        """Nobody else deals."""
        return True

    def wait(self, seconds: float) -> Collection[int]:
        """Nobody wakes him."""
        time.sleep(seconds)
        return ()

    def close(self) -> None:
        """There is nothing to let go of."""


def holding() -> Holding:
    """The way that the database offers."""
    return PostgresHolding() if connection.vendor == "postgresql" else LoneHolding()
