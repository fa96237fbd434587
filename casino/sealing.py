"""Seals what must stay hidden until its time, such as a shoe's seed.

The keys come from the environment (``SEALING_KEYS``): the first one seals, all of them open, so
that a key can be changed without losing what older ones sealed.
"""

from functools import lru_cache

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings


class SealBroken(Exception):
    """The sealed bytes were altered, or none of the keys belongs to them."""


@lru_cache(maxsize=1)
def _box(keys: tuple[bytes, ...]) -> MultiFernet:
    return MultiFernet([Fernet(key) for key in keys])


def seal(secret: bytes) -> bytes:
    """Encrypt and authenticate."""
    return _box(tuple(settings.SEALING_KEYS)).encrypt(secret)


def unseal(sealed: bytes | memoryview) -> bytes:
    """Give the secret back. Raises ``SealBroken``."""
    try:
        return _box(tuple(settings.SEALING_KEYS)).decrypt(bytes(sealed))
    except InvalidToken as error:
        raise SealBroken from error
