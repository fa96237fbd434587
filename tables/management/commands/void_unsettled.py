"""``manage.py void_unsettled``: void the bets that are not settled after 90 days."""

import datetime
import sys
from argparse import ArgumentParser
from typing import Any, Final

from django.core.management.base import BaseCommand
from django.utils import timezone

from casino.errors import CasinoError
from casino.money import plain_amount
from casino.periods import midnight
from casino.presentation import refusal_sentence
from tables.selectors.ageing import AgedLine
from tables.services.ageing import Swept, aged_lines, void_unsettled

FAILED: Final = 1
REFUSED: Final = 2


class Command(BaseCommand):
    """Exit status 0; 1 if a round cannot be dealt again; 2 if the day is refused."""

    help = (
        "Void every bet that is not settled 90 × 24 hours after it was placed, give its stake "
        "back and close its round. Exit status 1: a round cannot be dealt again and stays open; "
        "2: the day is refused."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--dry-run", action="store_true", help="print what would be voided and change nothing"
        )
        parser.add_argument(
            "--before",
            metavar="DATE",
            help="only bets placed before this day of the house, such as 2026-08-31",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        now = timezone.now()
        try:
            before = _start_of(options["before"])
        except ValueError:
            self.stderr.write(f"{options['before']} is no day such as 2026-08-31")
            sys.exit(REFUSED)
        try:
            swept = (
                self._look(now, before)
                if options["dry_run"]
                else void_unsettled(now=now, before=before)
            )
        except CasinoError as refusal:
            self.stderr.write(refusal_sentence(refusal))
            sys.exit(REFUSED)
        done = "would be void" if options["dry_run"] else "void"
        self.stdout.write(
            f"{swept.bets} bets in {swept.rounds} rounds {done}: "
            f"{plain_amount(swept.stakes_cents)} and golden chips of "
            f"{plain_amount(swept.golden_cents)} back"
        )
        for number in swept.failed:
            self.stderr.write(f"{number}: cannot be dealt again; its bets stay open")
        if swept.failed:
            sys.exit(FAILED)

    def _look(self, now: datetime.datetime, before: datetime.datetime | None) -> Swept:
        """Print every round that is due."""
        swept = Swept()
        for line in aged_lines(now=now, before=before, failed=swept.failed):
            self.stdout.write(_text(line))
            swept.count([line])
        return swept


def _start_of(day: str | None) -> datetime.datetime | None:
    """Midnight in the house's zone. Raises ``ValueError``."""
    if day is None:
        return None
    return midnight(datetime.date.fromisoformat(day))


def _text(line: AgedLine) -> str:
    stands = f", {line.decided} decided" if line.decided else ""
    golden = f", golden chips of {plain_amount(line.golden_cents)}" if line.golden_cents else ""
    return (
        f"{line.number}, {line.table}, {line.player or 'live'}, "
        f"placed {timezone.localtime(line.placed_at):%Y-%m-%d %H:%M}: "
        f"{line.bets} bets open{stands}, {plain_amount(line.stakes_cents)}{golden}"
    )
