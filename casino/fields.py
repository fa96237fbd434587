"""Form fields of the house."""

import datetime
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from casino.errors import AmountRefused
from casino.money import parse_cents
from casino.presentation import refusal_sentence


class AmountInput(forms.TextInput):
    """A text box that brings up the number keys; ``12.50`` and ``12,50`` are both understood."""

    def __init__(self, attrs: dict[str, Any] | None = None) -> None:
        super().__init__(
            {"inputmode": "decimal", "autocomplete": "off", "maxlength": 16, **(attrs or {})}
        )


class AmountField(forms.CharField):
    """An amount in euro; its value is whole cents. A refused text says why in one sentence."""

    widget = AmountInput

    def clean(self, value: Any) -> int:
        """Whole cents; 0 when the field may be empty and is."""
        text: str = super().clean(value)
        if not text and not self.required:
            return 0
        try:
            return parse_cents(text)
        except AmountRefused as error:
            raise forms.ValidationError(refusal_sentence(error), code=error.code) from error


class RequestKeyField(forms.UUIDField):
    """The hidden key that makes a repeated request harmless."""

    widget = forms.HiddenInput
    default_error_messages = {
        "required": _("This form has expired. Reload the page and try again."),
        "invalid": _("This form has expired. Reload the page and try again."),
    }


class HouseMomentInput(forms.DateTimeInput):
    """The browser's own field for a day and a time; its text is the same in every language."""

    input_type = "datetime-local"

    def __init__(self, attrs: dict[str, Any] | None = None) -> None:
        super().__init__(attrs, format="%Y-%m-%dT%H:%M")


class HouseMomentField(forms.CharField):
    """A moment on the clocks of the house (``CASINO_TIME_ZONE``); its value is in UTC.

    In the hour that comes twice in autumn the first of both moments is meant, or with ``last`` the
    second: an interval holds the whole hour. In spring an hour is left out; a time in it is
    refused, since no clock has shown it.
    """

    widget = HouseMomentInput
    default_error_messages = {
        "invalid": _("Enter a day and a time, such as 2026-08-31 14:30."),
        "skipped": _("That time was left out when the clocks went forward. Enter another one."),
    }

    def __init__(self, *, last: bool = False, **kwargs: Any) -> None:
        super().__init__(max_length=32, **kwargs)
        self.last = last

    def clean(self, value: Any) -> datetime.datetime:
        """The moment in UTC."""
        text: str = super().clean(value)
        try:
            shown = datetime.datetime.fromisoformat(text)
        except ValueError as error:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid") from error
        if shown.tzinfo is not None:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        zone = timezone.get_default_timezone()
        local = shown.replace(tzinfo=zone, fold=int(self.last))
        try:
            moment = local.astimezone(datetime.UTC)
        except OverflowError as error:  # in UTC it would lie before the first day there is
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid") from error
        if moment.astimezone(zone).replace(tzinfo=None) != shown:
            raise forms.ValidationError(self.error_messages["skipped"], code="skipped")
        return moment
