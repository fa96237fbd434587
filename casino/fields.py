"""Form fields of the house."""

from typing import Any

from django import forms
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
