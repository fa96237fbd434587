"""What a report is: columns, rows, totals, and what its totals are held against."""

import datetime
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import ClassVar

from django.utils.translation import gettext as _
from django_stubs_ext import StrOrPromise

from casino.backoffice.reports.charts import Chart
from casino.backoffice.reports.filters import Asked
from golden_chips.selectors.statement import GOLDEN_MARK


class Kind(Enum):
    """What stands in a column, and so how each form of the report writes it."""

    TEXT = auto()
    PROSE = auto()
    """A longer text, that may take several lines."""
    WHOLE = auto()
    MONEY = auto()
    """Whole cents."""
    SHARE = auto()
    """A float: 0.9838 is shown as 98.380 %."""
    DAY = auto()
    MOMENT = auto()


@dataclass(frozen=True, slots=True)
class Linked:
    """A text that leads somewhere on the page; files hold the text alone."""

    text: str
    url: str


Value = str | int | float | datetime.date | datetime.datetime | Linked | None
Row = Sequence[Value]


@dataclass(frozen=True, slots=True)
class Column:
    """One column; ``name`` is its heading."""

    name: str
    kind: Kind = Kind.TEXT

    @property
    def is_number(self) -> bool:
        """Whether its cells stand to the right."""
        return self.kind in (Kind.WHOLE, Kind.MONEY, Kind.SHARE)


@dataclass(frozen=True, slots=True)
class Comparison:
    """A total of the report beside what the transfers say, in cents."""

    what: str
    report_cents: int
    ledger_cents: int

    @property
    def difference_cents(self) -> int:
        """0 where they agree."""
        return self.report_cents - self.ledger_cents

    @property
    def agrees(self) -> bool:
        """Whether they are the same to the cent."""
        return not self.difference_cents


@dataclass(frozen=True, slots=True)
class Produced:
    """A report that was asked for. ``rows`` are read once; ``count`` says how many come.

    ``totals`` is a row of its own, left out where there are no rows. ``comparisons`` is empty only
    where a report says nothing of money. ``notes`` are sentences that belong to the figures.
    """

    columns: Sequence[Column]
    rows: Iterable[Row]
    count: int
    totals: Row | None = None
    comparisons: Sequence[Comparison] = ()
    notes: Sequence[str] = ()
    charts: Sequence[Chart] = field(default=())


class Report(ABC):
    """One kind of report. ``filters`` names the fields of its form (``filters.FIELDS``)."""

    slug: ClassVar[str]
    title: ClassVar[StrOrPromise]
    about: ClassVar[StrOrPromise]
    filters: ClassVar[tuple[str, ...]] = ()
    has_period: ClassVar[bool] = True
    """Without one it tells how things stand now."""

    @abstractmethod
    def produce(self, asked: Asked) -> Produced:
        """The report; to be called, and its rows to be read, within ``reading()``."""


def money_column(name: str) -> Column:
    """Cents."""
    return Column(name, Kind.MONEY)


def whole_column(name: str) -> Column:
    """A number of things."""
    return Column(name, Kind.WHOLE)


def golden_mark_column() -> Column:
    """For the mark of rounds with golden chips in them, which files bear as the history does."""
    return Column(GOLDEN_MARK)


def golden_mark(with_golden: bool) -> str:
    """The mark, or nothing."""
    return GOLDEN_MARK if with_golden else ""


def total_row(columns: Sequence[Column], sums: dict[int, Value]) -> list[Value]:
    """``Total`` under the first column, and the sums under the columns of their numbers."""
    row: list[Value] = [None] * len(columns)
    row[0] = _("Total")
    for number, value in sums.items():
        row[number] = value
    return row


def summed(columns: Sequence[Column], rows: Sequence[Row]) -> list[Value]:
    """The total row of rows that are all at hand: amounts are added up, nothing else is."""
    sums: dict[int, Value] = {}
    for number, column in enumerate(columns):
        if column.kind is Kind.MONEY:
            cents = (row[number] for row in rows)
            sums[number] = sum(value for value in cents if isinstance(value, int))
    return total_row(columns, sums)
