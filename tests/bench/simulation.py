"""Ten million rounds of every game through the engine, on all cores, beside the exact figures.

The reference for the speed is drawing the same number of cards from the same shoe and nothing else.
"""

import os
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random

from tables.analysis.simulation import Sample, expected_net, play, tasks
from tables.engine.rules import PRESETS, Rules
from tables.engine.shoe import FreshShoe
from tests.bench import Row

ROUNDS = int(os.environ.get("BENCH_ROUNDS", "10000000"))
PER_CORE_ROUNDS = 50_000
CARDS_A_ROUND = 5
AIM = 25_000
FARTHEST = 4


def measure(database_url: str) -> list[Row]:
    """``database_url`` is not used: nothing here touches a database."""
    del database_url
    rows = [_speed(name) for name in ("classic", "majority", "duel")]
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool:
        for name, rules in PRESETS.items():
            rows += _long_run(name, rules, pool)
    return rows


def _speed(name: str) -> Row:
    rules = PRESETS[name]
    parts = list(tasks(rules, rounds=PER_CORE_ROUNDS, seed=1))
    play(parts[0])  # the chart is worked out once
    begun = time.process_time()
    for part in parts:
        play(part)
    rate = PER_CORE_ROUNDS / (time.process_time() - begun)
    return Row(
        f"{name}: rounds a second and core",
        f"{rate:,.0f}",
        f"drawing the cards alone: {_drawing(rules.decks):,.0f}",
        f"{AIM:,}" if name != "duel" else "",
        rate >= AIM if name != "duel" else None,
    )


def _drawing(decks: int) -> float:
    shoe = FreshShoe(decks, Random(1).random)
    begun = time.process_time()
    for _ in range(PER_CORE_ROUNDS):
        shoe.shuffle()
        for _ in range(CARDS_A_ROUND):
            shoe.draw()
    return PER_CORE_ROUNDS / (time.process_time() - begun)


def _long_run(name: str, rules: Rules, pool: ProcessPoolExecutor) -> list[Row]:
    total: dict[str, Sample] = {}
    for samples in pool.map(play, tasks(rules, rounds=ROUNDS, seed=1, sides=True)):
        for bet, sample in samples.items():
            total.setdefault(bet, Sample()).add(sample)
    exact = expected_net(rules)
    return [
        Row(
            f"{name}, {bet}: return per initial bet of {sample.rounds:,} rounds",
            f"{1 + sample.mean:.4%} ± {sample.standard_error:.4%}",
            f"exact: {1 + exact[bet]:.4%}",
            f"within {FARTHEST} standard errors: {sample.distance(exact[bet]):+.2f}",
            abs(sample.distance(exact[bet])) < FARTHEST,
        )
        for bet, sample in total.items()
    ]
