"""What players send from the page of a table."""

import re
from collections.abc import Mapping
from typing import Final

from django import forms
from django.utils.translation import gettext_lazy as _

from casino.fields import AmountField, RequestKeyField
from tables.engine.bets import BoxBets
from tables.engine.stake import Stake

BOX_FIELD: Final = re.compile(r"box_([1-9][0-9]?)")
EXPIRED: Final = _("This page is out of date. Reload it and try again.")
NO_CHIP: Final = _("There is no such chip here. Take one from the tray.")


class MoneyForm(forms.Form):
    """A buy-in, or money added to a session."""

    key = RequestKeyField()
    amount = AmountField(label=_("Amount"))


class AddMoneyForm(MoneyForm):
    """Money for the session that is running."""

    session = forms.UUIDField(error_messages={"required": EXPIRED, "invalid": EXPIRED})


class EndSessionForm(forms.Form):
    """Which session is ended."""

    session = forms.UUIDField(error_messages={"required": EXPIRED, "invalid": EXPIRED})


class BetsForm(forms.Form):
    """An amount for each box, as many as were sent. Which boxes there are, the rules know."""

    key = RequestKeyField()
    session = forms.UUIDField(error_messages={"required": EXPIRED, "invalid": EXPIRED})

    def __init__(self, data: Mapping[str, str]) -> None:
        super().__init__(data)
        for name in sorted(data):
            if BOX_FIELD.fullmatch(name):
                self.fields[name] = AmountField(required=False)

    def bets(self) -> list[BoxBets]:
        """The boxes with money on them. An amount of 0 is no bet."""
        return [
            BoxBets(box=int(name.removeprefix("box_")), main=Stake(cents))
            for name, cents in self.cleaned_data.items()
            if BOX_FIELD.fullmatch(name) and cents
        ]

    def refused_box(self) -> int | None:
        """The first box whose amount cannot be read."""
        names = (BOX_FIELD.fullmatch(name) for name in self.errors)
        return next((int(match[1]) for match in names if match), None)


class ChipForm(forms.Form):
    """A chip of the tray for the chosen box."""

    chip = forms.IntegerField(error_messages={"required": NO_CHIP, "invalid": NO_CHIP})
    chosen = forms.IntegerField(
        min_value=1,
        max_value=99,
        error_messages={"required": _("Choose a box."), "invalid": _("Choose a box.")},
    )


class ActionForm(forms.Form):
    """A decision on a hand. Which actions there are, the rules know."""

    round = forms.UUIDField(error_messages={"required": EXPIRED, "invalid": EXPIRED})
    step = forms.IntegerField(
        min_value=0, max_value=1000, error_messages={"required": EXPIRED, "invalid": EXPIRED}
    )
    hand = forms.CharField(max_length=10, required=False)
    action = forms.CharField(
        max_length=20, error_messages={"required": _("Choose one of the actions shown.")}
    )


def first_error(form: forms.Form) -> str:
    """The first sentence that the form has to say."""
    return next(str(sentence) for sentences in form.errors.values() for sentence in sentences)
