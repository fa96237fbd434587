"""The statement of account: a page and a file of the same rows."""

import datetime
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.views.decorators.http import require_GET

from casino.exports import CSV_TYPE, Cell, csv_block, csv_lines
from casino.money import plain_amount
from casino.web import PlayerRequest, logged_in
from golden_chips.selectors.statement import GOLDEN_MARK, ChipLine
from tables.forms import StatementForm
from tables.selectors.statement import Statement, player_statement, round_addresses
from wallet.selectors.statement import StatementLine

SHOWN: Final = 500
"""So many movements stand on the page; the file has all."""


@dataclass(frozen=True, slots=True)
class MoneyRow:
    """A movement as it is read: ``address`` is the round's, where it belongs to one;
    ``with_golden``: golden chips of the player lay in that round."""

    number: str
    line: StatementLine
    what: str
    with_golden: bool
    address: str


@dataclass(frozen=True, slots=True)
class ChipRow:
    """An event of golden chips as it is read."""

    number: str
    line: ChipLine
    what: str


@require_GET
@logged_in
def statement(request: PlayerRequest) -> HttpResponse:
    """The statement of a period; what cannot be asked for is said."""
    form = StatementForm(request.GET)
    if not form.is_valid():
        return render(request, "tables/statement.html", {"form": form}, status=400)
    made = player_statement(player=request.user, period=form.period)
    # The days that were left out stand in the form, and in the address of the file.
    asked = {"since": made.period.first.isoformat(), "until": made.period.last.isoformat()}
    shown = made.lines[:SHOWN]
    addresses = round_addresses(references={line.reference for line in shown})
    context = {
        "form": StatementForm(asked),
        "statement": made,
        "rows": [_money_row(made, line, str(addresses.get(line.reference, ""))) for line in shown],
        "chips": [_chip_row(line) for line in made.chip_lines[:SHOWN]],
        "is_cut": max(len(made.lines), len(made.chip_lines)) > SHOWN,
        "shown": SHOWN,
        "zone": settings.TIME_ZONE,
        "query": urlencode(asked),
    }
    return render(request, "tables/statement.html", context)


@require_GET
@logged_in
def statement_csv(request: PlayerRequest) -> HttpResponse:
    """The same as a file; a period that cannot be asked for leads to the page that says so."""
    form = StatementForm(request.GET)
    if not form.is_valid():
        return statement(request)
    made = player_statement(player=request.user, period=form.period)
    answer = HttpResponse(_file(made), content_type=CSV_TYPE)
    days = f"{form.period.first.isoformat()}-{form.period.last.isoformat()}"
    answer["Content-Disposition"] = f'attachment; filename="statement-{days}.csv"'
    return answer


def _money_row(made: Statement, line: StatementLine, address: str = "") -> MoneyRow:
    return MoneyRow(
        number=f"T{line.number:09d}",
        line=line,
        what=str(line.kind.label),
        with_golden=line.reference in made.golden_rounds,
        address=address,
    )


def _chip_row(line: ChipLine) -> ChipRow:
    return ChipRow(number=f"C{line.number:09d}", line=line, what=str(line.kind.label))


def _file(made: Statement) -> Iterator[str]:
    empty = gettext("No activity")
    yield from csv_lines(_head(made), _money_columns(), _money_cells(made), empty=empty)
    yield "\r\n"
    yield from csv_block(_chip_head(made), _chip_columns(), _chip_cells(made), empty=empty)


def _head(made: Statement) -> list[tuple[str, Cell]]:
    says = gettext("yes") if made.adds_up else gettext("NO")
    return [
        (gettext("Report"), gettext("Statement of account")),
        (gettext("Operator"), settings.CASINO_NAME),
        (gettext("Player"), made.player),
        (gettext("Period"), f"{made.period.first.isoformat()} – {made.period.last.isoformat()}"),
        (gettext("Time zone"), settings.TIME_ZONE),
        (gettext("Made at"), _iso(made.made_at)),
        (gettext("Opening balance, cash"), plain_amount(made.opening.cash_cents)),
        (gettext("Opening balance, at the tables"), plain_amount(made.opening.tables_cents)),
        (gettext("Closing balance, cash"), plain_amount(made.closing.cash_cents)),
        (gettext("Closing balance, at the tables"), plain_amount(made.closing.tables_cents)),
        (gettext("Opening and movements make closing"), says),
    ]


def _money_columns() -> list[str]:
    return [
        gettext("Movement"),
        gettext("When"),
        gettext("What"),
        gettext("Round, session or order"),
        gettext("Cash"),
        gettext("Balance, cash"),
        gettext("At the tables"),
        gettext("Balance, at the tables"),
        gettext("Reverses"),
        gettext("Reason"),
        GOLDEN_MARK,
    ]


def _money_cells(made: Statement) -> Iterator[list[Cell]]:
    for line in made.lines:
        row = _money_row(made, line)
        yield [
            row.number,
            _iso(line.at),
            row.what,
            line.reference,
            plain_amount(line.cash_cents),
            plain_amount(line.after.cash_cents),
            plain_amount(line.tables_cents),
            plain_amount(line.after.tables_cents),
            f"T{line.reverses:09d}" if line.reverses else None,
            line.reason,
            GOLDEN_MARK if row.with_golden else "",
        ]


def _chip_head(made: Statement) -> list[tuple[str, Cell]]:
    return [
        (gettext("Golden chips"), gettext("in face value; they are no money")),
        (gettext("Opening balance"), plain_amount(made.chips_opening_cents)),
        (gettext("Closing balance"), plain_amount(made.chips_closing_cents)),
    ]


def _chip_columns() -> list[str]:
    return [
        gettext("Event"),
        gettext("When"),
        gettext("What"),
        gettext("Campaign"),
        gettext("Round"),
        gettext("Chips"),
        gettext("Value of a chip"),
        gettext("Moved"),
        gettext("Balance"),
        gettext("Won in cash"),
        gettext("Reason"),
    ]


def _chip_cells(made: Statement) -> Iterator[list[Cell]]:
    for row in map(_chip_row, made.chip_lines):
        line = row.line
        yield [
            row.number,
            _iso(line.at),
            row.what,
            line.campaign,
            line.reference,
            line.chips,
            plain_amount(line.chip_cents),
            plain_amount(line.moved_cents),
            plain_amount(line.after_cents),
            plain_amount(line.paid_cents),
            line.reason,
        ]


def _iso(moment: datetime.datetime) -> str:
    """In the house's zone, with its offset: the hour that comes twice a year is told apart."""
    local = timezone.localtime(moment, timezone.get_default_timezone())
    return local.isoformat(sep=" ", timespec="seconds")
