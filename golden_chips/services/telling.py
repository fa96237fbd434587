"""Players are told what has become of their grants."""

import datetime
from collections.abc import Iterable
from enum import StrEnum

from casino.services.notices import tell
from golden_chips.models import Grant


class Told(StrEnum):
    """What there is to say; each is a template of notices."""

    GRANTED = "golden_granted"
    EXPIRING = "golden_expiring"
    EXPIRED = "golden_expired"
    CANCELLED = "golden_cancelled"


def tell_of_grants(
    grants: Iterable[tuple[Grant, int]], kind: Told, now: datetime.datetime, *, reason: str = ""
) -> None:
    """One notice for each grant with how many of its chips are meant, if any are.

    The campaigns of the grants are at hand, so that this is one statement.
    """
    tell(
        told=[
            (
                granted.player_id,
                {
                    "campaign": granted.campaign.name,
                    "chips": chips,
                    "chip_cents": granted.chip_cents,
                    "expires_at": granted.expires_at.isoformat(),
                    "reason": reason,
                },
            )
            for granted, chips in grants
            if chips
        ],
        kind=kind,
        now=now,
    )
