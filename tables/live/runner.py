"""One live table in the hands of this process: look, do what is due, wait."""

import logging
import threading
from typing import Final

from django.db import DatabaseError, InterfaceError, connection

from casino.errors import CasinoError
from casino.sealing import SealBroken
from tables.engine.errors import EngineRefusal
from tables.live.agenda import Plan, Step, plan
from tables.models import LiveTable, Round
from tables.selectors.live import standing
from tables.services import live as services
from tables.services.clock import database_now

logger = logging.getLogger(__name__)

TRIES: Final = 5
"""A step that fails so often in a row fails for good: the round is ended."""

RETRY_SECONDS: Final = 1.0


class TableRunner(threading.Thread):
    """Deals at one table until it is told to stop; a step that has begun is finished first."""

    def __init__(self, table_id: int, *, idle_seconds: float) -> None:
        super().__init__(name=f"table-{table_id}", daemon=True)
        self.table_id = table_id
        self.idle_seconds = idle_seconds
        self._woken = threading.Event()
        self._stopping = False
        self._failures = 0

    def wake(self) -> None:
        """Look at the table now."""
        self._woken.set()

    def stop(self) -> None:
        """End after the present step."""
        self._stopping = True
        self._woken.set()

    def run(self) -> None:
        """Deal."""
        try:
            while not self._stopping:
                wait_seconds = self._look()
                self._woken.wait(self.idle_seconds if wait_seconds is None else wait_seconds)
                self._woken.clear()
        finally:
            connection.close()

    def _look(self) -> float | None:
        """Do what is due; how long to wait then."""
        try:
            due = next_plan(self.table_id)
            if due.step is not None:
                do(due.step, self.table_id)
        except (EngineRefusal, SealBroken) as error:
            reason = f"malfunction: {type(error).__name__} {error}"
            return 0 if end_round(self.table_id, reason) else RETRY_SECONDS
        except (CasinoError, DatabaseError, InterfaceError, ValueError):
            logger.exception("The step at table %s failed; it left no trace.", self.table_id)
            return self._failed()
        self._failures = 0
        return due.wait_seconds

    def _failed(self) -> float:
        """Try again in a moment; what fails again and again is a malfunction."""
        connection.close()
        self._failures += 1
        reason = "malfunction: the round cannot go on"
        if self._failures >= TRIES and end_round(self.table_id, reason):
            self._failures = 0
        return RETRY_SECONDS


def next_plan(table_id: int) -> Plan:
    """What is due at the table now, by the database's clock."""
    return plan(standing(table_id=table_id), database_now())


def do(step: Step, table_id: int) -> None:
    """Do one step. Two dealers who both do it do it once."""
    if step is Step.COUNT_SEATS:
        services.count_seats(table_id=table_id)
        return
    getattr(services, step.value)(table_id=table_id, now=database_now())


def end_round(table_id: int, reason: str) -> bool:
    """End the round that cannot go on; whether that was done.

    In play it is voided. Before the deal nothing is bet yet: the chips go back. A round that is
    over stands, whatever keeps the next one from its start.
    """
    try:
        live = LiveTable.objects.select_related("round").filter(table=table_id).first()
        if live is None or live.round.state in (Round.State.SETTLED, Round.State.VOID):
            return False
        logger.error("The round at table %s is ended: %s", table_id, reason)
        if live.round.state == Round.State.BETTING:
            services.give_up_window(table_id=table_id, now=database_now())
        else:
            services.void_live_round(round_id=live.round.public_id, actor=None, reason=reason[:200])
    except (CasinoError, DatabaseError, InterfaceError):
        logger.exception("The round at table %s could not be ended.", table_id)
        return False
    return True
