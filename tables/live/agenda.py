"""What a dealer does next at a live table, and when he looks again. Pure: the clock is given."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from tables.models import LiveTable
from tables.selectors.live import Standing

Phase = LiveTable.Phase

SEATS_SECONDS: Final = 0.5
"""How often the seats are counted while bets are placed."""

VOTES_SECONDS: Final = 0.2
"""How often votes and answers are counted."""

RESULTS_SECONDS: Final = 600.0
"""Longer than results are shown: nothing is to be done before they end."""


class Step(Enum):
    """The services of ``tables.services.live`` that move a table on."""

    PREPARE_TABLE = "prepare_table"
    TIDY_WINDOW = "tidy_window"
    START_CLOCK = "start_clock"
    COUNT_SEATS = "count_seats"
    CLOSE_WINDOW = "close_window"
    COUNT_ANSWERS = "count_answers"
    COUNT_VOTES = "count_votes"
    OPEN_WINDOW = "open_window"


@dataclass(frozen=True, slots=True)
class Plan:
    """A step to be done now, or none, and how long to wait then. None: until woken."""

    step: Step | None
    wait_seconds: float | None = 0


UNTIL_WOKEN: Final = Plan(None, None)

AT_THE_END: Final[Mapping[str, Step]] = {
    Phase.BETTING: Step.CLOSE_WINDOW,
    Phase.RESULTS: Step.OPEN_WINDOW,
}
MEANWHILE: Final[Mapping[str, tuple[Step | None, float]]] = {
    Phase.BETTING: (Step.COUNT_SEATS, SEATS_SECONDS),
    Phase.INSURANCE: (Step.COUNT_ANSWERS, VOTES_SECONDS),
    Phase.DECISIONS: (Step.COUNT_VOTES, VOTES_SECONDS),
    Phase.RESULTS: (None, RESULTS_SECONDS),
}
"""Counting votes and answers is also what finds that their time is over."""


def plan(standing: Standing, now: datetime.datetime) -> Plan:
    """What is due at a table that stands like this."""
    if not standing.phase:
        return Plan(Step.PREPARE_TABLE) if standing.is_open else UNTIL_WOKEN
    if standing.phase == Phase.WAITING:
        return _while_waiting(standing)
    left = _seconds_left(standing, now)
    if left <= 0 and standing.phase in AT_THE_END:
        return Plan(AT_THE_END[standing.phase])
    step, seconds = MEANWHILE[standing.phase]
    return Plan(step, min(seconds, left) if left > 0 else seconds)


def _while_waiting(standing: Standing) -> Plan:
    """Chips start the clock; nobody else costs anything."""
    if standing.laid:
        return Plan(Step.START_CLOCK)
    return Plan(Step.TIDY_WINDOW) if standing.outdated else UNTIL_WOKEN


def _seconds_left(standing: Standing, now: datetime.datetime) -> float:
    return (standing.ends_at - now).total_seconds() if standing.ends_at else 0.0
