"""What an exact analysis costs, cold, in processor time: optimum and chart, on one core.

Each run is a process of its own, in which NumPy is loaded and nothing is worked out yet. Beside it
stands a fixed piece of NumPy work, timed in the same process, to compare machines by.
"""

import json
import os
import statistics
import subprocess
import sys

from tests.bench import Row

RUNS = 5
MOST_SECONDS = 1.5
CASES = {
    "eight decks, split once": {"decks": 8},
    "eight decks, majority's dealing": {
        "decks": 8,
        "dealing": "EU",
        "double_back_on_ten_blackjack": True,
        "charlie": 10,
    },
    "eight decks, up to four hands": {"decks": 8, "max_hands": 4},
    "one deck, up to four hands": {"decks": 1, "max_hands": 4},
}
PROGRAM = """
import json, sys, time
import numpy as np
from tables.analysis import report
from tables.engine.rules import BlackjackRules
rules = BlackjackRules(**json.loads(sys.argv[1]))
begun = time.process_time()
report(rules)
analysed = time.process_time()
values = np.linspace(-1, 0, 250_000)
for _ in range(40):
    values = np.exp(values - 1)
print(json.dumps([analysed - begun, time.process_time() - analysed]))
"""


def measure(database_url: str) -> list[Row]:
    """``database_url`` is not used: nothing here touches a database."""
    del database_url
    rows = []
    for name, rules in CASES.items():
        pairs = [_run(json.dumps(rules)) for _ in range(RUNS)]
        seconds, reference = (statistics.median(column) for column in zip(*pairs, strict=True))
        rows.append(
            Row(
                f"{name}, cold",
                f"{seconds:.3f} s",
                f"10 million exponentials: {reference:.3f} s",
                f"at most {MOST_SECONDS} s",
                seconds <= MOST_SECONDS,
            )
        )
    return rows


def _run(rules: str) -> tuple[float, float]:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, rules],
        capture_output=True,
        text=True,
        check=True,
        preexec_fn=_one_core,
    )
    analysed, reference = json.loads(done.stdout)
    return analysed, reference


def _one_core() -> None:
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
