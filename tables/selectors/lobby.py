"""The lobby: all tables with their state, limits and what a player has going there."""

import datetime
from collections.abc import Collection
from dataclasses import dataclass
from typing import Annotated, TypedDict

from django.db.models import Exists, Min, OuterRef, Q, Subquery
from django.utils import timezone
from django_stubs_ext import Annotations

from casino.models import User
from tables.models import SOMETHING_STANDS, GameSession, Layout, Round, Table
from tables.selectors.ageing import days_left, voids_at
from tables.selectors.table_page import Range


@dataclass(frozen=True, slots=True)
class LobbyTable:
    """A line of the lobby. ``main`` is the range of the main position for the player's tier.

    ``is_eu``: at this live table the dealer takes his second card after all decisions.
    ``open_since`` is when the first bet of the player's open round there was placed.
    """

    slug: str
    name: str
    game: str
    game_name: str
    state: str
    main: Range
    buy_in: Range
    whole_amount_first: bool
    is_eu: bool
    has_session: bool
    open_since: datetime.datetime | None

    @property
    def has_round(self) -> bool:
        """Whether a round of the player is open here."""
        return self.open_since is not None

    @property
    def voids_at(self) -> datetime.datetime | None:
        """When its bets are voided unless they are settled."""
        return self.open_since and voids_at(self.open_since)

    @property
    def days_left(self) -> int | None:
        """Whole days until then."""
        return days_left(self.open_since, now=timezone.now()) if self.open_since else None

    @property
    def is_open(self) -> bool:
        """Whether new sessions are opened here."""
        return self.state == Table.State.OPEN


class Going(TypedDict):
    """What the player has going at a table."""

    has_session: bool
    open_since: datetime.datetime | None


@dataclass(frozen=True, slots=True)
class InterruptedRound:
    """Where a player has to go on."""

    slug: str
    table: str
    number: str


def lobby(*, player: User | None) -> list[LobbyTable]:
    """All tables that were ever opened, by name: one query for a visitor or a player.

    A disabled table is listed only for a player who still has a session at it.
    """
    rank = player.vip_tier.rank if player and player.vip_tier else None
    sessions = GameSession.objects.filter(
        table=OuterRef("pk"), state=GameSession.State.OPEN, player=player
    )
    rounds = Round.objects.filter(_own(player), table=OuterRef("pk"), state=Round.State.OPEN)
    oldest = rounds.order_by().values("table").annotate(since=Min("opened_at")).values("since")
    tables = (
        Table.objects.filter(current__isnull=False)
        .select_related("current")
        .annotate(has_session=Exists(sessions), open_since=Subquery(oldest))
        .order_by("name")
    )
    return [
        _line(table, rank)
        for table in tables
        if table.state != Table.State.DISABLED or table.has_session
    ]


def _own(player: User | None) -> Q:
    """Private rounds of the player, and live ones that he has a stake in."""
    staked = Layout.objects.filter(SOMETHING_STANDS, player=player).values("round")
    return Q(player=player) & Q(player__isnull=False) | Q(pk__in=staked)


def _line(table: Annotated[Table, Annotations[Going]], rank: int | None) -> LobbyTable:
    version = table.in_force
    return LobbyTable(
        slug=table.slug,
        name=table.name,
        game=table.game,
        game_name=Table.Game(table.game).label,
        state=table.state,
        main=Range(*version.limits_for(rank)["main"]),
        buy_in=Range(version.session_min_cents, version.session_max_cents),
        whole_amount_first=version.whole_amount_first,
        is_eu=table.is_live and version.rules["dealing"] == "EU",
        has_session=table.has_session,
        open_since=table.open_since,
    )


def table_names(*, numbers: Collection[int]) -> dict[int, str]:
    """The names of some tables by their numbers: one query, none for none."""
    if not numbers:
        return {}
    return dict(Table.objects.filter(pk__in=numbers).values_list("pk", "name"))


def interrupted_round(*, player: User) -> InterruptedRound | None:
    """The player's open round, the oldest if there are several; logging in leads to it."""
    round_ = (
        Round.objects.filter(_own(player), state=Round.State.OPEN)
        .select_related("table")
        .order_by("id")
        .first()
    )
    if round_ is None:
        return None
    return InterruptedRound(slug=round_.table.slug, table=round_.table.name, number=round_.number)
