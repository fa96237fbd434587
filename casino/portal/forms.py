"""Registration."""

import datetime

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from casino.models import User

ADULT_AGE = 18


def latest_adult_birth_date(today: datetime.date) -> datetime.date:
    """The last day on which somebody could be born who is 18 years old today."""
    year = today.year - ADULT_AGE
    try:
        return today.replace(year=year)
    except ValueError:  # 29 February: the birthday counts from 1 March on
        return datetime.date(year, 2, 28)


class RegistrationForm(forms.Form):
    """What registration asks on top of name, e-mail and password."""

    birth_date = forms.DateField(
        label=_("Date of birth"),
        widget=forms.DateInput(attrs={"type": "date", "autocomplete": "bday"}),
        help_text=_("You must be 18 or older to play."),
    )

    def clean_birth_date(self) -> datetime.date:
        """Refuse minors and dates that cannot be."""
        birth_date: datetime.date = self.cleaned_data["birth_date"]
        today = timezone.localdate()
        if birth_date > latest_adult_birth_date(today):
            raise forms.ValidationError(_("You must be 18 or older to play."), code="too_young")
        if birth_date.year < today.year - 120:
            raise forms.ValidationError(_("Check the year of your date of birth."), code="too_old")
        return birth_date

    def signup(self, request: object, user: User) -> None:  # noqa: ARG002  allauth's interface
        """Keep the date of birth with the new player."""
        user.birth_date = self.cleaned_data["birth_date"]
        user.save(update_fields=["birth_date"])
