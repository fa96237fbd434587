"""Summarised days: which of them hold, and the figures of a period from them and from bets."""

import datetime
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings
from django.db.models import Count, F, OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone

from casino.backoffice.models import BetSummary, LedgerSummary, SummarisedDay
from casino.backoffice.reports.figures import (
    BetFigures,
    LedgerFigures,
    bet_figures,
    ledger_figures,
)
from casino.periods import Period, today
from tables.models import Round

DAY: Final = datetime.timedelta(days=1)
BET_SUMS: Final = BetFigures._fields[4:]
LEDGER_SUMS: Final = LedgerFigures._fields[3:]


@dataclass(frozen=True, slots=True)
class Figures:
    """Sums of a period: by day, version, kind of bet and whether the accounts are test accounts.

    Where they were asked for by version, ``day`` is the period's last for all of them.
    """

    bets: Sequence[BetFigures]
    ledger: Sequence[LedgerFigures]


def figures(*, period: Period, version_ids: Iterable[int], by_day: bool) -> Figures:
    """The figures of some table versions. Summed days are read, others are summed for this once.

    A handful of queries, whatever the period; they cost days and versions, and the bets of the days
    that are not summed yet: the present day, as a rule.
    """
    wanted = set(version_ids)
    held = list(days_that_hold(period).values_list("pk", "day"))
    fresh = missing_days(period, held={day for _pk, day in held})
    days = [pk for pk, _day in held]
    bets = _stored(BetSummary.objects, days, wanted, BetFigures, by_day=by_day)
    ledger = _stored(LedgerSummary.objects, days, wanted, LedgerFigures, by_day=by_day)
    bets += [line for line in bet_figures(fresh) if line.version_id in wanted]
    ledger += [line for line in ledger_figures(fresh) if line.version_id in wanted]
    if by_day:
        return Figures(bets, ledger)
    return Figures(_folded(bets, period.last, 4), _folded(ledger, period.last, 3))


def days_that_hold(period: Period) -> QuerySet[SummarisedDay]:
    """The summarised days of a period whose sums are still those of their rounds."""
    void_now = (
        Round.objects.filter(
            state=Round.State.VOID,
            settled_at__gte=OuterRef("begins_at"),
            settled_at__lt=OuterRef("ends_at"),
        )
        .order_by()
        .values("state")
        .annotate(count=Count("pk"))
        .values("count")
    )
    days = SummarisedDay.objects.filter(day__gte=period.first, day__lte=period.last)
    return (
        days.filter(time_zone=settings.TIME_ZONE)
        .annotate(void_now=Coalesce(Subquery(void_now), 0))
        .filter(void_now=F("voided"))
    )


def missing_days(period: Period, *, held: set[datetime.date]) -> list[datetime.date]:
    """The days of a period that something may have happened on and that have no sums."""
    first = first_day()
    if first is None:
        return []
    begin, end = max(period.first, first), min(period.last, today())
    days = (begin + DAY * number for number in range((end - begin).days + 1))
    return [day for day in days if day not in held]


def first_day() -> datetime.date | None:
    """The day on which the first round was settled."""
    done = Round.objects.filter(settled_at__isnull=False).order_by("settled_at")
    at = done.values_list("settled_at", flat=True).first()
    return None if at is None else timezone.localdate(at, timezone.get_default_timezone())


def _stored(
    rows: Any, days: list[int], versions: set[int], line: type[Any], *, by_day: bool
) -> list[Any]:
    """Stored sums as lines; without days added up by the database."""
    if not days:
        return []
    keys = ["version_id", "is_test", *(["bet"] if line is BetFigures else [])]
    sums = BET_SUMS if line is BetFigures else LEDGER_SUMS
    found = rows.filter(day__in=days, version__in=versions)
    if by_day:
        return [line(*row) for row in found.values_list("day__day", *keys, *sums)]
    added = found.order_by().values(*keys).annotate(**{f"all_{name}": Sum(name) for name in sums})
    chosen = added.values_list(*keys, *(f"all_{name}" for name in sums))
    return [line(datetime.date.min, *row) for row in chosen]


def _folded(lines: Sequence[Any], day: datetime.date, keys: int) -> list[Any]:
    """Lines that differ in their days alone, added up."""
    sums: dict[tuple[Any, ...], list[Any]] = defaultdict(list)
    kind: Any = type(lines[0]) if lines else None
    for line in lines:
        sums[line[1:keys]].append(line[keys:])
    return [
        kind(day, *key, *(sum(column) for column in zip(*found, strict=True)))
        for key, found in sums.items()
    ]
