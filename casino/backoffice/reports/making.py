"""From what was asked for to a page or a file."""

import datetime
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final

from django.conf import settings
from django.utils import timezone
from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _

from casino.backoffice.reports.files import WRITERS, Heading
from casino.backoffice.reports.filters import AskForm
from casino.backoffice.reports.reading import reading
from casino.backoffice.reports.report import Column, Kind, Linked, Produced, Report, Row, Value
from casino.models import User
from casino.presentation import moment, money

SHOWN: Final = 500
"""Rows that a page shows; files hold all."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of the page."""

    text: str
    url: str
    is_number: bool
    is_negative: bool
    is_prose: bool


@dataclass(frozen=True, slots=True)
class ReportPage:
    """A report as its page shows it."""

    produced: Produced
    heading: Heading
    rows: Sequence[Sequence[Cell]]
    totals: Sequence[Cell]

    @property
    def is_cut(self) -> bool:
        """Whether files hold more rows than the page."""
        return self.produced.count > len(self.rows)

    @property
    def is_long(self) -> bool:
        """Whether a job makes its files."""
        return self.produced.count > settings.REPORT_ROWS_AT_ONCE


def heading_of(report: Report, form: AskForm, *, by: User) -> Heading:
    """What stands above the report."""
    now = timezone.now()
    as_of = _("as of %(moment)s") % {"moment": moment(now)}
    return Heading(
        title=str(report.title),
        period=str(form.period) if report.has_period else as_of,
        made_at=now,
        made_by=by.get_username(),
        filters=form.sentences(),
    )


def report_page(report: Report, form: AskForm, *, by: User) -> ReportPage:
    """The report for the screen: its first rows, all of its totals."""
    with reading():
        produced = report.produce(form.asked)
        rows = [_cells(row, produced.columns) for row in islice(produced.rows, SHOWN)]
    totals = _cells(produced.totals, produced.columns) if produced.totals and rows else []
    return ReportPage(produced, heading_of(report, form, by=by), rows, totals)


def report_file(report: Report, form: AskForm, *, by: User, file_format: str) -> bytes | None:
    """The report as a file; None where it is so long that a job has to make it."""
    with reading(), tempfile.TemporaryDirectory(prefix="report-") as folder:
        produced = report.produce(form.asked)
        if produced.count > settings.REPORT_ROWS_AT_ONCE:
            return None
        path = Path(folder) / "report"
        WRITERS[file_format](path, produced, heading_of(report, form, by=by))
        return path.read_bytes()


def _cells(row: Row, columns: Sequence[Column]) -> list[Cell]:
    return [
        Cell(
            text=_shown(value, column.kind),
            url=value.url if isinstance(value, Linked) else "",
            is_number=column.is_number,
            is_negative=isinstance(value, int | float) and value < 0,
            is_prose=column.kind is Kind.PROSE,
        )
        for value, column in zip(row, columns, strict=True)
    ]


def _shown(value: Value, kind: Kind) -> str:
    text = ""
    match value:
        case Linked():
            text = value.text
        case str():
            text = value
        case datetime.datetime():
            text = moment(value)
        case datetime.date():
            text = date_format(value, "D j M Y")
        case float():
            text = share(value)
        case int():
            text = money(value) if kind is Kind.MONEY else number_format(value, force_grouping=True)
    return text


def share(value: float, places: int = 3) -> str:
    """0.98381 as ``98.381 %``, in the reader's language."""
    sign = "−" if value < 0 else ""
    return f"{sign}{number_format(f'{abs(100 * value):.{places}f}', places)} %"


def rough_share(value: float) -> str:
    """0.985 as ``98.5 %``."""
    return share(value, 1)
