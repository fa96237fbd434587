"""Chips that were bet in rounds and have not come back."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Case, F, Sum, Value, When

from golden_chips.models import ChipEvent


@dataclass(frozen=True, slots=True)
class ChipsOnTable:
    """How many chips, and what they are worth by their face."""

    chips: int
    face_cents: int


def chips_on_table(*, references: Collection[str]) -> ChipsOnTable:
    """What a void of these rounds would give back: lying there, won or lost. One query."""
    events = ChipEvent.objects.filter(
        reference__in=references, kind__in=[ChipEvent.Kind.BET, ChipEvent.Kind.RETURNED]
    ).annotate(
        out=Case(When(kind=ChipEvent.Kind.BET, then=F("chips")), default=Value(0) - F("chips"))
    )
    sums = events.aggregate(
        chips=Sum("out", default=0), face=Sum(F("out") * F("grant__chip_cents"), default=0)
    )
    return ChipsOnTable(chips=sums["chips"], face_cents=sums["face"])
