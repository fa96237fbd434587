"""The shuffle: an HMAC-DRBG and Fisher-Yates without modulo bias.

From the seed alone anybody can compute the order of a shoe again:

1. HMAC-DRBG with SHA-256 (NIST SP 800-90A, section 10.1.2) is instantiated with the 32 bytes of the
   seed as entropy input, no nonce and the personalization string ``PERSONALIZATION``.
2. It is asked for ``BLOCK`` bytes at a time, read as big-endian 16-bit words. A number below ``n``
   is the next word that is less than the largest multiple of ``n`` up to 65536, modulo ``n``; words
   above are skipped.
3. The decks lie one after the other in the order A..K of spades, hearts, diamonds, clubs with the
   suits innermost (AS AH AD AC 2S ...). For ``last`` from the last place down to 1 the card there
   is exchanged with that at a number below ``last + 1``. The first place leaves the shoe first.
"""

import hashlib
import hmac
import struct
from collections.abc import Callable, Iterator

from tables.engine.cards import DECK, Card

SEED_BYTES = 32
PERSONALIZATION = b"casino shoe 1"
BLOCK = 1024
WORDS = 1 << 16
MOST_BYTES_A_REQUEST = 1 << 16
MOST_REQUESTS = 1 << 48


class HmacDrbg:
    """HMAC-DRBG, SHA-256, no prediction resistance and no reseeding: one seed, one shoe."""

    def __init__(self, entropy: bytes, nonce: bytes = b"", personalization: bytes = b"") -> None:
        self._key = bytes(32)
        self._value = b"\x01" * 32
        self._requests = 0
        self._update(entropy + nonce + personalization)

    def _hmac(self, data: bytes) -> bytes:
        return hmac.digest(self._key, data, "sha256")

    def _update(self, data: bytes = b"") -> None:
        self._key = self._hmac(self._value + b"\x00" + data)
        self._value = self._hmac(self._value)
        if data:
            self._key = self._hmac(self._value + b"\x01" + data)
            self._value = self._hmac(self._value)

    def generate(self, count: int) -> bytes:
        """The next ``count`` bytes; ``ValueError`` beyond the limits of SP 800-90A, table 2."""
        if count > MOST_BYTES_A_REQUEST:
            raise ValueError(f"at most {MOST_BYTES_A_REQUEST} bytes a request, not {count}")
        if self._requests >= MOST_REQUESTS:
            raise ValueError("the generator must be seeded anew")
        blocks = []
        for _ in range(-(-count // 32)):
            self._value = self._hmac(self._value)
            blocks.append(self._value)
        self._update()
        self._requests += 1
        return b"".join(blocks)[:count]


class Numbers:
    """Unbiased whole numbers out of a generator's bytes, as described above."""

    def __init__(self, generate: Callable[[int], bytes]) -> None:
        self._word = _words(generate).__next__

    def below(self, bound: int) -> int:
        """A number from 0 to ``bound - 1``, each equally likely; ``bound`` from 1 to 65536."""
        if not 1 <= bound <= WORDS:
            raise ValueError(f"bound must lie in 1..{WORDS}, not {bound}")
        limit = WORDS - WORDS % bound
        word = self._word()
        while word >= limit:
            word = self._word()
        return word % bound


def _words(generate: Callable[[int], bytes]) -> Iterator[int]:
    while True:
        block = generate(BLOCK)
        yield from struct.unpack(f">{len(block) // 2}H", block)


def shuffled_deck(seed: bytes, decks: int) -> tuple[Card, ...]:
    """All cards of ``decks`` decks in the order in which they leave the shoe.

    Raises ``ValueError`` when the seed has not 256 bits.
    """
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
    numbers = Numbers(HmacDrbg(seed, personalization=PERSONALIZATION).generate)
    cards = list(DECK * decks)
    for last in range(len(cards) - 1, 0, -1):
        other = numbers.below(last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return tuple(cards)


def commitment(seed: bytes) -> str:
    """What is shown before the first bet: the SHA-256 of the seed, hexadecimal."""
    return hashlib.sha256(seed).hexdigest()
