"""Shoes: made before the bets, sealed until they are done."""

import datetime
import secrets

from casino import sealing
from tables.engine.rng import SEED_BYTES, commitment
from tables.models import Shoe


def make_shoe() -> Shoe:
    """A new shoe of 256 bits from the operating system; only its commitment can be read."""
    seed = secrets.token_bytes(SEED_BYTES)
    return Shoe.objects.create(sealed_seed=sealing.seal(seed), commitment=commitment(seed))


def reveal(shoe: Shoe, *, now: datetime.datetime) -> None:
    """The shoe is done: its seed is open to everybody from now on."""
    shoe.seed = sealing.unseal(shoe.sealed_seed).hex()
    shoe.revealed_at = now
    shoe.save(update_fields=["seed", "revealed_at"])
