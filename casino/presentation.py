"""How refusals and amounts read in the reader's language."""

from django.utils.translation import get_language, gettext

from casino.errors import CasinoError
from casino.money import show_cents


def money(cents: int) -> str:
    """An amount in the active language: ``€1,234.50`` or ``1.234,50 €``."""
    return show_cents(cents, get_language() or "en")


def signed_money(cents: int) -> str:
    """As ``money``, with a plus sign before gains."""
    return f"+{money(cents)}" if cents > 0 else money(cents)


def refusal_sentence(error: CasinoError) -> str:
    """The sentence of a refusal, translated, with its facts; ``_cents`` facts become money."""
    facts = {
        name: money(value) if name.endswith("_cents") and isinstance(value, int) else value
        for name, value in error.data.items()
    }
    return gettext(error.sentence) % facts
