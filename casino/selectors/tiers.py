"""The VIP tiers."""

from casino.models import VipTier


def vip_tiers() -> list[tuple[int, str]]:
    """Rank and name of every tier, the lowest first."""
    return list(VipTier.objects.order_by("rank").values_list("rank", "name"))
