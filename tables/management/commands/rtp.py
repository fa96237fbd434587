"""``manage.py rtp PRESET|TABLE``: the exact return of a game, its chart and its side bets."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from time import perf_counter
from typing import Any

from django.core.management.base import BaseCommand

from tables.analysis import Analysis, Chart, DuelChart, Returns, report
from tables.analysis.chart import UP_CARDS
from tables.engine.errors import EngineRefusal
from tables.management.named_rules import NoSuchRules, add_game, named_rules

REFUSED = 2


class Command(BaseCommand):
    """Exit status 0; 2 if there is no such game or its rules make no sense."""

    help = (
        "Print the exact return of a preset or of a table's current rules, per euro staked and "
        "per initial bet: of the best play there is and of the strategy chart. Fresh shoe, by "
        "counting, nothing is simulated. Exit status 2: no such game, or senseless rules."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_game(parser)
        parser.add_argument("--json", action="store_true", help="print one JSON object")
        parser.add_argument("--chart", action="store_true", help="print the strategy as well")

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            rules = named_rules(options["game"], options["rules"])
        except (EngineRefusal, NoSuchRules) as refusal:
            self.stderr.write(str(refusal))
            sys.exit(REFUSED)
        begun = perf_counter()
        found = report(rules)
        seconds = perf_counter() - begun
        if options["json"]:
            self.stdout.write(json.dumps(_as_json(found, seconds, chart=options["chart"])))
            return
        for line in _as_text(options["game"], found, seconds, chart=options["chart"]):
            self.stdout.write(line)


def _as_json(found: Analysis, seconds: float, *, chart: bool) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "optimal": _returns(found.optimal),
        "chart": _returns(found.chart_returns),
        "sides": {name: side.per_staked for name, side in found.sides.items()},
        "method": found.method,
        "seconds": round(seconds, 4),
    }
    if chart:
        answer["strategy"] = _strategy(found.chart)
    return answer


def _returns(returns: Returns) -> dict[str, float]:
    """``net_per_initial`` is the return per initial bet less the bet itself: below 0 as a rule."""
    return {
        "per_staked": returns.per_staked,
        "per_initial": returns.per_initial,
        "net_per_initial": returns.net,
        "mean_stakes": returns.stakes,
        "variance": returns.variance,
    }


def _strategy(chart: Chart | DuelChart) -> dict[str, Any]:
    """Blackjack: codes by section, row and up card. Duel: by up card and community cards."""
    if isinstance(chart, DuelChart):
        return {
            "-".join(_card(value) for value in cards): {
                "take": _card(choice.take) if choice.take else "fold",
                "then": choice.then,
            }
            for cards, choice in chart.choices.items()
        }
    columns = [_card(value) for value in UP_CARDS]
    return {
        name: {_label(name, key): dict(zip(columns, row, strict=True)) for key, row in rows}
        for name, rows in chart.sections().items()
    }


def _card(value: int) -> str:
    return {1: "A", 10: "T"}.get(value, str(value))


def _label(section: str, key: int) -> str:
    return _card(key) * 2 if section == "pairs" else str(key)


def _as_text(name: str, found: Analysis, seconds: float, *, chart: bool) -> Iterator[str]:
    yield f"{name}: exact return, fresh shoe"
    yield f"{'':12}{'per staked':>14}{'per initial':>14}{'mean stakes':>14}{'variance':>12}"
    for label, returns in (("optimum", found.optimal), ("chart", found.chart_returns)):
        yield (
            f"{label:12}{returns.per_staked:14.5%}{returns.per_initial:14.5%}"
            f"{returns.stakes:14.6f}{returns.variance:12.6f}"
        )
    for side, result in found.sides.items():
        yield f"{side:12}{result.per_staked:14.5%}{'':28}{result.variance:12.6f}"
    if chart:
        yield from _chart_text(found.chart)
    yield f"worked out in {seconds:.3f} s"


def _chart_text(chart: Chart | DuelChart) -> Iterator[str]:
    if isinstance(chart, DuelChart):
        yield from _duel_text(chart)
        return
    for name, rows in chart.sections().items():
        yield f"{name:6} " + " ".join(f"{_card(value):2}" for value in UP_CARDS)
        for key, row in rows:
            yield f"{_label(name, key):>6} " + " ".join(f"{code:2}" for code in row)


def _duel_text(chart: DuelChart) -> Iterator[str]:
    """One grid an up card, community cards as rows and columns; ``9h``: take the 9 and hit."""
    for up in UP_CARDS:
        yield f"up card {_card(up)}"
        yield "    " + " ".join(f"{_card(right):2}" for right in UP_CARDS)
        for left in UP_CARDS:
            cells = []
            for right in UP_CARDS:
                low, high = sorted((left, right))
                choice = chart.choices[up, low, high]
                cells.append(_card(choice.take) + choice.then[0] if choice.take else "- ")
            yield f"{_card(left):>3} " + " ".join(cells)
