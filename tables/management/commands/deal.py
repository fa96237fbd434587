"""``manage.py deal FILE...``: play scripted rounds through the engine and print what they give."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from tables.analysis import chart
from tables.engine.errors import EngineRefusal
from tables.engine.scenario import play_scenario
from tables.engine.scenario_output import differences

STDIN = "-"
DIFFERENT = 1
REFUSED = 2


class Command(BaseCommand):
    """Exit status 0; 1 if a round differs from its ``expect``; 2 if one cannot be played."""

    help = (
        "Play scripted rounds, one JSON object a file (- for standard input), and print one JSON "
        'object for each. Exit status 1: a round differs from its "expect"; 2: a round breaks a '
        "rule or cannot be read."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE")

    def handle(self, *_args: Any, **options: Any) -> None:
        status = max(self._deal(name) for name in options["files"])
        if status:
            sys.exit(status)

    def _deal(self, name: str) -> int:
        """Play one file; 0, ``DIFFERENT`` or ``REFUSED``."""
        try:
            text = sys.stdin.read() if name == STDIN else Path(name).read_text(encoding="utf-8")
            scenario = json.loads(text)
            report = play_scenario(scenario, chart)
        except (EngineRefusal, OSError, ValueError, RecursionError) as error:
            self.stderr.write(f"{name}: {error}")
            return REFUSED
        self.stdout.write(json.dumps(report))
        lines = differences(scenario.get("expect", {}), report)
        for line in lines:
            self.stderr.write(f"{name}: {line}")
        return DIFFERENT if lines else 0
