"""A report as CSV and as XLSX: the same rows under the same heading."""

import datetime
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import xlsxwriter
from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from casino.backoffice.reports.report import Column, Comparison, Kind, Linked, Produced, Row, Value
from casino.exports import CSV_TYPE, Cell, csv_lines
from casino.money import plain_amount

XLSX_TYPE: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
TYPES: Final = {"csv": CSV_TYPE, "xlsx": XLSX_TYPE}

MOST_ROWS_OF_A_SHEET: Final = 1_000_000
"""A sheet takes 1,048,576 lines, the heading among them; more rows go on in another sheet."""

FORMATS: Final = {
    Kind.MONEY: '#,##0.00 "€";[Red]-#,##0.00 "€"',
    Kind.WHOLE: "#,##0",
    Kind.SHARE: "0.000%",
    Kind.DAY: "yyyy-mm-dd",
    Kind.MOMENT: "yyyy-mm-dd hh:mm:ss",
}
WIDTHS: Final = {Kind.TEXT: 24, Kind.PROSE: 60, Kind.MOMENT: 20, Kind.DAY: 12, Kind.WHOLE: 12}

Progress = Callable[[int], None]
"""Is told how many rows are written."""


@dataclass(frozen=True, slots=True)
class Heading:
    """What stands above a report in every form."""

    title: str
    period: str
    made_at: datetime.datetime
    made_by: str
    filters: Sequence[tuple[str, str]]

    @property
    def time_zone(self) -> str:
        """In which days begin and moments are shown."""
        return settings.TIME_ZONE

    def lines(self) -> list[tuple[str, str]]:
        """By name."""
        return [
            (_("Report"), self.title),
            (_("Operator"), settings.CASINO_NAME),
            (_("Period"), self.period),
            (_("Time zone"), self.time_zone),
            (_("Made at"), _local(self.made_at).strftime("%Y-%m-%d %H:%M:%S %z")),
            (_("Made by"), self.made_by),
            *self.filters,
        ]


def _local(moment: datetime.datetime) -> datetime.datetime:
    return timezone.localtime(moment, timezone.get_default_timezone())


def ledger_lines(comparisons: Sequence[Comparison]) -> list[tuple[str, str]]:
    """What the totals were held against, in words."""
    return [
        (
            _("Ledger: %(what)s") % {"what": line.what},
            _("agrees with the ledger: %(amount)s") % {"amount": plain_amount(line.report_cents)}
            if line.agrees
            else _("differs from the ledger: %(report)s here, %(ledger)s there")
            % {
                "report": plain_amount(line.report_cents),
                "ledger": plain_amount(line.ledger_cents),
            },
        )
        for line in comparisons
    ]


def write_csv(
    path: Path, produced: Produced, heading: Heading, progress: Progress | None = None
) -> None:
    """The report as text with commas; amounts as plain numbers, moments with their offset."""
    columns = [_csv_heading(column) for column in produced.columns]
    rows = (
        [_csv_cell(value, column) for value, column in zip(row, produced.columns, strict=True)]
        for row in _with_totals(produced, progress)
    )
    head = [*heading.lines(), *ledger_lines(produced.comparisons), *_notes(produced)]
    with path.open("w", encoding="utf-8", newline="") as file:
        file.writelines(csv_lines(head, columns, rows, empty=_("No activity")))


def _notes(produced: Produced) -> list[tuple[str, str]]:
    return [(_("Note"), note) for note in produced.notes]


def _with_totals(produced: Produced, progress: Progress | None) -> Iterator[Row]:
    """The rows, and the totals beneath them if there are any rows."""
    number = 0
    for number, row in enumerate(produced.rows, start=1):
        yield row
        if progress is not None:
            progress(number)
    if number and produced.totals is not None:
        yield produced.totals


def _csv_heading(column: Column) -> str:
    return f"{column.name} (%)" if column.kind is Kind.SHARE else column.name


def _csv_cell(value: Value, column: Column) -> Cell:
    if isinstance(value, Linked):
        return value.text
    if isinstance(value, datetime.datetime):
        return _local(value).isoformat(" ", "seconds")
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, float):
        return f"{100 * value:.3f}"
    if isinstance(value, int) and column.kind is Kind.MONEY:
        return plain_amount(value)
    return value


