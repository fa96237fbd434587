"""Gaming revenue: what was staked, what came back, what the house kept."""

import datetime
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Sum
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from casino.backoffice.reports.charts import Chart, bar_chart
from casino.backoffice.reports.figures import BetFigures, LedgerFigures
from casino.backoffice.reports.filters import Asked
from casino.backoffice.reports.report import (
    Column,
    Comparison,
    Kind,
    Produced,
    Report,
    Value,
    money_column,
    total_row,
    whole_column,
)
from casino.backoffice.reports.summaries import DAY, figures
from casino.presentation import money
from tables.engine.bets import MAIN
from tables.models import Bet, Round, Table, TableVersion

Key = tuple[Any, ...]
"""What a line is of: a day, or names."""


@dataclass(slots=True)
class Sums:
    """What one line of the report adds up, in cents."""

    rounds: int = 0
    handle: int = 0
    payouts: int = 0
    golden: int = 0
    golden_paid: int = 0

    def add(self, line: BetFigures) -> None:
        """One more line of figures; every player's round has one main bet or more."""
        self.rounds += line.rounds if line.bet == MAIN else 0
        self.handle += line.staked_cents
        self.payouts += line.paid_cents
        self.golden += line.golden_cents
        self.golden_paid += line.golden_paid_cents

    def cells(self) -> list[Value]:
        """In the order of ``_columns``."""
        kept = self.handle - self.payouts
        hold = kept / self.handle if self.handle else None
        return [
            self.rounds, self.handle, self.payouts, kept, hold,
            self.golden, self.golden_paid, kept - self.golden_paid,
        ]  # fmt: skip


def _columns(group: str) -> list[Column]:
    heads = {
        "day": [Column(_("Day"), Kind.DAY)],
        "game": [Column(_("Game"))],
        "table": [Column(_("Table")), Column(_("Game"))],
        "version": [Column(_("Table")), Column(_("Version"), Kind.WHOLE), Column(_("Game"))],
    }
    return [
        *heads[group],
        whole_column(_("Rounds")),
        money_column(_("Handle")),
        money_column(_("Payouts")),
        money_column(_("Gross gaming revenue")),
        Column(_("Hold"), Kind.SHARE),
        money_column(_("Golden stakes")),
        money_column(_("Bonus cost")),
        money_column(_("Revenue less bonus")),
    ]


class Revenue(Report):
    """Handle, payouts and revenue by day, game, table or version."""

    slug = "revenue"
    title = gettext_lazy("Gaming revenue")
    about = gettext_lazy("Handle, payouts, hold and bonus cost by day, game, table or version.")
    filters = ("group", "game", "table", "version")

    def produce(self, asked: Asked) -> Produced:
        """Lines that had rounds alone; days in their order, others by name."""
        versions = versions_of(asked)
        found = figures(period=asked.period, version_ids=versions, by_day=asked.group == "day")
        sums: dict[Key, Sums] = defaultdict(Sums)
        for line in found.bets:
            if not line.is_test:
                sums[_key(line, asked.group, versions)].add(line)
        total = Sums()
        for line in found.bets:
            if not line.is_test:
                total.add(line)
        columns = _columns(asked.group)
        heads = len(columns) - len(total.cells())
        rows = [[*key, *sums[key].cells()] for key in sorted(sums)]
        return Produced(
            columns=columns,
            rows=rows,
            count=len(rows),
            totals=total_row(columns, dict(enumerate(total.cells(), start=heads))),
            comparisons=compared(total, found.ledger),
            notes=[*_terms(), *tested(found.bets), *_voided(asked)],
            charts=_charts(rows, asked.group, heads),
        )


def versions_of(asked: Asked) -> dict[int, TableVersion]:
    """The versions that are asked for, with their tables, by number in the database."""
    versions = TableVersion.objects.filter(asked.versions()).select_related("table")
    shown = versions.only("number", "returns", "rules", "table__name", "table__game").order_by()
    return {version.pk: version for version in shown}


def _key(line: BetFigures, group: str, versions: Mapping[int, TableVersion]) -> Key:
    version = versions[line.version_id]
    table = version.table
    game = str(Table.Game(table.game).label)
    keys: dict[str, Key] = {
        "day": (line.day,),
        "game": (game,),
        "table": (table.name, game),
        "version": (table.name, version.number, game),
    }
    return keys[group]


def compared(total: Sums, ledger: Iterable[LedgerFigures]) -> list[Comparison]:
    """The totals beside the transfers of the same rounds and players."""
    lines = [line for line in ledger if not line.is_test]
    return [
        Comparison(_("Handle"), total.handle, sum(line.staked_cents for line in lines)),
        Comparison(_("Payouts"), total.payouts, sum(line.paid_cents for line in lines)),
        Comparison(
            _("Bonus cost"), total.golden_paid, sum(line.golden_paid_cents for line in lines)
        ),
    ]


def _terms() -> list[str]:
    return [
        _(
            "A round counts on the day on which it was settled. Handle is real money staked, "
            "payouts what came back on it, hold the share of the handle that the house kept. "
            "Bonus cost is the cash that golden chips have won."
        )
    ]


def tested(bets: Iterable[BetFigures]) -> list[str]:
    """That test accounts are left out, and how much that is."""
    left_out = Sums()
    for line in bets:
        if line.is_test:
            left_out.add(line)
    return [
        ngettext(
            "Test accounts are left out: %(rounds)s round with a handle of %(handle)s.",
            "Test accounts are left out: %(rounds)s rounds with a handle of %(handle)s.",
            left_out.rounds,
        )
        % {"rounds": left_out.rounds, "handle": money(left_out.handle)}
    ]


def _voided(asked: Asked) -> list[str]:
    """Void rounds, apart."""
    rounds = Round.objects.filter(
        asked.at("table", "version"),
        state=Round.State.VOID,
        settled_at__gte=asked.period.start,
        settled_at__lt=asked.period.end,
    )
    stakes = Bet.objects.filter(round__in=rounds, session__player__is_test=False)
    cents = stakes.aggregate(cents=Sum("real_cents"))["cents"] or 0
    count = rounds.count()
    return [
        ngettext(
            "Void rounds count nowhere: %(rounds)s round of this period is void; "
            "stakes of %(stakes)s went back.",
            "Void rounds count nowhere: %(rounds)s rounds of this period are void; "
            "stakes of %(stakes)s went back.",
            count,
        )
        % {"rounds": count, "stakes": money(cents)}
    ]


def _charts(rows: Sequence[Sequence[Any]], group: str, heads: int) -> list[Chart]:
    kept = heads + 3
    values = [(_label(row, group), row[kept]) for row in rows]
    if group == "day" and rows:
        by_day = {row[0]: row[kept] for row in rows}
        values = [(date_format(day, "j M"), by_day.get(day, 0)) for day in _days(rows)]
    chart = bar_chart(_("Gross gaming revenue"), values, money)
    return [chart] if chart else []


def _days(rows: Sequence[Sequence[Any]]) -> list[datetime.date]:
    """From the first day with rounds to the last, those without any among them."""
    first, last = rows[0][0], rows[-1][0]
    return [first + DAY * number for number in range((last - first).days + 1)]


def _label(row: Sequence[Any], group: str) -> str:
    return f"{row[0]} v{row[1]}" if group == "version" else str(row[0])
