"""Bets that are not settled yet, by their age (rules of the games, section 1)."""

import datetime
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from django.db.models import Count, QuerySet, Sum
from django.utils import timezone

from tables.errors import VoidBeforeAge, VoidBeforeFuture
from tables.models import Action, Bet, Round, Table, aged_since

PIECE: Final = 1_000


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


@dataclass(frozen=True, slots=True)
class UnsettledLine:
    """A round in play with what is staked in it; amounts in cents, ``players`` by their names.

    Its bets are voided at ``voids_at`` unless they are decided by then: in ``days_left`` whole
    days, 0 on the last one and when it is due.
    """

    pk: int
    number: str
    table: str
    game: str
    player: str
    players: int
    placed_at: datetime.datetime
    voids_at: datetime.datetime
    days_left: int
    bets: int
    stakes_cents: int
    golden_cents: int


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


def unsettled(
    *, now: datetime.datetime, table_id: int | None = None, game: str | None = None
) -> Iterator[UnsettledLine]:
    """Every round with bets that are not settled, the oldest first: three queries a piece."""
    rounds = Round.objects.filter(state=Round.State.OPEN).select_related("table", "player")
    if table_id is not None:
        rounds = rounds.filter(table=table_id)
    if game is not None:
        rounds = rounds.filter(game=game)
    ordered = rounds.order_by("opened_at", "id").iterator(chunk_size=PIECE)
    while piece := list(islice(ordered, PIECE)):
        yield from _piece(piece, now)


def _piece(rounds: list[Round], now: datetime.datetime) -> Iterator[UnsettledLine]:
    bets = {
        row["round_id"]: row
        for row in Bet.objects.filter(round__in=rounds)
        .order_by()
        .values("round_id")
        .annotate(
            bets=Count("id"),
            players=Count("session__player", distinct=True),
            real=Sum("real_cents"),
            golden=Sum("golden_cents"),
        )
    }
    added: dict[int, tuple[int, int]] = {}
    actions = Action.objects.filter(round__in=rounds, round__session__isnull=False)
    for round_id, real, golden in actions.values_list("round_id", "real_cents", "golden"):
        so_far = added.get(round_id, (0, 0))
        added[round_id] = (so_far[0] + real, so_far[1] + sum(golden))
    for round_ in rounds:
        row, (real, golden) = bets[round_.pk], added.get(round_.pk, (0, 0))
        yield UnsettledLine(
            pk=round_.pk,
            number=round_.number,
            table=round_.table.name,
            game=str(Table.Game(round_.game).label),
            player="" if round_.player is None else round_.player.username,
            players=row["players"],
            placed_at=round_.opened_at,
            voids_at=round_.voids_at,
            days_left=days_left(round_.opened_at, now=now),
            bets=row["bets"],
            stakes_cents=row["real"] + real,
            golden_cents=row["golden"] + golden,
        )
