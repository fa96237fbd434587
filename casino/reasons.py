"""Why a member of staff does something: asked wherever it is kept."""

from typing import Final

from django import forms
from django.utils.translation import gettext_lazy as _

REASON_LENGTH: Final = 200
"""What the audit trail holds."""


class ReasonField(forms.CharField):
    """A reason on one line."""

    def __init__(self) -> None:
        super().__init__(
            label=_("Reason"),
            max_length=REASON_LENGTH,
            widget=forms.TextInput(attrs={"size": 80}),
            error_messages={"required": _("Give the reason; it is kept with the record.")},
        )


class ReasonForm(forms.Form):
    """The reason alone."""

    reason = ReasonField()
