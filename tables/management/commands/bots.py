"""``manage.py bots TABLE``: programs that play a live table through the public HTTP addresses."""

import asyncio
import time
from argparse import ArgumentParser
from io import StringIO
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table as Printed

from casino.errors import NotFound
from tables.bots.accounts import bot_account, log_in
from tables.bots.client import Bot, Place
from tables.bots.tally import Tally
from tables.engine.rules import BlackjackRules
from tables.selectors import table_page


class Command(BaseCommand):
    """Test accounts ``bot0001`` … sit down, bet, vote and answer until the time is up."""

    help = "Have bots play a live table for a while, and print what they did and met."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which table, how many, how long, and where it is served."""
        parser.add_argument("table", help="the table's address, such as majority")
        parser.add_argument("--players", type=int, default=10)
        parser.add_argument("--seconds", type=float, default=60)
        parser.add_argument("--url", default="http://127.0.0.1:8000")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play and print the summary."""
        if not settings.DEMO_ALLOWED:
            raise CommandError("Bots play with money that nobody has paid in: not in production.")
        place = _place(options["table"], options["url"])
        tally = Tally()
        bots = []
        for number in range(1, options["players"] + 1):
            account = bot_account(number)
            bots.append(Bot(account.username, log_in(account), place, tally))
        asyncio.run(_play(bots, options["seconds"]))
        printed = Printed(title=f"Bots at {place.slug}", box=SIMPLE, show_header=False)
        for name, figure in tally.lines(len(bots), options["seconds"]):
            printed.add_row(name, figure)
        page = StringIO()
        Console(file=page, width=100).print(printed)
        self.stdout.write(page.getvalue())


def _place(slug: str, url: str) -> Place:
    try:
        page = table_page(slug=slug, player=None)
    except NotFound as error:
        raise CommandError(f"There is no table at /tables/{slug}/.") from error
    if not page.is_live or not isinstance(page.rules, BlackjackRules):
        raise CommandError(f"{page.name} is no live table.")
    least = {name: limit.least_cents for name, limit in page.limits.items()}
    return Place(url.rstrip("/"), slug, page.rules, least)


async def _play(bots: list[Bot], seconds: float) -> None:
    until = time.monotonic() + seconds
    await asyncio.gather(*(bot.play(until) for bot in bots))
