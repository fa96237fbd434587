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
import struct
from collections.abc import Callable, Iterable, Iterator

from tables.engine.cards import DECK, Card

SEED_BYTES = 32
PERSONALIZATION = b"casino shoe 1"
BLOCK = 1024
WORDS = 1 << 16
MOST_BYTES_A_REQUEST = 1 << 16
MOST_REQUESTS = 1 << 48

INNER = bytes(byte ^ 0x36 for byte in range(256))
OUTER = bytes(byte ^ 0x5C for byte in range(256))


class HmacDrbg:
    """HMAC-DRBG, SHA-256, no prediction resistance and no reseeding: one seed, one shoe."""

    def __init__(self, entropy: bytes, nonce: bytes = b"", personalization: bytes = b"") -> None:
        self._value = b"\x01" * 32
        self._requests = 0
        self._set_key(bytes(32))
        self._update(entropy + nonce + personalization)

    def _set_key(self, key: bytes) -> None:
        """HMAC (RFC 2104) begins alike for all that is done with one key: that is hashed once."""
        padded = key.ljust(64, b"\x00")
        self._inner = hashlib.sha256(padded.translate(INNER))
        self._outer = hashlib.sha256(padded.translate(OUTER))

    def _hmac(self, data: bytes) -> bytes:
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(data)
        outer.update(inner.digest())
        return outer.digest()

    def _update(self, data: bytes = b"") -> None:
        self._set_key(self._hmac(self._value + b"\x00" + data))
        self._value = self._hmac(self._value)
        if data:
            self._set_key(self._hmac(self._value + b"\x01" + data))
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


def numbers(generate: Callable[[int], bytes], bounds: Iterable[int]) -> Iterator[int]:
    """For each bound a number from 0 to one less, each equally likely, out of a generator's bytes.

    Raises ``ValueError`` for a bound outside 1..65536.
    """
    words = _words(generate)
    for bound in bounds:
        if not 1 <= bound <= WORDS:
            raise ValueError(f"bound must lie in 1..{WORDS}, not {bound}")
        limit = WORDS - WORDS % bound
        word = next(words)
        while word >= limit:
            word = next(words)
        yield word % bound


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
    generator = HmacDrbg(seed, personalization=PERSONALIZATION)
    cards = list(DECK * decks)
    size = len(cards)
    others = numbers(generator.generate, range(size, 1, -1))
    for last, other in zip(range(size - 1, 0, -1), others, strict=True):
        cards[last], cards[other] = cards[other], cards[last]
    return tuple(cards)


def commitment(seed: bytes) -> str:
    """What is shown before the first bet: the SHA-256 of the seed, hexadecimal."""
    return hashlib.sha256(seed).hexdigest()
