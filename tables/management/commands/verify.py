"""``manage.py verify SEED``: the commitment of a seed and the order of the shoe that it makes."""

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from tables.engine.cards import TEXT
from tables.engine.rng import SEED_BYTES, commitment, shuffled_deck

REFUSED = 2
CARDS_A_LINE = 13
DECKS = range(1, 9)


class Command(BaseCommand):
    """Exit status 0; 2 if the seed cannot be read."""

    help = (
        "Print the commitment that was shown before the first bet and the order in which the cards "
        "left the shoe, both computed from the seed that was shown after it. Exit status 2: this "
        "is no seed."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        digits = 2 * SEED_BYTES
        parser.add_argument("seed", metavar="SEED", help=f"{digits} hexadecimal digits")
        parser.add_argument(
            "--decks", type=int, choices=DECKS, default=6, help="decks in the shoe (default 6)"
        )
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *_args: Any, **options: Any) -> None:
        seed = _read_seed(options["seed"])
        if seed is None:
            self.stderr.write(f"A seed has {2 * SEED_BYTES} hexadecimal digits.")
            sys.exit(REFUSED)
        order = [TEXT[card] for card in shuffled_deck(seed, options["decks"])]
        if options["json"]:
            answer = {
                "commitment": commitment(seed),
                "decks": options["decks"],
                "order": " ".join(order),
            }
            self.stdout.write(json.dumps(answer))
            return
        self.stdout.write(f"commitment  {commitment(seed)}")
        for first in range(0, len(order), CARDS_A_LINE):
            self.stdout.write(f"{first + 1:>10}  {' '.join(order[first : first + CARDS_A_LINE])}")


def _read_seed(text: str) -> bytes | None:
    try:
        seed = bytes.fromhex(text.strip())
    except ValueError:
        return None
    return seed if len(seed) == SEED_BYTES else None
