"""Which rounds are to be voided, and why."""

import datetime
import uuid
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from casino.fields import HouseMomentField, RequestKeyField
from tables.models import Table
from tables.selectors.void_preview import VoidScope


class VoidRoundsForm(forms.Form):
    """Rounds that were chosen in a list (``rounds``: their ids with commas between), or all that
    began at a table in an interval."""

    rounds = forms.RegexField(r"^\d{1,18}(,\d{1,18})*$", required=False, widget=forms.HiddenInput)
    table = forms.ModelChoiceField(
        label=_("Table"), queryset=Table.objects.order_by("name"), required=False
    )
    from_at = HouseMomentField(label=_("Rounds that began from"), required=False)
    to_at = HouseMomentField(label=_("and before"), required=False, last=True)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=200,
        widget=forms.TextInput(attrs={"size": 80}),
        help_text=_("The players read it in their history."),
    )
    key = RequestKeyField()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        chosen = self.data.get("rounds") or self.initial.get("rounds")
        if chosen:
            for name in ("table", "from_at", "to_at"):
                del self.fields[name]
        else:
            for name in ("table", "from_at", "to_at"):
                self.fields[name].required = True

    def scope(self) -> VoidScope:
        """What was asked for, as services take it."""
        data = self.cleaned_data
        if data["rounds"]:
            return VoidScope(tuple(sorted({int(number) for number in data["rounds"].split(",")})))
        return VoidScope(table=data["table"], from_at=data["from_at"], to_at=data["to_at"])


def first_form(chosen: str) -> VoidRoundsForm:
    """The form as it is opened: with rounds of a list, or for the last hour."""
    now = timezone.localtime()
    initial: dict[str, Any] = {"rounds": chosen, "key": uuid.uuid4()}
    initial["to_at"] = now.replace(tzinfo=None)
    initial["from_at"] = (now - datetime.timedelta(hours=1)).replace(tzinfo=None)
    return VoidRoundsForm(initial=initial)
