"""What a live table's dealer and its pages read."""

import datetime
from dataclasses import dataclass
from typing import Final

from django.db.models import BigIntegerField, Count, Exists, F, OuterRef, Q, Sum
from django.db.models.fields.json import KT
from django.db.models.functions import Cast, Coalesce

from tables.engine.bets import MAIN
from tables.models import SOMETHING_STANDS, GameSession, Layout, Round, Table

LAID: Final = Q(round__state=Round.State.BETTING)
"""Of layouts: those that nothing was taken from yet."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A live table as its dealer finds it when he looks what to do next.

    ``phase`` is empty before the table's first round. ``laid``: chips lie there. ``outdated``: the
    round being prepared is not the one that would be prepared now.
    """

    table_id: int
    is_open: bool
    phase: str = ""
    ends_at: datetime.datetime | None = None
    laid: bool = False
    outdated: bool = False


def standing(*, table_id: int) -> Standing:
    """How a live table stands: one query."""
    laid = Layout.objects.filter(round=OuterRef("live__round"))
    row = (
        Table.objects.filter(pk=table_id)
        .annotate(
            laid=Exists(laid),
            phase=F("live__phase"),
            ends_at=F("live__phase_ends_at"),
            version=F("live__round__version"),
            position=F("live__round__shoe_position"),
            revealed_at=F("live__round__shoe__revealed_at"),
        )
        .values()
        .get()
    )
    is_open = row["state"] == Table.State.OPEN
    shoe_is_done = row["revealed_at"] is not None
    stale = row["version"] != row["current_id"] or shoe_is_done
    return Standing(
        table_id=table_id,
        is_open=is_open,
        phase=row["phase"] or "",
        ends_at=row["ends_at"],
        laid=row["laid"],
        outdated=stale if is_open else bool(row["position"]) and not shoe_is_done,
    )


@dataclass(frozen=True, slots=True)
class SeatCount:
    """Main bets on a seat of a live table: how many, and how much together."""

    players: int
    staked_cents: int


def seat_counts(round_: Round, *, seats: int) -> dict[int, SeatCount]:
    """What stands on the seats while bets are placed; seats without a main bet are left out."""
    numbers = range(1, seats + 1)
    counts = {
        f"players_{seat}": Count("pk", filter=Q(stands__has_key=f"{seat}:{MAIN}"))
        for seat in numbers
    }
    sums = {
        f"staked_{seat}": Coalesce(
            Sum(_cents(seat, "real_cents") + _cents(seat, "golden_cents")), 0
        )
        for seat in numbers
    }
    found = Layout.objects.filter(round=round_).aggregate(**counts, **sums)
    return {
        seat: SeatCount(found[f"players_{seat}"], found[f"staked_{seat}"])
        for seat in numbers
        if found[f"players_{seat}"]
    }


def _cents(seat: int, part: str) -> Coalesce:
    """A part of the main stake on a seat, of the JSON of a layout."""
    return Coalesce(Cast(KT(f"stands__{seat}:{MAIN}__{part}"), BigIntegerField()), 0)


def in_live_round(session: GameSession) -> bool:
    """Whether chips of the session lie on a live table or its stakes are in a live round.

    Such a session is not ended. To be asked under the session's lock, which laying chips takes.
    """
    in_play = Q(round__state=Round.State.OPEN) & SOMETHING_STANDS
    return Layout.objects.filter(LAID | in_play, session=session).exists()


def chips_lie(session: GameSession) -> bool:
    """Whether they do so in a betting window: the player may still take them back."""
    return Layout.objects.filter(LAID, session=session).exists()


def played_live_since(session: GameSession, moment: datetime.datetime) -> bool:
    """Whether a live round of the session has ended since then."""
    return Layout.objects.filter(session=session, round__settled_at__gt=moment).exists()


def live_tables() -> list[int]:
    """The numbers of all live tables that a dealer has to hold."""
    held = Q(state=Table.State.OPEN, current__isnull=False) | Q(live__isnull=False)
    games = [game for game in Table.Game if Table(game=game).is_live]
    return list(Table.objects.filter(held, game__in=games).values_list("pk", flat=True))
