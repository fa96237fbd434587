"""Exact probabilities of the dealer's final hands, for many player hands at once.

A dealer who still has to draw holds one of some 1,400 multisets of cards (all up cards together);
the number of orders in which he gets there depends on the rules alone. The probability of a
multiset beside given player cards is that number times a ratio of falling factorials: one factor
per rank and one for the size of the shoe. The factors of the low and of the high ranks are worked
out once for each partial hand that occurs and multiplied; one matrix product sums the multisets
onto their totals, and the card that ends the hand is put on top.
"""

from collections import defaultdict
from dataclasses import dataclass
from functools import cache

import numpy as np

from tables.analysis.hands import ACE, RANKS, Bools, Floats, Ints, shoe_counts

OUTCOMES = ("17", "18", "19", "20", "21", "blackjack", "bust")
BLACKJACK, BUST = 5, 6

_LOW = slice(0, 3)
_HIGH = slice(3, RANKS)
_State = tuple[int, bool, bool]  # best total, soft, only the up card yet

# The product is taken in pieces: they stay in the processor's cache, and below this number of
# multiplications OpenBLAS starts no threads, which wait for each other on a busy machine.
_UNTHREADED = 250_000


@dataclass(frozen=True)
class _Paths:
    """The hands on which the dealer draws, from one up card.

    ``drawn`` (k, 10) are the cards after the up card, ``sums`` (k, states + 6) adds the weighted
    hands up by state and takes away, per outcome, the copies of the ending card that they hold,
    ``endings`` lists (state, rank, outcome).
    """

    drawn: Ints
    sums: Floats
    states: int
    endings: tuple[tuple[int, int, int], ...]


def dealer_outcomes(
    decks: int, removed: Ints, *, hits_soft_17: bool, wanted: Bools | None = None
) -> Floats:
    """Probability of each outcome, shape (n, 10 up cards, 7), beside ``removed`` (n, 10) cards.

    The dealer plays on from a fresh shoe without ``removed`` and his up card. Columns are those of
    ``OUTCOMES``; a row whose removal the shoe cannot bear holds no meaning, one that is not
    ``wanted`` (n, 10 up cards; None: all) holds zeros.
    """
    result = np.zeros((len(removed), RANKS, len(OUTCOMES)))
    rows = np.arange(len(removed))
    for up in range(RANKS):
        if wanted is not None:
            rows = np.flatnonzero(wanted[:, up])
        if len(rows):
            result[rows, up] = _outcomes_of(up, decks, removed[rows], hits_soft_17)
    return result


