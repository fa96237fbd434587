"""Exact against actual return: has each version of a table paid what its rules say?"""

from collections import defaultdict
from dataclasses import dataclass
from math import sqrt
from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from casino.backoffice.reports.charts import Chart, interval_chart
from casino.backoffice.reports.figures import BetFigures
from casino.backoffice.reports.filters import Asked
from casino.backoffice.reports.making import rough_share, share
from casino.backoffice.reports.report import (
    Column,
    Kind,
    Produced,
    Report,
    Value,
    money_column,
    summed,
    whole_column,
)
from casino.backoffice.reports.revenue import Sums, compared, tested, versions_of
from casino.backoffice.reports.summaries import figures
from tables.analysis import report as analysis
from tables.bet_names import SIDE_BETS
from tables.engine.actions import INSURANCE
from tables.engine.bets import MAIN
from tables.models import TableVersion

DEVIATIONS: Final = 2.5758293
"""Standard deviations on either side that hold 99 % of a normal distribution."""


class Plain(NamedTuple):
    """Sums over players and rounds without golden chips, as in ``BetSummary``."""

    rounds: int
    initial: int
    staked: int
    paid: int
    squared: float


@dataclass(frozen=True, slots=True)
class Expected:
    """What chance should bring per opening bet; ``per_staked`` is the published kind of RTP."""

    per_initial: float
    per_staked: float
    variance: float

    def deviation(self, plain: Plain) -> float:
        """The standard deviation of the actual return per opening bet.

        All opening bets of a round are taken to win and lose together, as those of one seat do, so
        that the interval is too wide rather than too narrow where boxes differ.
        """
        return sqrt(self.variance * plain.squared) / plain.initial


class ExactReturns(Report):
    """By version and bet: exact return, actual return, and how far chance may part them."""

    slug = "returns"
    title = gettext_lazy("Exact and actual return")
    about = gettext_lazy(
        "Whether each table version has paid what its rules say, within the limits of chance."
    )
    filters = ("game", "table", "version")

    def produce(self, asked: Asked) -> Produced:
        """Versions that were played, by table; the newest first."""
        versions = versions_of(asked)
        found = figures(period=asked.period, version_ids=versions, by_day=False)
        lines: dict[tuple[int, str], list[BetFigures]] = defaultdict(list)
        total = Sums()
        for line in found.bets:
            if not line.is_test:
                lines[line.version_id, line.bet].append(line)
                total.add(line)
        columns = _columns()
        keys = sorted(lines, key=lambda key: _order(versions[key[0]], key[1]))
        made = [_Line(versions[pk], bet, lines[pk, bet]) for pk, bet in keys]
        rows = [line.cells() for line in made]
        return Produced(
            columns=columns,
            rows=rows,
            count=len(rows),
            totals=summed(columns, rows),
            comparisons=compared(total, found.ledger),
            notes=[*_terms(), *tested(found.bets)],
            charts=_charts(made),
        )


def _order(version: TableVersion, bet: str) -> tuple[str, int, int, str]:
    order = {MAIN: 0, INSURANCE: 2}
    return version.table.name, -version.number, order.get(bet, 1), bet


def _columns() -> list[Column]:
    return [
        Column(_("Table")),
        whole_column(_("Version")),
        Column(_("Bet")),
        whole_column(_("Rounds")),
        money_column(_("Opening bets")),
        money_column(_("Staked")),
        money_column(_("Paid")),
        Column(_("Exact return"), Kind.SHARE),
        Column(_("Actual return"), Kind.SHARE),
        Column(_("Lowest by chance"), Kind.SHARE),
        Column(_("Highest by chance"), Kind.SHARE),
        Column(_("Verdict")),
        Column(_("Exact RTP"), Kind.SHARE),
        Column(_("Actual RTP"), Kind.SHARE),
        money_column(_("Staked beside golden chips")),
        money_column(_("Paid beside golden chips")),
        money_column(_("Golden stakes")),
        money_column(_("Won with golden chips")),
    ]


