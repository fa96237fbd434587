"""Euro amounts as whole cents: how they are read, shown and cut.

Inside the product an amount is an ``int`` of cents. Text exists only at the edges.
"""

import re
from typing import Final

from casino.errors import (
    AmountEmpty,
    AmountNegative,
    AmountNotANumber,
    AmountRefused,
    AmountTooLarge,
    AmountTooPrecise,
)

MAX_CENTS: Final = 10**12
"""Ten billion euro: no amount in the house comes near it, and it fits every column."""

_AMOUNT = re.compile(r"([0-9]{1,10})(?:[.,]([0-9]{1,2}))?")
_TOO_PRECISE = re.compile(r"[0-9]{1,10}[.,][0-9]{3,}")
_TOO_LONG = re.compile(r"[0-9]{11,}(?:[.,][0-9]+)?")


def parse_cents(text: str) -> int:
    """Read ``"12"``, ``"12.5"``, ``"12,50"`` or ``"€ 12.50"`` as cents.

    Raises ``AmountEmpty``, ``AmountNegative``, ``AmountTooPrecise`` (three decimals or more; a
    thousands separator could be read two ways and is refused as one), ``AmountTooLarge`` or
    ``AmountNotANumber``, all of them ``AmountRefused``.
    """
    plain = text.replace("€", "").strip()
    if not plain:
        raise AmountEmpty
    if plain[0] in "-−":
        raise AmountNegative
    match = _AMOUNT.fullmatch(plain)
    if match is None:
        raise _why_not(plain)
    euros, decimals = match.groups()
    cents = int(euros) * 100 + int((decimals or "").ljust(2, "0"))
    if cents > MAX_CENTS:
        raise AmountTooLarge
    return cents


def _why_not(plain: str) -> AmountRefused:
    if _TOO_PRECISE.fullmatch(plain):
        return AmountTooPrecise()
    if _TOO_LONG.fullmatch(plain):
        return AmountTooLarge()
    return AmountNotANumber()


def plain_amount(cents: int) -> str:
    """Two decimals, a point, no sign for euro: ``1234`` is ``"12.34"``, ``-5`` is ``"-0.05"``."""
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02d}"


def show_cents(cents: int, language: str) -> str:
    """As the reader writes it: ``€1,234.50`` in English, ``1.234,50 €`` in Italian.

    The space in Italian amounts does not break.
    """
    sign = "−" if cents < 0 else ""
    euros, rest = divmod(abs(cents), 100)
    grouped = f"{euros:,}"
    if language.startswith("it"):
        return f"{sign}{grouped.replace(',', '.')},{rest:02d}\u00a0€"
    return f"{sign}€{grouped}.{rest:02d}"
