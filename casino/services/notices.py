"""Tells players what they should know."""

import datetime
from collections.abc import Iterable, Mapping
from typing import Any

from django.utils import timezone

from casino.models import Notice, User


def tell(
    *, told: Iterable[tuple[int, Mapping[str, Any]]], kind: str, now: datetime.datetime
) -> None:
    """One notice for each player's number with its facts, in one statement.

    ``kind`` names the template ``notices/<kind>.html``.
    """
    Notice.objects.bulk_create(
        Notice(player_id=player_id, kind=kind, facts=dict(facts), created_at=now)
        for player_id, facts in told
    )


def read_notices(*, player: User) -> int:
    """The player has read what there was to tell; how many notices that were."""
    unread = Notice.objects.filter(player=player, read_at__isnull=True)
    return unread.update(read_at=timezone.now())
