"""Bets that are not settled yet, by their age (rules of the games, section 1)."""

import datetime
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils import timezone

from tables.errors import VoidBeforeAge, VoidBeforeFuture
from tables.models import UNSETTLED_FOR, Round, aged_since


@dataclass(frozen=True, slots=True)
class AgedLine:
    """What ends in one round that is too old. ``player`` is empty at a live table.

    ``bets`` are voided, ``decided`` ones stand; ``stakes_cents`` in real money and the faces of
    golden chips go back.
    """

    number: str
    table: str
    player: str
    placed_at: datetime.datetime
    bets: int
    decided: int
    stakes_cents: int
    golden_cents: int


def voids_at(placed_at: datetime.datetime) -> datetime.datetime:
    """When bets that were placed then are voided unless they are settled."""
    return placed_at.astimezone(datetime.UTC) + UNSETTLED_FOR


def days_left(placed_at: datetime.datetime, *, now: datetime.datetime) -> int:
    """Whole days, of 24 hours each, until bets that were placed then are voided."""
    return max((placed_at - aged_since(now)).days, 0)


def check_before(before: datetime.datetime, *, now: datetime.datetime) -> None:
    """Raises ``VoidBeforeFuture`` or ``VoidBeforeAge`` where younger bets would be meant."""
    if before > now:
        raise VoidBeforeFuture(before=_day(before))
    if before > aged_since(now):
        raise VoidBeforeAge(latest=_day(aged_since(now)))


def _day(at: datetime.datetime) -> str:
    return f"{timezone.localtime(at):%Y-%m-%d}"


def due_rounds(
    *, now: datetime.datetime, before: datetime.datetime | None = None
) -> QuerySet[Round]:
    """Rounds in play whose first bet is 90 × 24 hours old, or was placed before a moment."""
    rounds = Round.objects.filter(state=Round.State.OPEN)
    if before is not None:
        return rounds.filter(opened_at__lt=before)
    return rounds.filter(opened_at__lte=aged_since(now))
