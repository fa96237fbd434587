"""Player hands as multisets of card values, and the shoe that is left beside them.

Ranks here are values: index 0 is an ace, 1..8 are 2..9, index 9 is any ten-value card. Blackjack
knows no other difference between cards, so about 3,000 multisets stand for all player hands.
"""

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

RANKS = 10
ACE, TEN = 0, 9
POINTS: Ints = np.arange(1, RANKS + 1)
_KEPT = 4  # sizes of shoe; a split grid takes some megabytes
_KEY_BASE = 32  # above any count of one rank in a hand of at most 21 points


def shoe_counts(decks: int) -> Ints:
    """Cards of each value in a fresh shoe, shape (10,)."""
    return np.where(POINTS == 10, 16, 4) * decks


def hand_totals(counts: Ints) -> tuple[Ints, Bools]:
    """Best totals and whether an ace counts 11 in them, for hands of shape (n, 10)."""
    hard = counts @ POINTS
    soft = (counts[:, ACE] > 0) & (hard <= 11)
    return hard + 10 * soft, soft


@dataclass(frozen=True)
class Grid:
    """Every hand a player may hold on his way to 21, in a shoe that lacks some more cards.

    Rows are sorted by size; ``starts[s]:starts[s + 1]`` are the hands of ``s`` cards. ``child`` and
    ``parent`` (n, 10) are the rows with one card of a rank more or less, or ``n`` where there is
    none (a bust, a size limit). Arrays over the grid have shape (n, 10 up cards); expectations get
    a last row of zeros for ``n``.

    ``counts`` is the hand, ``removed`` also counts the cards that are gone without being in it,
    ``unseen`` is the shoe before the dealer's up card leaves it and ``left`` its size.
    """

    counts: Ints
    size: Ints
    total: Ints
    soft: Bools
    starts: tuple[int, ...]
    child: Ints
    parent: Ints
    removed: Ints
    unseen: Floats
    left: Floats

    @property
    def rows(self) -> int:
        return len(self.size)

    def of_size(self, size: int) -> slice:
        return slice(self.starts[size], self.starts[size + 1])

    @property
    def largest(self) -> int:
        """The number of cards of the largest hand."""
        return len(self.starts) - 2

    def mean_over_draw(self, rows: slice, value: Floats) -> Floats:
        """Mean of ``value`` (n + 1, 10) after one more card to the hands ``rows``; busts count 0.

        The card comes from all cards not seen, the dealer's hidden one among them.
        """
        drawn = value[self.child[rows]]
        total = np.einsum("kru,kr->ku", drawn, self.unseen[rows])
        total -= np.diagonal(drawn, axis1=1, axis2=2)  # the up card has left the shoe
        return np.asarray(total / (self.left[rows, None] - 1))

    def reach_by_draw(self, rows: slice, weight: Floats) -> Floats:
        """Probability of arriving at ``rows`` by one card from hands reached with ``weight``."""
        before = weight[self.parent[rows]]
        total = np.einsum("kru,kr->ku", before, self.unseen[rows] + 1)
        total -= np.diagonal(before, axis1=1, axis2=2)
        return np.asarray(total / self.left[rows, None])


def with_blank_row(values: Floats) -> Floats:
    """``values`` with the row of zeros that stands for "no such hand"."""
    return np.concatenate([values, np.zeros((1, *values.shape[1:]))])


def sum_by(group: Ints, groups: int, values: Floats) -> Floats:
    """Sums of ``values`` (n, …) over the rows of each group, shape (groups, …)."""
    order = np.argsort(group, kind="stable")
    present, first = np.unique(group[order], return_index=True)
    sums = np.zeros((groups, *values.shape[1:]))
    if len(present):
        sums[present] = np.add.reduceat(values[order], first)
    return sums


def base_grid(decks: int, size_limit: int) -> Grid:
    """All hands of up to ``size_limit`` cards in a shoe that lacks nothing else."""
    counts = _all_hands(decks, size_limit)
    return _grid(decks, counts, np.zeros(len(counts), dtype=np.int64))


def split_grid(decks: int, size_limit: int, others: int) -> tuple[Grid, Ints]:
    """Hands grown from one card of a split pair, with ``others`` more cards of that rank gone.

    The grids of the ten ranks stand in one; the second value is the pair's rank by row.
    """
    grid, pair = _split_grid(decks, size_limit)
    removed = grid.removed + others * np.eye(RANKS, dtype=np.int64)[pair]
    unseen = shoe_counts(decks) - removed * 1.0
    return replace(grid, removed=removed, unseen=unseen, left=grid.left - others), pair


@lru_cache(maxsize=_KEPT)
def _split_grid(decks: int, size_limit: int) -> tuple[Grid, Ints]:
    hands = _all_hands(decks, size_limit)
    row, pair = np.nonzero(hands)
    return _grid(decks, hands[row], pair), pair


@lru_cache(maxsize=_KEPT)
def _all_hands(decks: int, size_limit: int) -> Ints:
    """Hands of 1 to ``size_limit`` cards and at most 21 points, by size, shape (n, 10)."""
    most = shoe_counts(decks)
    current = np.zeros((1, RANKS), dtype=np.int64)
    highest = np.zeros(1, dtype=np.int64)
    levels = []
    for _ in range(size_limit):
        grown, tops = [], []
        for rank in range(RANKS):  # adding in rising order makes each multiset once
            bigger = current[highest <= rank]
            bigger[:, rank] += 1
            keep = (bigger @ POINTS <= 21) & (bigger[:, rank] <= most[rank])
            grown.append(bigger[keep])
            tops.append(np.full(int(keep.sum()), rank))
        current, highest = np.concatenate(grown), np.concatenate(tops)
        levels.append(current)
    return np.concatenate(levels)


def _grid(decks: int, counts: Ints, world: Ints) -> Grid:
    """The grid of ``counts``; hands of different ``world`` do not lead to each other."""
    size = counts.sum(axis=1)
    total, soft = hand_totals(counts)
    step = _KEY_BASE ** np.arange(RANKS)
    keys = counts @ step + world * _KEY_BASE**RANKS
    order = np.argsort(keys)

    def find(wanted: Ints) -> Ints:
        place = np.minimum(np.searchsorted(keys, wanted, sorter=order), len(keys) - 1)
        found = order[place]
        return np.where(keys[found] == wanted, found, len(keys))

    unseen = shoe_counts(decks) - counts * 1.0
    return Grid(
        counts=counts,
        size=size,
        total=total,
        soft=soft,
        starts=tuple(int(n) for n in np.searchsorted(size, np.arange(int(size.max()) + 2))),
        child=find(keys[:, None] + step),
        parent=find(keys[:, None] - step),
        removed=counts,
        unseen=unseen,
        left=unseen.sum(axis=1),
    )
