"""Sums the days that are over, so that reports need not."""

import datetime
from collections.abc import Sequence
from typing import Any, Final

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

from casino.backoffice.models import BetSummary, LedgerSummary, SummarisedDay
from casino.backoffice.reports.figures import bet_figures, ledger_figures
from casino.backoffice.reports.summaries import DAY, days_that_hold, first_day, missing_days
from casino.periods import Period
from tables.models import Bet, Round

GRACE: Final = datetime.timedelta(hours=1)
"""A day is summed when it has been over for so long: no settlement takes longer to commit."""

PIECE: Final = 31
"""Days that are summed in one transaction."""


def summarise_days(*, now: datetime.datetime) -> int:
    """Sum the days that are over and have no sums that hold; how many that were.

    Each piece is a transaction of its own. Two jobs that meet on a day write it once.
    """
    over = timezone.localdate(now - GRACE, timezone.get_default_timezone()) - DAY
    first = first_day()
    if first is None or first > over:
        return 0
    whole = Period(first, over)
    held = set(days_that_hold(whole).values_list("day", flat=True))
    days = missing_days(whole, held=held)
    done = 0
    for start in range(0, len(days), PIECE):
        piece = days[start : start + PIECE]
        try:
            _write(piece, now)
        except IntegrityError:  # another job has just written one of these days
            continue
        done += len(piece)
    return done


@transaction.atomic
def _write(days: Sequence[datetime.date], now: datetime.datetime) -> None:
    SummarisedDay.objects.filter(day__in=days).delete()
    made = {day: SummarisedDay.objects.create(**_day(day), made_at=now) for day in days}
    BetSummary.objects.bulk_create(
        BetSummary(**{**line._asdict(), "day": made[line.day]}) for line in bet_figures(days)
    )
    LedgerSummary.objects.bulk_create(
        LedgerSummary(**{**line._asdict(), "day": made[line.day]}) for line in ledger_figures(days)
    )


def _day(day: datetime.date) -> dict[str, Any]:
    period = Period(day, day)
    void = Round.objects.filter(
        state=Round.State.VOID, settled_at__gte=period.start, settled_at__lt=period.end
    )
    return {
        "day": day,
        "time_zone": settings.TIME_ZONE,
        "begins_at": period.start,
        "ends_at": period.end,
        "voided": void.count(),
    }


@transaction.atomic
def forget_days_of(*, player_id: int) -> int:
    """Drop the sums of the days on which somebody played: he has become a test account, or no
    longer is one. How many days that were; the next job sums them anew."""
    settled = Bet.objects.filter(session__player=player_id, round__settled_at__isnull=False)
    zone = timezone.get_default_timezone()
    moments = settled.order_by().values_list("round__settled_at", flat=True).distinct()
    days = {timezone.localdate(at, zone) for at in moments}
    return SummarisedDay.objects.filter(day__in=days).delete()[1].get("backoffice.SummarisedDay", 0)
