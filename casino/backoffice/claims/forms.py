"""How much is taken for a claim, and why it is touched."""

from django import forms
from django.utils.translation import gettext_lazy as _

from casino.fields import AmountField, RequestKeyField


class ReasonForm(forms.Form):
    """Why a claim is given up."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=200,
        widget=forms.TextInput(attrs={"size": 80}),
        help_text=_("Kept in the audit trail."),
    )


class SettleForm(ReasonForm):
    """How much of a claim is taken from the player's cash."""

    amount = AmountField(label=_("Amount"))
    key = RequestKeyField()

    field_order = ("amount", "reason", "key")
