"""``manage.py run_dealer``: deal at the live tables."""

import signal
from typing import Any

from django.core.management.base import BaseCommand

from tables.live.dealer import Dealer


class Command(BaseCommand):
    """Any number of these may run, on any number of machines: each table is held by one of them."""

    help = (
        "Deal at the live tables until SIGTERM or Ctrl-C, which let a step that has begun end. "
        "When a dealer dies, another one takes over his tables and goes on from the database."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        """Run until told to stop."""
        dealer = Dealer()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: dealer.stop())
        dealer.run()
