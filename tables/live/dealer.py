"""The dealer process: takes up live tables and runs each in a thread."""

import logging
import threading
import time
from typing import Final

import psycopg
from django.db import DatabaseError, InterfaceError, connection

from tables.live.holding import Holding, holding
from tables.live.runner import TableRunner
from tables.selectors.live import live_tables

logger = logging.getLogger(__name__)

LOOK_SECONDS: Final = 1.0
"""How often it is asked for tables that nobody holds: the longest a table stands after a crash."""

STOP_SECONDS: Final = 10.0


class Dealer:
    """Holds what tables it can get until it is told to stop."""

    def __init__(self) -> None:
        self._stop = threading.Event()
        self._runners: dict[int, TableRunner] = {}

    def stop(self) -> None:
        """Finish the steps that have begun and let go. May be called by a signal handler."""
        self._stop.set()

    def run(self) -> None:
        """Deal until stopped. A database that is away is waited for."""
        while not self._stop.is_set():
            held: Holding | None = None
            try:
                held = holding()
                self._deal(held)
            except (psycopg.Error, DatabaseError, InterfaceError):
                logger.exception("The database is away; all tables are let go.")
            finally:
                self._let_go()
                if held is not None:
                    held.close()
                connection.close()
            self._stop.wait(LOOK_SECONDS)

    def _deal(self, held: Holding) -> None:
        looked_at = 0.0
        while not self._stop.is_set():
            if time.monotonic() - looked_at >= LOOK_SECONDS:
                self._take_up(held)
                looked_at = time.monotonic()
            for table_id in held.wait(LOOK_SECONDS):
                if table_id in self._runners:
                    self._runners[table_id].wake()

    def _take_up(self, held: Holding) -> None:
        for table_id in live_tables():
            if table_id not in self._runners and held.take(table_id):
                logger.info("Dealing at table %s.", table_id)
                runner = TableRunner(table_id, idle_seconds=held.idle_seconds)
                self._runners[table_id] = runner
                runner.start()

    def _let_go(self) -> None:
        """Before the locks go: nobody else deals at a table where a step is being done."""
        for runner in self._runners.values():
            runner.stop()
        deadline = time.monotonic() + STOP_SECONDS
        for runner in self._runners.values():
            runner.join(timeout=max(0.0, deadline - time.monotonic()))
        self._runners.clear()
