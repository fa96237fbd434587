"""``manage.py replay ROUND``: deal stored rounds again and compare every payout."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.db import DatabaseError

from casino.errors import NotFound
from tables.engine.errors import EngineRefusal
from tables.models import Round
from tables.services.replay import find_round, replay_round

DIFFERENT = 1
REFUSED = 2


class Command(BaseCommand):
    """Exit status 0; 1 if a payout differs; 2 if there is no such round, or it cannot be dealt."""

    help = (
        "Deal stored rounds again from their seed, bets and actions, and compare every payout. "
        "Exit status 1: one differs; 2: there is no such round, or it cannot be dealt again."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("rounds", nargs="+", metavar="ROUND", help="such as R000000012 or 12")

    def handle(self, *_args: Any, **options: Any) -> None:
        status = max(self._replay(text) for text in options["rounds"])
        if status:
            sys.exit(status)

    def _replay(self, text: str) -> int:
        """Deal one round again; 0, ``DIFFERENT`` or ``REFUSED``."""
        try:
            replay = replay_round(find_round(text))
        except NotFound:
            self.stderr.write(f"{text}: there is no such round")
            return REFUSED
        except DatabaseError as error:
            self.stderr.write(f"{text}: rounds cannot be read: {error}")
            return REFUSED
        except EngineRefusal as refusal:
            self.stderr.write(f"{text}: cannot be dealt again: {refusal}")
            return REFUSED
        number = replay.round_.number
        if replay.round_.state == Round.State.OPEN:
            self.stdout.write(f"{number}: in play, nothing is compared yet")
            return 0
        for difference in replay.differences:
            self.stderr.write(f"{number}: {difference}")
        if replay.differences:
            return DIFFERENT
        mark = ", GC" if replay.round_.with_golden else ""
        self.stdout.write(
            f"{number}: {replay.round_.state}{mark}, {replay.bets} bets, all payouts equal"
        )
        return 0