def write_xlsx(
    path: Path, produced: Produced, heading: Heading, progress: Progress | None = None
) -> None:
    """The report as a workbook: amounts, shares and days are numbers, texts are never formulas.

    Rows go to the file as they are read.
    """
    options = {
        "constant_memory": True,
        "strings_to_formulas": False,
        "strings_to_numbers": False,
        "strings_to_urls": False,
        "remove_timezone": True,
    }
    with xlsxwriter.Workbook(path, options) as book:
        book.set_properties({"title": heading.title, "company": settings.CASINO_NAME})
        _Book(book, produced, heading).write(_with_totals(produced, progress))


class _Book:
    """Writes a report into a workbook, from the top to the bottom."""

    def __init__(self, book: Any, produced: Produced, heading: Heading) -> None:
        self.book = book
        self.produced = produced
        self.heading = heading
        self.bold = book.add_format({"bold": True})
        self.title = book.add_format({"bold": True, "font_size": 14})
        self.head = book.add_format(
            {"bold": True, "bottom": 1, "text_wrap": True, "valign": "top", "bg_color": "#E8EFEA"}
        )
        self.formats = self._formats({})
        self.totals = self._formats({"bold": True, "top": 1})
        self.wrong = book.add_format({"bold": True, "font_color": "#B3261E"})

    def _formats(self, more: dict[str, Any]) -> list[Any]:
        shown = [FORMATS.get(column.kind, "General") for column in self.produced.columns]
        return [self.book.add_format({"num_format": text, **more}) for text in shown]

    def write(self, rows: Iterable[Row]) -> None:
        """All of it."""
        sheet, line = self._first_sheet()
        written = 0
        for row in rows:
            if written and written % MOST_ROWS_OF_A_SHEET == 0:
                sheet, line = self._sheet(), 0
                self._columns(sheet, 0)
            written += 1
            line += 1
            formats = self.totals if row is self.produced.totals else self.formats
            for number, value in enumerate(row):
                self._cell(sheet, line, number, value, formats[number])
        if not written:
            sheet.write_string(line + 1, 0, _("No activity"))

    def _sheet(self) -> Any:
        """An empty sheet as wide as its columns, that prints on pages side by side."""
        sheet = self.book.add_worksheet()
        for number, column in enumerate(self.produced.columns):
            sheet.set_column(number, number, WIDTHS.get(column.kind, 16))
        sheet.set_landscape()
        sheet.set_paper(9)
        sheet.fit_to_pages(1, 0)
        return sheet

    def _first_sheet(self) -> tuple[Any, int]:
        """The sheet under its heading, and the line of its columns."""
        sheet = self._sheet()
        sheet.write_string(0, 0, self.heading.title, self.title)
        line = 0
        for name, text in self.heading.lines()[1:]:
            line += 1
            sheet.write_string(line, 0, name, self.bold)
            sheet.write_string(line, 1, text)
        comparisons = self.produced.comparisons
        for compared, (name, text) in zip(comparisons, ledger_lines(comparisons), strict=True):
            line += 1
            sheet.write_string(line, 0, name, self.bold)
            sheet.write_string(line, 1, text, None if compared.agrees else self.wrong)
        for name, text in _notes(self.produced):
            line += 1
            sheet.write_string(line, 0, name, self.bold)
            sheet.write_string(line, 1, text)
        line += 2
        self._columns(sheet, line)
        return sheet, line

    def _columns(self, sheet: Any, line: int) -> None:
        for number, column in enumerate(self.produced.columns):
            sheet.write_string(line, number, column.name, self.head)
        sheet.freeze_panes(line + 1, 0)

    def _cell(self, sheet: Any, line: int, number: int, value: Value, shown: Any) -> None:
        if value is None:
            sheet.write_blank(line, number, None, shown)
        elif isinstance(value, Linked):
            sheet.write_string(line, number, value.text, shown)
        elif isinstance(value, str):
            sheet.write_string(line, number, value, shown)
        elif isinstance(value, datetime.datetime):
            sheet.write_datetime(line, number, _local(value), shown)
        elif isinstance(value, datetime.date):
            sheet.write_datetime(line, number, value, shown)
        elif self.produced.columns[number].kind is Kind.MONEY:
            sheet.write_number(line, number, value / 100, shown)
        else:
            sheet.write_number(line, number, value, shown)


WRITERS: Final = {"csv": write_csv, "xlsx": write_xlsx}
