"""What a player holds: the tray at a table, and all his grants."""

import datetime
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from casino.ids import among
from casino.models import User
from golden_chips.models import Campaign, Grant


@dataclass(frozen=True, slots=True)
class PileGrant:
    """The part of a pile that comes from one grant."""

    campaign: str
    terms: str
    left: int
    expires_at: datetime.datetime


@dataclass(frozen=True, slots=True)
class Pile:
    """The chips of one value that can be bet at a table; ``grants`` are in order of expiry."""

    chip_cents: int
    left: int
    grants: tuple[PileGrant, ...]

    @property
    def expires_at(self) -> datetime.datetime:
        """When the first of them expire."""
        return self.grants[0].expires_at


@dataclass(frozen=True, slots=True)
class OwnGrant:
    """A grant as its player sees it. ``on_table`` chips are neither left nor used yet."""

    campaign: Campaign
    chip_cents: int
    issued: int
    left: int
    state: str
    granted_at: datetime.datetime
    expires_at: datetime.datetime


def _in_hand(now: datetime.datetime) -> QuerySet[Grant]:
    return Grant.objects.filter(state=Grant.State.OPEN, remaining__gt=0, expires_at__gt=now)


def holds_chips(owner: str) -> Exists:
    """Whether the player behind the field ``owner`` has any chips in his hands: a subquery."""
    return Exists(_in_hand(timezone.now()).filter(player=OuterRef(owner)))


def tray(*, player: User, table_id: int, game: str) -> tuple[Pile, ...]:
    """The piles that the player can bet at a table, the smallest value first: one query."""
    held = _in_hand(timezone.now()).filter(player=player).select_related("campaign")
    good = [
        granted
        for granted in held.order_by("expires_at", "id")
        if granted.campaign.admits(table_id=table_id, game=game)
    ]
    values = sorted({granted.chip_cents for granted in good})
    return tuple(
        _pile(value, [granted for granted in good if granted.chip_cents == value])
        for value in values
    )


def chips_left(*, players: Collection[int], table_id: int, game: str) -> dict[int, dict[int, int]]:
    """How many chips players can bet at a table, by player and value: one query, however many."""
    held = _in_hand(timezone.now()).filter(player__in=among(players)).select_related("campaign")
    found: dict[int, dict[int, int]] = {}
    for granted in held:
        if granted.campaign.admits(table_id=table_id, game=game):
            own = found.setdefault(granted.player_id, {})
            own[granted.chip_cents] = own.get(granted.chip_cents, 0) + granted.remaining
    return found


def _pile(value: int, grants: Iterable[Grant]) -> Pile:
    parts = tuple(
        PileGrant(
            campaign=granted.campaign.name,
            terms=granted.campaign.terms,
            left=granted.remaining,
            expires_at=granted.expires_at,
        )
        for granted in grants
    )
    return Pile(value, sum(part.left for part in parts), parts)


def own_grants(*, player: User) -> list[OwnGrant]:
    """All grants that the player was ever given, those that expire last first."""
    given = Grant.objects.filter(player=player).exclude(state=Grant.State.PREPARED)
    return [
        OwnGrant(
            campaign=granted.campaign,
            chip_cents=granted.chip_cents,
            issued=granted.issued,
            left=granted.remaining,
            state=granted.state,
            granted_at=granted.granted_at,
            expires_at=granted.expires_at,
        )
        for granted in given.select_related("campaign").order_by("-expires_at", "-id")
    ]
