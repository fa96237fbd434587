"""What happened to golden chips: a player's in a period, and all of one round."""

import datetime
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from django.db.models import BigIntegerField, Case, F, QuerySet, Sum, Value, When

from casino.models import User
from golden_chips.models import MOVES, ChipEvent

GOLDEN_MARK: Final = "GC"
"""What rounds with golden chips in them bear in files, in every language."""


@dataclass(frozen=True, slots=True)
class ChipLine:
    """One event of a grant. ``moved_cents`` is the face of the chips that came to the player's
    hands or left them, 0 where they lay on the table; ``paid_cents`` the cash that they won."""

    number: int
    at: datetime.datetime
    kind: ChipEvent.Kind
    campaign: str
    chips: int
    chip_cents: int
    reference: str
    place: str
    player: str
    moved_cents: int
    after_cents: int
    paid_cents: int
    reason: str


def chips_before(*, player: User, moment: datetime.datetime) -> int:
    """The face of the golden chips in the player's hands at a moment, in cents: one query."""
    sign = Case(
        *(When(kind=kind, then=Value(move)) for kind, move in MOVES.items()),
        output_field=BigIntegerField(),
    )
    events = ChipEvent.objects.filter(grant__player=player, created_at__lt=moment)
    face = Sum(sign * F("chips") * F("grant__chip_cents"))
    return int(events.aggregate(cents=face)["cents"] or 0)


def golden_references(*, player: User, moment: datetime.datetime) -> frozenset[str]:
    """The rounds, by reference, that the player has bet golden chips in before a moment: one
    query."""
    bets = ChipEvent.objects.filter(
        grant__player=player, kind=ChipEvent.Kind.BET, created_at__lt=moment
    )
    return frozenset(bets.order_by().values_list("reference", flat=True).distinct())


def chip_lines(
    *, player: User, since: datetime.datetime, until: datetime.datetime, opening_cents: int
) -> Iterator[ChipLine]:
    """Every event from ``since`` and before ``until``, the oldest first: one query."""
    events = ChipEvent.objects.filter(
        grant__player=player, created_at__gte=since, created_at__lt=until
    )
    after = opening_cents
    for event in _loaded(events).order_by("created_at", "id").iterator(chunk_size=2_000):
        line = _line(event)
        after += line.moved_cents
        yield replace(line, after_cents=after)


def chips_of_round(*, reference: str, most: int = 200) -> list[ChipLine]:
    """What happened to anybody's chips in a round, in order; the balances are left at 0. One
    query, ``most`` of them at most."""
    events = ChipEvent.objects.filter(reference=reference)
    return [_line(event) for event in _loaded(events).order_by("id")[:most]]


def _loaded(events: QuerySet[ChipEvent]) -> QuerySet[ChipEvent]:
    return events.select_related("grant__campaign", "grant__player")


def _line(event: ChipEvent) -> ChipLine:
    kind = ChipEvent.Kind(event.kind)
    grant = event.grant
    return ChipLine(
        number=event.pk,
        at=event.created_at,
        kind=kind,
        campaign=grant.campaign.name,
        chips=event.chips,
        chip_cents=grant.chip_cents,
        reference=event.reference,
        place=event.place,
        player=grant.player.username,
        moved_cents=MOVES[kind] * event.chips * grant.chip_cents,
        after_cents=0,
        paid_cents=event.paid_cents,
        reason=event.reason,
    )
