"""The one base of all refusals: a code, the facts, an HTTP status, and a sentence for people.

Sentences are marked here and translated where they are shown, so that services stay free of the
reader's language. ``%(name)s`` stands for a fact; facts ending in ``_cents`` are shown as money.
"""

from collections.abc import Mapping
from typing import ClassVar


def gettext_noop(sentence: str) -> str:
    """Mark a sentence for the translators without translating it."""
    return sentence


class CasinoError(Exception):
    """A command that was refused. Nothing has changed.

    ``words`` names facts that are marked texts themselves, to be translated with the sentence.
    """

    code: ClassVar[str] = "refused"
    status: ClassVar[int] = 400
    words: ClassVar[tuple[str, ...]] = ()
    sentence: ClassVar[str] = gettext_noop("This cannot be done.")

    def __init__(self, **data: str | int | None) -> None:
        self.data: Mapping[str, str | int | None] = data
        facts = ", ".join(f"{name}={value}" for name, value in data.items())
        super().__init__(f"{self.code} ({facts})" if facts else self.code)


class NotFound(CasinoError):
    """The thing does not exist, or not for this person: both are answered alike."""

    code = "not_found"
    status = 404
    sentence = gettext_noop("There is nothing here under that address.")


class TierInUse(CasinoError):
    """A VIP tier with players is not deleted. Facts: ``tier``, ``players``."""

    code = "tier_in_use"
    status = 409
    sentence = gettext_noop(
        "%(tier)s cannot be deleted: players are in it (%(players)s). Move them first."
    )


class IdempotencyConflict(CasinoError):
    """An idempotency key came back with other input than the first time."""

    code = "idempotency_conflict"
    status = 409
    sentence = gettext_noop(
        "This request was already made with other contents. Reload the page and try again."
    )


class AmountRefused(CasinoError):
    """A text that is not an amount; the subclasses say how."""

    code = "amount_refused"
    sentence = gettext_noop("Enter an amount in euro, such as 12.50.")


class AmountEmpty(AmountRefused):
    """Nothing was entered."""

    code = "amount_empty"
    sentence = gettext_noop("Enter an amount, such as 12.50.")


class AmountNegative(AmountRefused):
    """The text begins with a minus sign."""

    code = "amount_negative"
    sentence = gettext_noop("An amount cannot be negative. Enter one such as 12.50.")


class AmountTooPrecise(AmountRefused):
    """Three or more digits stand behind the separator."""

    code = "amount_too_precise"
    sentence = gettext_noop(
        "Enter whole cents, with two decimals at most and no thousands separator, such as 1250.00."
    )


class AmountTooLarge(AmountRefused):
    """More than the house ever books."""

    code = "amount_too_large"
    sentence = gettext_noop("That amount is too large.")


class AmountNotANumber(AmountRefused):
    """Letters, signs, or no digits."""

    code = "amount_not_a_number"
    sentence = gettext_noop("That is not an amount. Enter one such as 12.50.")
