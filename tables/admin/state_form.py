"""Which tables are opened or closed, and why."""

from django import forms

from casino.reasons import ReasonForm
from tables.models import Table


class StateForm(ReasonForm):
    """Which tables are to be in which state, and why."""

    to = forms.ChoiceField(choices=Table.State.choices, widget=forms.HiddenInput)
    table = forms.ModelMultipleChoiceField(
        queryset=Table.objects.order_by("name"), widget=forms.MultipleHiddenInput
    )
