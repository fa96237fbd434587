"""What players send to the cashier."""

from django import forms
from django.utils.translation import gettext_lazy as _

from casino.fields import AmountField, RequestKeyField


class PaymentForm(forms.Form):
    """An amount to pay in or out."""

    key = RequestKeyField()
    amount = AmountField(label=_("Amount"))
