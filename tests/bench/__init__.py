"""Measurements, each beside a reference in the same run. They print; they assert nothing.

A benchmark is a module here with ``measure(database_url: str) -> list[Row]``. It is run in a
process of its own, on a fresh database of a throw-away PostgreSQL.
"""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """One figure: what was measured, beside its reference, and what is aimed at."""

    what: str
    figure: str
    reference: str = ""
    aim: str = ""
    holds: bool | None = None


def median_seconds(work: Callable[[], object], *, repeats: int = 5) -> float:
    """The median wall-clock time of some calls, after one that warms up."""
    work()
    times = []
    for _ in range(repeats):
        begun = time.perf_counter()
        work()
        times.append(time.perf_counter() - begun)
    return statistics.median(times)