class _Line:
    """One bet of one version."""

    def __init__(self, version: TableVersion, bet: str, found: list[BetFigures]) -> None:
        self.version = version
        self.bet = bet
        self.plain = Plain(
            rounds=sum(line.plain_rounds for line in found),
            initial=sum(line.plain_initial_cents for line in found),
            staked=sum(line.plain_staked_cents for line in found),
            paid=sum(line.plain_paid_cents for line in found),
            squared=sum(line.plain_squared for line in found),
        )
        self.staked = sum(line.staked_cents for line in found)
        self.paid = sum(line.paid_cents for line in found)
        self.golden = sum(line.golden_cents for line in found)
        self.golden_paid = sum(line.golden_paid_cents for line in found)
        self.expected = _expected(version, bet) if self.plain.initial else None

    @property
    def actual(self) -> float | None:
        """What an opening bet has come back as, stakes that were added to it taken into account."""
        plain = self.plain
        if not plain.initial:
            return None
        return 1 + (plain.paid - plain.staked) / plain.initial

    @property
    def interval(self) -> tuple[float, float] | None:
        """Where chance leaves the actual return in 99 % of all cases; a return is never below 0."""
        if self.expected is None:
            return None
        away = DEVIATIONS * self.expected.deviation(self.plain)
        return max(0.0, self.expected.per_initial - away), self.expected.per_initial + away

    @property
    def verdict(self) -> str:
        """In words; empty where no exact return is known."""
        if self.interval is None or self.actual is None:
            return ""
        low, high = self.interval
        if self.actual < low:
            return _("below: less came back than chance explains")
        if self.actual > high:
            return _("above: more came back than chance explains")
        return _("within chance")

    def cells(self) -> list[Value]:
        """In the order of ``_columns``."""
        plain, expected = self.plain, self.expected
        low, high = self.interval or (None, None)
        return [
            self.version.table.name,
            self.version.number,
            bet_name(self.bet),
            plain.rounds,
            plain.initial,
            plain.staked,
            plain.paid,
            expected.per_initial if expected else None,
            self.actual,
            low,
            high,
            self.verdict,
            expected.per_staked if expected else None,
            plain.paid / plain.staked if plain.staked else None,
            self.staked - plain.staked,
            self.paid - plain.paid,
            self.golden,
            self.golden_paid,
        ]


def bet_name(bet: str) -> str:
    """As people call it."""
    if bet == MAIN:
        return _("main bet")
    return _("insurance") if bet == INSURANCE else _(SIDE_BETS[bet])


def _expected(version: TableVersion, bet: str) -> Expected | None:
    """Exact, from the version; its variance from the analysis. None for insurance, which the rules
    alone do not settle: it depends on who takes it."""
    if bet not in version.returns:
        return None
    returns = version.returns[bet]
    found = analysis(version.engine_rules)
    variance = found.optimal.variance if bet == MAIN else found.sides[bet].variance
    per_staked = returns["per_staked"]
    return Expected(returns.get("per_initial", per_staked), per_staked, variance)


def _terms() -> list[str]:
    return [
        _(
            "Returns are per opening bet: what came back less what was added to it. The exact "
            "return is that of the best play; players who play otherwise get less back. Real "
            "stakes beside golden chips stand apart."
        ),
        _(
            "Chance leaves the actual return between the lowest and the highest in 99 % of all "
            "cases; all opening bets of a round are taken to win and lose together."
        ),
    ]


def _charts(made: list[_Line]) -> list[Chart]:
    lines = [
        (
            f"{line.version} · {bet_name(line.bet)}",
            line.expected.per_initial,
            *line.interval,
            line.actual,
        )
        for line in made
        if line.expected is not None and line.interval is not None and line.actual is not None
    ]
    chart = interval_chart(_("Return per opening bet"), lines, share, rough_share)
    return [chart] if chart else []
