"""What happened to a player's golden chips in a period: the incentive side of his statement."""

import datetime
from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import BigIntegerField, Case, F, Sum, Value, When

from casino.models import User
from golden_chips.models import MOVES, ChipEvent


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


def chip_lines(
    *, player: User, since: datetime.datetime, until: datetime.datetime, opening_cents: int
) -> Iterator[ChipLine]:
    """Every event from ``since`` and before ``until``, the oldest first: one query."""
    events = ChipEvent.objects.filter(
        grant__player=player, created_at__gte=since, created_at__lt=until
    ).select_related("grant__campaign")
    after = opening_cents
    for event in events.order_by("created_at", "id").iterator(chunk_size=2_000):
        kind = ChipEvent.Kind(event.kind)
        moved = MOVES[kind] * event.chips * event.grant.chip_cents
        after += moved
        yield ChipLine(
            number=event.pk,
            at=event.created_at,
            kind=kind,
            campaign=event.grant.campaign.name,
            chips=event.chips,
            chip_cents=event.grant.chip_cents,
            reference=event.reference,
            moved_cents=moved,
            after_cents=after,
            paid_cents=event.paid_cents,
            reason=event.reason,
        )
