"""VIP tiers: made, renamed, deleted, and written down.

Their rank never changes: limits go by it.
"""

from django.db import transaction
from django.db.models import ProtectedError

from casino.errors import TierInUse
from casino.models import User, VipTier
from casino.services.audit import record


def _facts(tier: VipTier) -> dict[str, int | str]:
    return {"rank": tier.rank, "name": tier.name}


@transaction.atomic
def make_tier(*, rank: int, name: str, actor: User, reason: str) -> VipTier:
    """A new tier."""
    tier = VipTier.objects.create(rank=rank, name=name)
    record(actor=actor, action="tier.created", subject=tier, after=_facts(tier), reason=reason)
    return tier


@transaction.atomic
def rename_tier(*, tier: VipTier, name: str, actor: User, reason: str) -> VipTier:
    """Give a tier another name; nothing happens where it has that name."""
    locked = VipTier.objects.select_for_update(no_key=True).get(pk=tier.pk)
    before = _facts(locked)
    if locked.name == name:
        return locked
    locked.name = name
    locked.save(update_fields=["name"])
    record(
        actor=actor,
        action="tier.renamed",
        subject=locked,
        before=before,
        after=_facts(locked),
        reason=reason,
    )
    return locked


@transaction.atomic
def delete_tier(*, tier: VipTier, actor: User, reason: str) -> None:
    """Raises ``TierInUse`` while players are in it."""
    players = User.objects.filter(vip_tier=tier).count()
    if players:
        raise TierInUse(tier=tier.name, players=players)
    record(actor=actor, action="tier.deleted", subject=tier, before=_facts(tier), reason=reason)
    try:
        tier.delete()
    except ProtectedError as error:  # somebody was put into it this moment
        raise TierInUse(tier=tier.name, players=len(error.protected_objects)) from error
