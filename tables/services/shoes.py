"""Shoes: made before the bets, sealed until they are done."""

import datetime
import logging
import secrets
from collections.abc import Sequence

from django.db import connection

from casino import sealing
from tables.engine.rng import SEED_BYTES, commitment
from tables.models import Shoe
from tables.services.sets import set_values

logger = logging.getLogger(__name__)


def make_shoe() -> Shoe:
    """A new shoe of 256 bits from the operating system; only its commitment can be read."""
    return make_shoes(1)[0]


def make_shoes(count: int) -> list[Shoe]:
    """So many new shoes. One statement."""
    seeds = [secrets.token_bytes(SEED_BYTES) for _ in range(count)]
    return Shoe.objects.bulk_create(
        Shoe(sealed_seed=sealing.seal(seed), commitment=commitment(seed)) for seed in seeds
    )


def retire(shoe: Shoe, *, now: datetime.datetime) -> None:
    """No card is dealt from the shoe any more: open its seed, if that was not done.

    A shoe whose seal is broken stays shut; that may be why it is given up.
    """
    if shoe.revealed_at is None:
        try:
            reveal(shoe, now=now)
        except sealing.SealBroken:
            logger.exception("The seed of shoe %s cannot be opened.", shoe)


def reveal(shoe: Shoe, *, now: datetime.datetime) -> None:
    """The shoe is done: its seed is open to everybody from now on."""
    reveal_all([shoe], now=now)


def reveal_all(shoes: Sequence[Shoe], *, now: datetime.datetime) -> None:
    """As ``reveal``, for many shoes. One statement."""
    for shoe in shoes:
        shoe.seed = sealing.unseal(shoe.sealed_seed).hex()
        shoe.revealed_at = now
    moment = connection.ops.adapt_datetimefield_value(now)
    set_values(
        "tables_shoe",
        types={"seed": "text", "revealed_at": "timestamptz"},
        rows=[(shoe.pk, shoe.seed, moment) for shoe in shoes],
    )
