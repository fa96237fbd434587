"""Is the shuffle what chance would give? Chi-square, serial and gap tests, with their p-values.

Each figure stands beside the same test on shuffles by the operating system's random numbers. A
p-value is the chance that a perfect shuffle would do as badly or worse: over many seeds it is
uniform, so that one below 0.01 now and then proves nothing and one near 0 every time does.
"""

import math
import random
import secrets
import time
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from tables.engine.cards import DECK
from tables.engine.rng import SEED_BYTES, shuffled_deck
from tests.bench import Row

SHUFFLES = 20_000
CARDS = len(DECK)
ACES = 4
LEAST_EXPECTED = 10

Decks = npt.NDArray[np.int64]
"""One shuffled deck a row."""


def measure(_database_url: str) -> list[Row]:
    """Test ``SHUFFLES`` decks, each from a fresh seed."""
    seeds = [secrets.token_bytes(SEED_BYTES) for _ in range(SHUFFLES)]
    begun = time.perf_counter()
    ours = np.array([shuffled_deck(seed, 1) for seed in seeds])
    micro = (time.perf_counter() - begun) / SHUFFLES * 1e6
    chance = random.SystemRandom()
    theirs = np.array([chance.sample(DECK, CARDS) for _ in range(SHUFFLES)])
    tests = (
        (f"chi-square: {CARDS} cards in {CARDS} places", card_in_place),
        ("serial: the second card after the first", first_two),
        ("gap: cards before the first ace", first_ace),
    )
    rows = [
        Row(
            f"{name}, {SHUFFLES} shuffles",
            f"p = {test(ours):.4f}",
            f"operating system: p = {test(theirs):.4f}",
            "p above 0.0001",
            holds=test(ours) > 0.0001,
        )
        for name, test in tests
    ]
    return [*rows, Row("one deck from its seed", f"{micro:.0f} µs")]


def card_in_place(decks: Decks) -> float:
    """Every card is equally likely in every place."""
    places = np.broadcast_to(np.arange(CARDS), decks.shape)
    counts = np.bincount((places * CARDS + decks).ravel(), minlength=CARDS**2)
    # Each row and each column of the table has a fixed sum.
    freedom = (CARDS - 1) ** 2
    # One shuffle fills each place once and uses each card once: the sum comes out too large by
    # 52 in 51.
    statistic = _chi_square(counts, [len(decks) / CARDS] * CARDS**2) * (CARDS - 1) / CARDS
    return upper_tail(statistic, freedom)


def first_two(decks: Decks) -> float:
    """Every ordered pair of cards is equally likely at the top of the deck."""
    counts = np.bincount(decks[:, 0] * CARDS + decks[:, 1], minlength=CARDS**2)
    possible = counts.reshape(CARDS, CARDS)[~np.eye(CARDS, dtype=bool)]
    expected = len(decks) / len(possible)
    return upper_tail(_chi_square(possible, [expected] * len(possible)), len(possible) - 1)


def first_ace(decks: Decks) -> float:
    """How many cards lie before the first ace; long gaps are counted together."""
    gaps = np.argmax(decks < ACES, axis=1)
    expected = [
        len(decks) * math.comb(CARDS - 1 - gap, ACES - 1) / math.comb(CARDS, ACES)
        for gap in range(CARDS - ACES + 1)
    ]
    kept = sum(count >= LEAST_EXPECTED for count in expected)
    counts = np.bincount(np.minimum(gaps, kept), minlength=kept + 1)
    grouped = [*expected[:kept], sum(expected[kept:])]
    return upper_tail(_chi_square(counts, grouped), kept)


def _chi_square(counts: npt.NDArray[np.int64], expected: Sequence[float]) -> float:
    wanted = np.array(expected)
    return float(((counts - wanted) ** 2 / wanted).sum())


def upper_tail(statistic: float, freedom: int) -> float:
    """The chance that chi-square with ``freedom`` degrees is above ``statistic``."""
    shape, point = freedom / 2, statistic / 2
    scale = math.exp(shape * math.log(point) - point - math.lgamma(shape))
    if point < shape + 1:
        term = total = 1 / shape
        step = shape
        while term > total * 1e-15:
            step += 1
            term *= point / step
            total += term
        return 1 - total * scale
    # Lentz's continued fraction of the incomplete gamma function.
    below = point + 1 - shape
    left, right = 1e300, 1 / below
    fraction = right
    for step in range(1, 10_000):
        factor = -step * (step - shape)
        below += 2
        right = 1 / (factor * right + below)
        left = below + factor / left
        fraction *= left * right
        if abs(left * right - 1) < 1e-15:
            break
    return fraction * scale
