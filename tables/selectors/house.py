"""What staff read of tables and rounds."""

import datetime
import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from casino.errors import NotFound
from tables.models import Action, Bet, Round, Table, TableVersion
from tables.selectors.cards import CardLine, round_cards


@dataclass(frozen=True, slots=True)
class RoundFilter:
    """Which rounds are asked for; the empty filter asks for all. ``until`` is excluded."""

    table: str = ""
    player: str = ""
    state: str = ""
    since: datetime.datetime | None = None
    until: datetime.datetime | None = None


@dataclass(frozen=True, slots=True)
class HouseRound:
    """A round in full for staff: what lies on the table, what was bet, what was decided."""

    round: Round
    cards: Sequence[CardLine]
    bets: Sequence[Bet]
    actions: Sequence[Action]


@dataclass(frozen=True, slots=True)
class HouseTable:
    """A table with its version in force (None before the first) and all others, newest first."""

    table: Table
    current: TableVersion | None
    versions: Sequence[TableVersion]


def house_tables() -> Sequence[Table]:
    """All tables by name, with their versions in force: one query."""
    return list(Table.objects.select_related("current").order_by("name"))


def house_table(*, slug: str) -> HouseTable:
    """One table: two queries. Raises ``NotFound``."""
    table = Table.objects.select_related("current").filter(slug=slug).first()
    if table is None:
        raise NotFound
    versions = TableVersion.objects.filter(table=table).select_related("author").order_by("-number")
    return HouseTable(table=table, current=table.current, versions=list(versions))


def house_rounds(*, wanted: RoundFilter, before: int | None, limit: int) -> Sequence[Round]:
    """Rounds of numbers below ``before``, newest first: one query. Betting windows are none yet."""
    rounds = Round.objects.exclude(state=Round.State.BETTING).order_by("-id")
    if before is not None:
        rounds = rounds.filter(pk__lt=before)
    if wanted.table:
        rounds = rounds.filter(table__slug=wanted.table)
    if wanted.player:
        rounds = rounds.filter(player__username=wanted.player)
    if wanted.state:
        rounds = rounds.filter(state=wanted.state)
    if wanted.since:
        rounds = rounds.filter(opened_at__gte=wanted.since)
    if wanted.until:
        rounds = rounds.filter(opened_at__lt=wanted.until)
    return list(rounds.select_related("table", "version", "player")[:limit])


def house_round(*, public_id: uuid.UUID) -> HouseRound:
    """One round: four queries. Raises ``NotFound``."""
    round_ = (
        Round.objects.exclude(state=Round.State.BETTING)
        .select_related("table", "version", "player", "shoe", "session")
        .filter(public_id=public_id)
        .first()
    )
    if round_ is None:
        raise NotFound
    return HouseRound(
        round=round_,
        cards=round_cards(round_),
        bets=list(round_.bets.select_related("session__player").order_by("id")),
        actions=list(round_.actions.order_by("ordinal")),
    )
