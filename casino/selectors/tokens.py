"""A person's own API tokens."""

from django.utils import timezone

from casino.models import ApiToken, User


def own_tokens(*, owner: User) -> list[ApiToken]:
    """Those that are still good, the newest first."""
    good = ApiToken.objects.filter(revoked_at__isnull=True, expires_at__gt=timezone.now())
    return list(good.filter(owner=owner))
