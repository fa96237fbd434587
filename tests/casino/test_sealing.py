"""Sealed bytes open only with a key that is in use, and only unaltered."""

import pytest

from casino.sealing import SealBroken, seal, unseal

OLD = b"b2xkLXNlYWxpbmcta2V5LW9mLTMyLWJ5dGVzLWxvbmc="
NEW = b"bmV3LXNlYWxpbmcta2V5LW9mLTMyLWJ5dGVzLWxvbmc="


def test_what_is_sealed_opens_again_and_is_not_readable():
    sealed = seal(b"a seed of a shoe")
    assert b"a seed of a shoe" not in sealed
    assert unseal(sealed) == b"a seed of a shoe"


def test_an_older_key_still_opens_what_it_sealed(settings):
    settings.SEALING_KEYS = [OLD]
    sealed = seal(b"seed")
    settings.SEALING_KEYS = [NEW, OLD]
    assert unseal(sealed) == b"seed"


def test_a_key_no_longer_in_use_opens_nothing(settings):
    settings.SEALING_KEYS = [OLD]
    sealed = seal(b"seed")
    settings.SEALING_KEYS = [NEW]
    with pytest.raises(SealBroken):
        unseal(sealed)


def test_an_altered_seal_does_not_open():
    sealed = bytearray(seal(b"seed"))
    sealed[-1] ^= 1
    with pytest.raises(SealBroken):
        unseal(bytes(sealed))
