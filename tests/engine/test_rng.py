"""The shuffle can be computed again by anybody, and has no modulo bias."""

import hashlib
import hmac
from collections import Counter

import pytest

from tables.engine.cards import DECK
from tables.engine.rng import (
    MOST_BYTES_A_REQUEST,
    MOST_REQUESTS,
    HmacDrbg,
    commitment,
    numbers,
    shuffled_deck,
)

SEED = bytes(range(32))

# NIST CAVP, HMAC_DRBG, SHA-256, no prediction resistance, no reseed, no personalization, COUNT 0:
# the second of two requests of 1024 bits.
ENTROPY = bytes.fromhex("ca851911349384bffe89de1cbdc46e6831e44d34a4fb935ee285dd14b71a7488")
NONCE = bytes.fromhex("659ba96c601dc69fc902940805ec0ca8")
RETURNED = bytes.fromhex(
    "e528e9abf2dece54d47c7e75e5fe302149f817ea9fb4bee6f4199697d04d5b89"
    "d54fbb978a15b5c443c9ec21036d2460b6f73ebad0dc2aba6e624abf07745bc1"
    "07694bb7547bb0995f70de25d6b29e2d3011bb19d27676c07162c8b5ccde0668"
    "961df86803482cb37ed6d5c0bb8d50cf1f50d476aa0458bdaba806f48be9dcb8"
)


def test_generator_gives_the_published_test_vector():
    drbg = HmacDrbg(ENTROPY, NONCE)
    drbg.generate(128)
    assert drbg.generate(128) == RETURNED


def test_generator_keeps_the_limits_of_the_standard():
    drbg = HmacDrbg(SEED)
    with pytest.raises(ValueError, match="at most"):
        drbg.generate(MOST_BYTES_A_REQUEST + 1)
    drbg._requests = MOST_REQUESTS
    with pytest.raises(ValueError, match="seeded anew"):
        drbg.generate(1)


class Words:
    """A generator of given 16-bit words."""

    def __init__(self, *words):
        self.bytes = b"".join(word.to_bytes(2, "big") for word in words)

    def generate(self, count):
        given, self.bytes = self.bytes[:count], self.bytes[count:]
        return given


@pytest.mark.parametrize(
    ("bound", "words", "number"),
    [
        (10, (65529,), 9),
        (10, (65530, 65535, 7), 7),
        (1, (12345,), 0),
        (65536, (65535,), 65535),
        (3, (65535, 4), 1),
    ],
)
def test_words_beyond_the_largest_multiple_are_skipped(bound, words, number):
    assert list(numbers(Words(*words).generate, [bound])) == [number]


@pytest.mark.parametrize("bound", [0, -1, 65537])
def test_bound_out_of_range_is_refused(bound):
    with pytest.raises(ValueError, match="bound"):
        list(numbers(Words(1).generate, [bound]))


def plain_shuffle(seed, decks):
    """The three steps that the module describes, written down a second time."""

    def mac(key, data):
        return hmac.new(key, data, hashlib.sha256).digest()

    key, value = bytes(32), b"\x01" * 32
    material = seed + b"casino shoe 1"
    key = mac(key, value + b"\x00" + material)
    value = mac(key, value)
    key = mac(key, value + b"\x01" + material)
    value = mac(key, value)
    words: list[int] = []
    while len(words) < 4 * 52 * decks:
        block = b""
        while len(block) < 1024:
            value = mac(key, value)
            block += value
        key = mac(key, value + b"\x00")
        value = mac(key, value)
        words += [block[i] * 256 + block[i + 1] for i in range(0, 1024, 2)]
    cards = [card for _ in range(decks) for card in range(52)]
    words.reverse()
    for last in range(len(cards) - 1, 0, -1):
        bound = last + 1
        word = words.pop()
        while word >= 65536 // bound * bound:
            word = words.pop()
        other = word % bound
        cards[last], cards[other] = cards[other], cards[last]
    return tuple(cards)


@pytest.mark.parametrize("decks", [1, 4, 6, 8])
def test_shuffle_is_what_its_description_says(decks):
    assert shuffled_deck(SEED, decks) == plain_shuffle(SEED, decks)


def test_shuffled_shoe_holds_every_card_of_every_deck():
    assert Counter(shuffled_deck(SEED, 6)) == dict.fromkeys(DECK, 6)


def test_another_seed_gives_another_order():
    assert shuffled_deck(SEED, 1) != shuffled_deck(SEED[::-1], 1)


@pytest.mark.parametrize("seed", [b"", SEED[:31], SEED + b"x"])
def test_seed_of_another_size_is_refused(seed):
    with pytest.raises(ValueError, match="32 bytes"):
        shuffled_deck(seed, 1)


def test_commitment_is_the_hash_of_the_seed():
    assert commitment(SEED) == hashlib.sha256(SEED).hexdigest()
