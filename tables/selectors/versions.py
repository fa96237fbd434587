"""The versions of a table, and what is in play at some tables."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from casino.errors import NotFound
from casino.models import AuditEntry
from tables.models import GameSession, Round, Table, TableVersion


@dataclass(frozen=True, slots=True)
class InPlay:
    """What goes on at a table: open sessions, and rounds that will be finished."""

    table: Table
    sessions: int
    rounds: int


def versions_of(table: Table) -> QuerySet[TableVersion]:
    """All of them with their authors, the newest first."""
    return TableVersion.objects.filter(table=table).select_related("author").order_by("-number")


def version_numbered(table: Table, number: int) -> TableVersion:
    """One of them. Raises ``NotFound``."""
    found = versions_of(table).filter(number=number).first()
    if found is None:
        raise NotFound
    return found


def versions_since(table: Table, number: int) -> list[TableVersion]:
    """From version ``number`` (included, if it exists) to the one in force, the oldest first."""
    return list(versions_of(table).filter(number__gte=number).reverse())


def deeds_at(table: Table) -> QuerySet[AuditEntry]:
    """What the audit trail knows of a table, the latest first."""
    return AuditEntry.objects.filter(
        subject_type="tables.table", subject_id=str(table.pk)
    ).select_related("actor")


def in_play(tables: Iterable[Table]) -> list[InPlay]:
    """What goes on at these tables, by name: one query."""
    found = (
        Table.objects.filter(pk__in=[table.pk for table in tables])
        .select_related("current")
        .annotate(
            sessions_open=_count(GameSession, GameSession.State.OPEN),
            rounds_open=_count(Round, Round.State.OPEN),
        )
        .order_by("name")
    )
    return [InPlay(table, table.sessions_open, table.rounds_open) for table in found]


def _count(kind: type[GameSession] | type[Round], state: str) -> Coalesce:
    """How many of a kind in a state belong to the table of the outer query."""
    own = kind._default_manager.filter(table=OuterRef("pk"), state=state)  # noqa: SLF001
    counted = own.order_by().values("table").annotate(count=Count("pk")).values("count")
    return Coalesce(Subquery(counted), 0)
