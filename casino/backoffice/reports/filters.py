"""What a report is asked for: its period and what it is narrowed down to."""

from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.db.models import Q
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from casino.fields import AmountField
from casino.models import User
from casino.money import plain_amount
from casino.periods import FIRST_DAY, Period, PeriodForm, today
from casino.presentation import money
from tables.models import Table, TableVersion

LARGE_WIN_CENTS: Final = 100_000
"""What is asked for where nothing else is."""

GROUPS: Final = (
    ("day", _("Day")),
    ("game", _("Game")),
    ("table", _("Table")),
    ("version", _("Table version")),
)


@dataclass(frozen=True, slots=True)
class Asked:
    """The filters of a report; what was not asked for is empty."""

    period: Period
    group: str = "day"
    game: str = ""
    table: Table | None = None
    version: TableVersion | None = None
    player: User | None = None
    least_cents: int = LARGE_WIN_CENTS

    def versions(self) -> Q:
        """What a table version must be, as a condition on ``TableVersion``."""
        return self.at("table", "pk")

    def at(self, table: str, version: str) -> Q:
        """Game, table and version as a condition on a model that names them so."""
        condition = Q()
        if self.game:
            condition &= Q(**{f"{table}__game": self.game})
        if self.table is not None:
            condition &= Q(**{table: self.table.pk})
        if self.version is not None:
            condition &= Q(**{version: self.version.pk})
        return condition


class PlayerField(forms.CharField):
    """A player by name or e-mail address."""

    default_error_messages = {"unknown": _("There is no player of this name.")}

    def clean(self, value: Any) -> User | None:
        """The player; None where the field is empty."""
        text: str = super().clean(value)
        if not text:
            return None
        named = Q(username=text) | Q(email__iexact=text)
        found = User.objects.filter(named, is_staff=False).first()
        if found is None:
            raise forms.ValidationError(self.error_messages["unknown"], code="unknown")
        return found


class VersionField(forms.ModelChoiceField[TableVersion]):
    """A table version, by the table's name."""

    def __init__(self, **options: Any) -> None:
        versions = TableVersion.objects.select_related("table").only("number", "table__name")
        ordered = versions.order_by("table__name", "-number")
        super().__init__(queryset=ordered, required=False, empty_label=_("all"), **options)


class AskForm(PeriodForm):
    """The filters of one report. ``asked`` is there once the form is valid."""

    group = forms.ChoiceField(label=_("Grouped by"), choices=GROUPS, required=False)
    game = forms.ChoiceField(
        label=_("Game"), choices=[("", _("all")), *Table.Game.choices], required=False
    )
    table = forms.ModelChoiceField(
        label=_("Table"),
        queryset=Table.objects.order_by("name"),
        required=False,
        empty_label=_("all"),
    )
    version = VersionField(label=_("Version"))
    player = PlayerField(
        label=_("Player"),
        required=False,
        widget=forms.TextInput(attrs={"placeholder": _("name or e-mail address")}),
    )
    least_cents = AmountField(label=_("From an amount of"), required=False)

    def __init__(self, data: QueryDict | dict[str, Any], *, filters: tuple[str, ...]) -> None:
        super().__init__(data or month_to_date())
        always = {"since", "until"}
        for name in set(self.fields) - set(filters) - always:
            del self.fields[name]

    def clean(self) -> dict[str, Any]:
        """Refuse a version of another table than the one that is asked for."""
        data = super().clean()
        table, version = data.get("table"), data.get("version")
        if table and version and version.table_id != table.pk:
            self.add_error("version", gettext("This version is one of another table."))
        return data

    @property
    def asked(self) -> Asked:
        """What was asked for; what was left out is as ``Asked`` has it."""
        chosen = {
            name: value
            for name, value in self.cleaned_data.items()
            if name not in ("since", "until") and value
        }
        return Asked(period=self.period, **chosen)

    def plain(self) -> dict[str, str]:
        """What was typed, to be kept and to be put into an address."""
        return {name: str(self[name].value() or "") for name in self.fields}

    def sentences(self) -> list[tuple[str, str]]:
        """The filters that narrow the report down, by name, as a reader wants them."""
        said = []
        for name, value in self.cleaned_data.items():
            if name in ("since", "until") or not value:
                continue
            choices = {"game": Table.Game.choices, "group": GROUPS}.get(name, ())
            text = money(value) if isinstance(value, int) else dict(choices).get(value, value)
            said.append((str(self.fields[name].label), str(text)))
        return said


def month_to_date() -> dict[str, str]:
    """What is asked for where nothing else is."""
    now = today()
    return {"since": now.replace(day=1).isoformat(), "until": now.isoformat(), **_LEAST}


_LEAST: Final = {"least_cents": plain_amount(LARGE_WIN_CENTS)}


def quick_periods() -> list[tuple[str, dict[str, str]]]:
    """Periods to choose with one click, with the days that they ask for."""
    now = today()
    yesterday = now.fromordinal(now.toordinal() - 1)
    return [
        (gettext("Today"), _days(Period(now, now))),
        (gettext("Yesterday"), _days(Period(yesterday, yesterday))),
        (gettext("Month to date"), _days(Period(now.replace(day=1), now))),
        (gettext("Year to date"), _days(Period(now.replace(month=1, day=1), now))),
        (gettext("Life to date"), _days(Period(FIRST_DAY, now))),
    ]


def _days(period: Period) -> dict[str, str]:
    return {"since": period.first.isoformat(), "until": period.last.isoformat()}
