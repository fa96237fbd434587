"""The sums of days are those of their bets and transfers, as far as they are read at all."""

import datetime
from collections.abc import Iterable
from typing import Any

from casino.backoffice.models import BetSummary, LedgerSummary
from casino.backoffice.reports.figures import (
    BetFigures,
    LedgerFigures,
    bet_figures,
    ledger_figures,
)
from casino.backoffice.reports.summaries import BET_SUMS, LEDGER_SUMS, days_that_hold
from casino.backoffice.reports.summarising import PIECE
from casino.periods import FIRST_DAY, Period, today
from casino.reconciliation import Check, Discrepancy


def checks() -> list[Check]:
    """What the reports' sums say of themselves."""
    return [days_equal_their_rounds()]


def days_equal_their_rounds() -> Check:
    """Every day that is summed, summed once more."""
    held = list(days_that_hold(Period(FIRST_DAY, today())).order_by("day").values_list("pk", "day"))
    wrong: list[datetime.date] = []
    for start in range(0, len(held), PIECE):
        piece = held[start : start + PIECE]
        pks, days = [pk for pk, _day in piece], [day for _pk, day in piece]
        differing = _by_day(_stored_bets(pks)) ^ _by_day(bet_figures(days))
        differing |= _by_day(_stored_ledger(pks)) ^ _by_day(ledger_figures(days))
        wrong += sorted({line[0] for line in differing})
    return Check(
        statement="Sums of days equal their bets and transfers",
        counted=len(held),
        discrepancies=tuple(
            Discrepancy("day_differs", f"The sums of {day} are not those of its rounds.")
            for day in wrong
        ),
    )


def _by_day(lines: Iterable[BetFigures | LedgerFigures]) -> set[tuple[Any, ...]]:
    """Without the squares, which are no money and may differ in their last digit."""
    return {tuple(line)[:-1] if isinstance(line, BetFigures) else tuple(line) for line in lines}


def _stored_bets(days: list[int]) -> Iterable[BetFigures]:
    rows = BetSummary.objects.filter(day__in=days)
    names = ("day__day", "version_id", "is_test", "bet", *BET_SUMS)
    return (BetFigures(*row) for row in rows.values_list(*names))


def _stored_ledger(days: list[int]) -> Iterable[LedgerFigures]:
    rows = LedgerSummary.objects.filter(day__in=days)
    names = ("day__day", "version_id", "is_test", *LEDGER_SUMS)
    return (LedgerFigures(*row) for row in rows.values_list(*names))
