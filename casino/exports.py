"""How a report becomes a file that a spreadsheet opens: its heading, its rows, harmless cells.

A report is one row iterator; the page and every file read the same. Pure: no Django.
"""

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

Cell = str | int | None
"""Amounts go in as ``casino.money.plain_amount`` writes them, so that they are numbers there."""

BOM: Final = "\ufeff"
"""Without it a spreadsheet takes UTF-8 for something else, and a euro sign for three letters."""

CSV_TYPE: Final = "text/csv; charset=utf-8"

_NUMBER = re.compile(r"[+-]?[0-9]+(?:[.,][0-9]+)?")
_RUNS_AS_FORMULA: Final = tuple("=+-@|%\t\r\n＝＋－＠")


def harmless(text: str) -> str:
    """A text that no spreadsheet runs as a formula: what could start one gets an apostrophe.

    Blanks before it do not hide it, since some programs skip them. A number stays a number, its
    sign with it.
    """
    if _NUMBER.fullmatch(text) or not text.lstrip(" \u00a0").startswith(_RUNS_AS_FORMULA):
        return text
    return f"'{text}"


def harmless_cell(cell: Cell) -> str | int:
    """As ``harmless``; numbers pass, and nothing is an empty cell."""
    if cell is None:
        return ""
    return cell if isinstance(cell, int) else harmless(cell)


def csv_lines(
    head: Sequence[tuple[str, Cell]],
    columns: Sequence[str],
    rows: Iterable[Sequence[Cell]],
    *,
    empty: str,
) -> Iterator[str]:
    """The lines of a CSV file: the mark by which spreadsheets know UTF-8, and a ``csv_block``."""
    yield BOM
    yield from csv_block(head, columns, rows, empty=empty)


def csv_block(
    head: Sequence[tuple[str, Cell]],
    columns: Sequence[str],
    rows: Iterable[Sequence[Cell]],
    *,
    empty: str,
) -> Iterator[str]:
    """``head`` as name and value, a blank line, ``columns``, ``rows``.

    Without a row the line ``empty`` stands in their place ("No activity"). Lines end in CRLF, as
    RFC 4180 has them. Rows are read as they are sent, never held together.
    """
    for name, value in head:
        yield _csv_line((name, value))
    yield _csv_line(())
    yield _csv_line(columns)
    nothing = True
    for row in rows:
        nothing = False
        yield _csv_line(row)
    if nothing:
        yield _csv_line((empty,))


class _Line:
    """What ``csv.writer`` writes into: it keeps the one line that was written."""

    text = ""

    def write(self, text: str) -> None:
        """Keep the line."""
        self.text = text


def _csv_line(cells: Sequence[Cell]) -> str:
    line = _Line()
    csv.writer(line).writerow([harmless_cell(cell) for cell in cells])
    return line.text
