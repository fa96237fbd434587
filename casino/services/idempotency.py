"""A key belongs to one request of one person."""

import datetime
import hashlib
import uuid
from typing import Final

from casino.errors import IdempotencyConflict
from casino.models import ApiRequest, User

KEPT: Final = datetime.timedelta(days=90)
"""As long as a bet may stay unsettled; a key that is older may be used anew."""


def claim_key(*, owner: User, key: uuid.UUID, contents: bytes) -> None:
    """Tie the key to the contents of this request. The same ones again are welcome: the service
    that is asked next gives its first answer.

    Raises ``IdempotencyConflict``.
    """
    digest = hashlib.sha256(contents).hexdigest()
    request, _ = ApiRequest.objects.get_or_create(owner=owner, key=key, defaults={"digest": digest})
    if request.digest != digest:
        raise IdempotencyConflict


def forget_keys(*, now: datetime.datetime) -> int:
    """Delete the keys that are too old to come back; how many they were."""
    deleted, _ = ApiRequest.objects.filter(created_at__lt=now - KEPT).delete()
    return deleted
