"""``manage.py simulate PRESET|TABLE``: play the chart through the engine, beside what is exact."""

import json
import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from time import perf_counter
from typing import Any

from django.core.management.base import BaseCommand
from rich.console import Console
from rich.progress import Progress

from tables.analysis.simulation import Sample, Samples, Task, expected_net, play, tasks
from tables.engine.errors import EngineRefusal
from tables.engine.rules import BlackjackRules, Rules
from tables.management.named_rules import NoSuchRules, add_game, named_rules

REFUSED = 2
FEWEST_ROUNDS = 2  # one round has no standard error


def _whole(least: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        value = int(text) if text.isdecimal() else -1
        if value < least:
            raise ArgumentTypeError(f"{text} is no whole number from {least}")
        return value

    return read


class Command(BaseCommand):
    """Exit status 0; 2 if there is no such game or its rules make no sense."""

    help = (
        "Play a preset or a table's current rules by the strategy chart, through the engine that "
        "the pages use, and print the return, its standard error and how many standard errors it "
        "lies from the exact figure. The same rounds and seed give the same result with any "
        "number of jobs."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_game(parser)
        parser.add_argument("--rounds", type=_whole(FEWEST_ROUNDS), default=1_000_000)
        parser.add_argument("--seed", type=_whole(0), default=1)
        parser.add_argument("--jobs", type=_whole(1), default=1, help="processes that play")
        parser.add_argument("--sides", action="store_true", help="bet on every side bet, too")
        parser.add_argument(
            "--cut-card",
            action="store_true",
            help="play shoes down to the cut card (the exact figures are those of fresh shoes)",
        )
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            rules = named_rules(options["game"], options["rules"])
            if options["cut_card"]:
                _require_cut_card(rules)
        except (EngineRefusal, NoSuchRules) as refusal:
            self.stderr.write(str(refusal))
            sys.exit(REFUSED)
        parts = list(
            tasks(
                rules,
                rounds=options["rounds"],
                seed=options["seed"],
                sides=options["sides"],
                cut_card=options["cut_card"],
            )
        )
        exact = expected_net(rules)
        begun = perf_counter()
        samples = _play_all(parts, options["jobs"])
        run = _Run(options["game"], options["seed"], perf_counter() - begun)
        if options["json"]:
            self.stdout.write(json.dumps(_as_json(run, samples, exact)))
            return
        for line in _as_text(run, samples, exact):
            self.stdout.write(line)


@dataclass(frozen=True, slots=True)
class _Run:
    game: str
    seed: int
    seconds: float


def _require_cut_card(rules: Rules) -> None:
    if not (isinstance(rules, BlackjackRules) and rules.shuffle == "cut_card"):
        raise NoSuchRules("These rules use no cut card.")


def _play_all(parts: list[Task], jobs: int) -> Samples:
    """Play all chunks, with a progress bar on a terminal's standard error."""
    console = Console(stderr=True)
    total: Samples = {}
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        bar = progress.add_task("rounds", total=sum(part.rounds for part in parts))
        for samples in _results(parts, jobs):
            for name, sample in samples.items():
                total.setdefault(name, Sample()).add(sample)
            progress.advance(bar, next(iter(samples.values())).rounds)
    return total


def _results(parts: list[Task], jobs: int) -> Iterable[Samples]:
    if jobs == 1:
        yield from map(play, parts)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield from pool.map(play, parts)


def _as_json(run: _Run, samples: Samples, exact: Mapping[str, float]) -> dict[str, Any]:
    main, *sides = (_figures(sample, exact[name]) for name, sample in samples.items())
    rounds = next(iter(samples.values())).rounds
    return {
        "game": run.game,
        "rounds": rounds,
        "seed": run.seed,
        **main,
        "sides": dict(zip(list(samples)[1:], sides, strict=True)),
        "seconds": round(run.seconds, 3),
        "rounds_per_second": round(rounds / run.seconds),
    }


def _figures(sample: Sample, net: float) -> dict[str, Any]:
    """``distance``: in standard errors, from the exact return per initial bet."""
    return {
        "return": {"per_staked": sample.per_staked, "per_initial": 1 + sample.mean},
        "standard_error": sample.standard_error,
        "exact_per_initial": 1 + net,
        "distance": sample.distance(net),
        "variance": sample.variance,
    }


def _as_text(run: _Run, samples: Samples, exact: Mapping[str, float]) -> Iterator[str]:
    rounds = next(iter(samples.values())).rounds
    yield f"{run.game}: {rounds:,} rounds by the chart, seed {run.seed}"
    yield (
        f"{'bet':12}{'per staked':>14}{'per initial':>14}{'exact':>14}"
        f"{'std error':>12}{'distance':>10}"
    )
    for name, sample in samples.items():
        yield (
            f"{name:12}{sample.per_staked:14.5%}{1 + sample.mean:14.5%}{1 + exact[name]:14.5%}"
            f"{sample.standard_error:12.5%}{sample.distance(exact[name]):+10.2f}"
        )
    yield f"{run.seconds:.1f} s, {rounds / run.seconds:,.0f} rounds a second"
