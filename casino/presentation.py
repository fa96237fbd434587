"""How refusals, amounts and times read in the reader's language."""

import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language, gettext

from casino.errors import CasinoError
from casino.money import plain_amount, show_cents


def money(cents: int) -> str:
    """An amount in the active language: ``€1,234.50`` or ``1.234,50 €``."""
    return show_cents(cents, get_language() or "en")


def amount_text(cents: int) -> str:
    """An amount as it is typed into a field: ``12.50`` or ``12,50``, no sign for euro."""
    text = plain_amount(cents)
    return text.replace(".", ",") if (get_language() or "en").startswith("it") else text


def signed_money(cents: int) -> str:
    """As ``money``, with a plus sign before gains."""
    return f"+{money(cents)}" if cents > 0 else money(cents)


def moment(at: datetime.datetime) -> str:
    """A time in the house's zone: ``29 Nov 2026, 23:56``, the month in the active language."""
    return date_format(timezone.localtime(at), "j M Y, H:i")


def exact_moment(at: datetime.datetime) -> str:
    """As ``moment``, with the name of the clocks: ``25 Oct 2026, 02:30 CEST``."""
    local = timezone.localtime(at)
    return f"{moment(at)} {local:%Z}"


def refusal_sentence(error: CasinoError) -> str:
    """The sentence of a refusal, translated, with its facts; ``_cents`` facts become money."""
    facts = dict(error.data)
    for name, value in error.data.items():
        if name.endswith("_cents") and isinstance(value, int):
            facts[name] = money(value)
        elif name in error.words:
            facts[name] = gettext(str(value))
    return gettext(error.sentence) % facts


def elapsed(seconds: int) -> str:
    """``0:12:34``, hours first."""
    return f"{seconds // 3600}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"
