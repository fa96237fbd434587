"""Why something is done to a table: kept with it for good."""

from typing import Final

from django import forms
from django.utils.translation import gettext_lazy as _

from tables.models import Table

REASON_LENGTH: Final = 200


class ReasonForm(forms.Form):
    """The reason alone."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=REASON_LENGTH,
        widget=forms.TextInput(attrs={"size": 80}),
        error_messages={"required": _("Give the reason; it is kept with the record.")},
    )


class StateForm(ReasonForm):
    """Which tables are to be in which state, and why."""

    to = forms.ChoiceField(choices=Table.State.choices, widget=forms.HiddenInput)
    table = forms.ModelMultipleChoiceField(
        queryset=Table.objects.order_by("name"), widget=forms.MultipleHiddenInput
    )
