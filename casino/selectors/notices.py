"""What a player has not been told yet."""

from typing import Final

from casino.models import Notice, User

SHOWN: Final = 20


def unread_notices(*, player: User) -> list[Notice]:
    """The latest first, twenty at most."""
    return list(Notice.objects.filter(player=player, read_at__isnull=True)[:SHOWN])