def _outcomes_of(up: int, decks: int, removed: Ints, hits_soft_17: bool) -> Floats:
    paths = _paths(up, hits_soft_17)
    shoe = shoe_counts(decks)
    shoe[up] -= 1
    low, low_row = _distinct(removed[:, _LOW])
    high, high_row = _distinct(removed[:, _HIGH])
    low_factor = _falling(shoe[_LOW] - low, paths.drawn[:, _LOW])
    high_factor = _falling(shoe[_HIGH] - high, paths.drawn[:, _HIGH])
    draws = paths.drawn.sum(axis=1) + 1
    left = int(shoe.sum()) - removed.sum(axis=1)
    by_size = _inverse(_falling_table(int(left.max()), int(draws.max())))[:, draws]
    summed = np.empty((len(removed), paths.sums.shape[1]))
    chunk = max(_UNTHREADED // paths.sums.size, 1)
    for start in range(0, len(removed), chunk):
        rows = slice(start, start + chunk)
        weight = low_factor[low_row[rows]]
        weight *= high_factor[high_row[rows]]
        weight *= by_size[left[rows]]
        np.matmul(weight, paths.sums, out=summed[rows])
    return _end(paths, summed, shoe - removed)


def _end(paths: _Paths, summed: Floats, unseen: Ints) -> Floats:
    """Put the ending card on top of the hands summed by state; a bust is what is left."""
    result = np.empty((len(summed), len(OUTCOMES)))
    result[:, :BUST] = summed[:, paths.states :]
    for state, rank, outcome in paths.endings:
        result[:, outcome] += summed[:, state] * unseen[:, rank]
    result[:, BUST] = 1 - result[:, :BUST].sum(axis=1)
    return result


def _distinct(part: Ints) -> tuple[Ints, Ints]:
    """The distinct rows of ``part`` and the place of each row among them."""
    keys = part @ (32 ** np.arange(part.shape[1]))
    _, first, place = np.unique(keys, return_index=True, return_inverse=True)
    return part[first], place


def _falling_table(largest: int, draws: int) -> Floats:
    """``n (n-1) … (n-d+1)`` for n up to ``largest`` and d up to ``draws``; 0 beyond n cards."""
    cards = np.maximum(np.arange(largest + 1.0)[:, None] - np.arange(draws), 0.0)
    return np.concatenate([np.ones((largest + 1, 1)), np.cumprod(cards, axis=1)], axis=1)


def _inverse(values: Floats) -> Floats:
    return np.divide(1, values, out=np.zeros_like(values), where=values > 0)


def _falling(cards: Ints, drawn: Ints) -> Floats:
    """Product over ranks of the falling factorials, shape (len(cards), len(drawn))."""
    cards = np.maximum(cards, 0)
    table = _falling_table(int(cards.max()), int(drawn.max()))
    product = np.ones((len(cards), len(drawn)))
    for rank in range(cards.shape[1]):
        product *= table[cards[:, rank]][:, drawn[:, rank]]
    return product


def _add(state: _State, rank: int) -> _State:
    total, soft, _ = state
    total += rank + 1
    if rank == ACE and not soft and total <= 11:
        total, soft = total + 10, True
    elif soft and total > 21:
        total, soft = total - 10, False
    return total, soft, False


def _outcome(before: _State, rank: int, *, hits_soft_17: bool) -> int | None:
    """The column of ``OUTCOMES`` that ``rank`` ends the hand with; None: he draws on or busts."""
    total, soft, _ = _add(before, rank)
    if total < 17 or total > 21 or (hits_soft_17 and soft and total == 17):
        return None
    return BLACKJACK if before[2] and total == 21 else total - 17


@cache
def _paths(up: int, hits_soft_17: bool) -> _Paths:
    first: _State = (11, True, True) if up == ACE else (up + 1, False, True)
    level = {(0,) * RANKS: (first, 1)}
    hands: list[tuple[tuple[int, ...], _State, int]] = []
    while level:
        hands += [(drawn, state, orders) for drawn, (state, orders) in level.items()]
        longer: dict[tuple[int, ...], tuple[_State, int]] = {}
        for drawn, (state, orders) in level.items():
            for rank in range(RANKS):
                after = _add(state, rank)
                if after[0] > 21 or _outcome(state, rank, hits_soft_17=hits_soft_17) is not None:
                    continue
                bigger = (*drawn[:rank], drawn[rank] + 1, *drawn[rank + 1 :])
                longer[bigger] = (after, orders + longer.get(bigger, (after, 0))[1])
        level = longer
    return _sum_up(hands, hits_soft_17=hits_soft_17)


def _sum_up(hands: list[tuple[tuple[int, ...], _State, int]], *, hits_soft_17: bool) -> _Paths:
    states: dict[_State, int] = defaultdict(lambda: len(states))
    columns = [states[state] for _, state, _ in hands]
    sums = np.zeros((len(hands), len(states) + BUST))
    for row, (drawn, state, orders) in enumerate(hands):
        sums[row, columns[row]] = orders
        for rank in range(RANKS):
            outcome = _outcome(state, rank, hits_soft_17=hits_soft_17)
            if outcome is not None:
                sums[row, len(states) + outcome] -= orders * drawn[rank]
    endings = tuple(
        (column, rank, outcome)
        for state, column in states.items()
        for rank in range(RANKS)
        if (outcome := _outcome(state, rank, hits_soft_17=hits_soft_17)) is not None
    )
    cards = np.array([drawn for drawn, _, _ in hands], dtype=np.int64)
    return _Paths(cards, sums, len(states), endings)
