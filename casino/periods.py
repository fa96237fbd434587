"""Periods of whole days of the house, and the form that asks for one.

A day begins at midnight in ``CASINO_TIME_ZONE``; two days of the year have 23 and 25 hours.
"""

import datetime
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

FIRST_DAY: Final = datetime.date(2000, 1, 1)
"""The house has no older day; what lies before it is a slip of the keys."""


@dataclass(frozen=True, slots=True)
class Period:
    """From the first day to the last, both included."""

    first: datetime.date
    last: datetime.date

    @property
    def start(self) -> datetime.datetime:
        """The first moment that belongs to it."""
        return midnight(self.first)

    @property
    def end(self) -> datetime.datetime:
        """The first moment that no longer belongs to it."""
        return midnight(self.last + datetime.timedelta(days=1))

    @property
    def days(self) -> int:
        """How many days it has."""
        return (self.last - self.first).days + 1

    def __str__(self) -> str:
        first, last = (date_format(day, "j M Y") for day in (self.first, self.last))
        return first if first == last else f"{first} – {last}"


def midnight(day: datetime.date) -> datetime.datetime:
    """When a day of the house begins."""
    return datetime.datetime.combine(day, datetime.time.min, timezone.get_default_timezone())


def today() -> datetime.date:
    """The day of the house that it is now."""
    return timezone.localdate(timezone=timezone.get_default_timezone())


def last_days(days: int) -> Period:
    """So many days, today the last of them."""
    last = today()
    return Period(last - datetime.timedelta(days=days - 1), last)


class DayField(forms.DateField):
    """A day, neither before the house's first nor after today."""

    default_error_messages = {
        "invalid": _("Enter a day such as 2026-11-30."),
        "future": _("This day is still to come: today is %(today)s."),
        "past": _("There is nothing before %(first)s."),
    }

    def __init__(self, **options: Any) -> None:
        widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
        super().__init__(widget=widget, input_formats=["%Y-%m-%d"], localize=False, **options)

    def validate(self, value: Any) -> None:
        """Raises ``ValidationError`` with ``future`` or ``past``."""
        super().validate(value)
        if value is None:
            return
        if value > today():
            self._refuse("future", today=date_format(today(), "j M Y"))
        if value < FIRST_DAY:
            self._refuse("past", first=date_format(FIRST_DAY, "j M Y"))

    def _refuse(self, code: str, **facts: str) -> None:
        raise forms.ValidationError(self.error_messages[code], code=code, params=facts)


class PeriodForm(forms.Form):
    """A period by its first and last day; both may be left out.

    ``period`` is there once the form is valid: a day that is left out is the house's first or
    today.
    """

    since = DayField(label=_("From"), required=False)
    until = DayField(label=_("To"), required=False)

    def clean(self) -> dict[str, Any]:
        """Refuse a period that ends before it begins."""
        data = super().clean() or self.cleaned_data
        since, until = data.get("since"), data.get("until")
        if since and until and since > until:
            self.add_error("until", gettext("The period ends before it begins."))
        return data

    @property
    def period(self) -> Period:
        """The period that was asked for."""
        since, until = self.cleaned_data["since"], self.cleaned_data["until"]
        return Period(since or FIRST_DAY, until or today())
