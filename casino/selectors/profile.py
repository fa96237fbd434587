"""What a person sees about himself."""

import datetime
from dataclasses import dataclass

from allauth.mfa.utils import is_mfa_enabled

from casino.models import User, VipTier


@dataclass(frozen=True, slots=True)
class Profile:
    """``tier`` is empty for staff, who have none."""

    username: str
    email: str
    birth_date: datetime.date | None
    member_since: datetime.datetime
    tier: str
    has_second_factor: bool


def profile(*, user: User) -> Profile:
    """The person's own data. A player without a tier is in the lowest one."""
    tier = user.vip_tier or VipTier.objects.order_by("rank").first()
    return Profile(
        username=user.username,
        email=user.email,
        birth_date=user.birth_date,
        member_since=user.date_joined,
        tier=tier.name if tier and user.is_player else "",
        has_second_factor=is_mfa_enabled(user),
    )
