"""Tokens for programs: made and revoked by their owners, looked up with each request."""

import datetime
import hashlib
import secrets
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from casino.errors import NotFound
from casino.models import ApiToken, User
from casino.rest_errors import TokenNameMissing, TooManyTokens
from casino.services.audit import record

PREFIX: Final = "casino_"
"""Lets people and scanners of published code see what it is."""

MOST_TOKENS: Final = 20
NAME_LENGTH: Final = 60
SHOWN: Final = len(PREFIX) + 5
USED_AGAIN_AFTER: Final = datetime.timedelta(minutes=5)
"""The last use is written down this often at most: no write for each request."""


def digest_of(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


@transaction.atomic
def make_token(*, owner: User, name: str) -> tuple[ApiToken, str]:
    """A new token with its text, which is told this once.

    Raises ``TokenNameMissing``, ``TooManyTokens``.
    """
    name = name.strip()[:NAME_LENGTH]
    if not name:
        raise TokenNameMissing
    User.objects.select_for_update(no_key=True).get(pk=owner.pk)
    now = timezone.now()
    good = ApiToken.objects.filter(owner=owner, revoked_at__isnull=True, expires_at__gt=now)
    if good.count() >= MOST_TOKENS:
        raise TooManyTokens(most=MOST_TOKENS)
    text = PREFIX + secrets.token_hex(32)
    token = ApiToken.objects.create(
        owner=owner,
        name=name,
        beginning=text[:SHOWN],
        digest=digest_of(text),
        created_at=now,
        expires_at=now + datetime.timedelta(days=settings.API_TOKEN_DAYS),
    )
    _write_down(owner, token, "token.made")
    return token, text


@transaction.atomic
def revoke_token(*, owner: User, token_id: int) -> ApiToken:
    """End one of the person's own tokens; revoked twice is revoked once. Raises ``NotFound``."""
    tokens = ApiToken.objects.select_for_update(no_key=True)
    token = tokens.filter(owner=owner, pk=token_id).first()
    if token is None:
        raise NotFound
    if token.revoked_at is None:
        token.revoked_at = timezone.now()
        token.save(update_fields=["revoked_at"])
        _write_down(owner, token, "token.revoked")
    return token


def _write_down(owner: User, token: ApiToken, action: str) -> None:
    """Of staff alone: players do with their own account what they like."""
    if owner.is_staff:
        facts: dict[str, Any] = {"name": token.name, "beginning": token.beginning}
        record(actor=owner, action=action, subject=token, after=facts)


def owner_of(*, token: str) -> User | None:
    """Whose token it is, with the VIP tier: one query. None for one that is not good."""
    now = timezone.now()
    found = (
        ApiToken.objects.select_related("owner__vip_tier")
        .filter(digest=digest_of(token), revoked_at__isnull=True, expires_at__gt=now)
        .first()
    )
    if found is None or not found.owner.is_active:
        return None
    if found.last_used_at is None or now - found.last_used_at > USED_AGAIN_AFTER:
        ApiToken.objects.filter(pk=found.pk).update(last_used_at=now)
    return found.owner
