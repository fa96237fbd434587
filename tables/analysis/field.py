"""What standing is worth on every hand of a grid, under given rules."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from tables.analysis.dealer import BLACKJACK, dealer_outcomes
from tables.analysis.hands import (
    ACE,
    RANKS,
    TEN,
    Bools,
    Floats,
    Grid,
    Ints,
    base_grid,
    split_grid,
    with_blank_row,
)
from tables.engine.rules import DOUBLE_ON, BlackjackRules


@dataclass(frozen=True)
class Field:
    """A grid of hands with the dealer's outcomes beside each, shapes (n, 10 up cards, …).

    Expectations are *not* divided by the probability that play gets this far. Where the dealer has
    looked under his up card, a hand is played only if there is no blackjack; what the next card is
    then depends on what the hidden one is not. Counting only the deals without blackjack, instead
    of dividing by their number, keeps every card a plain draw from the unseen ones and is exact.

    *Gross* is what comes back per unit of stake: 2 for a win, 1 for a push, 0 for a loss. A bust
    and a dealer's blackjack both count 0, so gross values need no second thought about the peek.

    For golden chips (``tables.analysis.golden``): a win is worth ``gain`` and, of the stake,
    ``kept``; where ``first_stake_only`` counts nobody doubles.
    """

    rules: BlackjackRules
    grid: Grid
    pair: Ints
    """The rank of the split pair by row; all 0 in the base field."""
    outcomes: Floats
    gain: float = 1.0
    kept: float = 1.0
    first_stake_only: bool = False

    @cached_property
    def final(self) -> Bools:
        """Hands that stand by themselves (21, Charlie), shape (n, 1)."""
        return np.asarray((self.grid.total == 21) | self._is_charlie)[:, None]

    @property
    def _is_charlie(self) -> Bools:
        return (self.rules.charlie > 0) & (self.grid.size >= self.rules.charlie)

    @cached_property
    def pay(self) -> Floats:
        """Gross return of standing by dealer's outcome, shape (n, 7)."""
        dealer = np.array([17, 18, 19, 20, 21, 100, 0])
        mine = np.where(self._is_charlie, 50, self.grid.total)[:, None]
        return np.where(mine > dealer, self.gain + self.kept, (mine == dealer) * 1.0)

    @cached_property
    def gross(self) -> Floats:
        return np.asarray(np.einsum("nuo,no->nu", self.outcomes, self.pay))

    @cached_property
    def push(self) -> Floats:
        """Probability that standing ends in a push."""
        return np.asarray(np.einsum("nuo,no->nu", self.outcomes, (self.pay == 1.0) * 1.0))

    @property
    def blackjack(self) -> Floats:
        """Probability of a dealer's blackjack, (n, 10)."""
        return np.asarray(self.outcomes[:, :, BLACKJACK])

    @property
    def checked(self) -> Bools:
        """The up cards under which the dealer looks for blackjack before play, (10,)."""
        checked = np.zeros(RANKS, dtype=np.bool_)
        checked[[ACE, TEN]] = self.rules.peeks_on_ace, self.rules.peeks_on_ten
        return checked

    @cached_property
    def in_play(self) -> Floats:
        """Probability that no check ends the round first: added stakes are made only then."""
        return np.asarray(1 - self.blackjack * self.checked)

    @cached_property
    def given_back(self) -> Floats:
        """Probability of a blackjack that gives the added stake of a double back, (n, 10)."""
        probability = np.zeros((self.grid.rows, RANKS))
        if self.rules.double_back_on_ten_blackjack and not self.rules.peeks_on_ten:
            probability[:, TEN] = self.blackjack[:, TEN]
        return probability

    @cached_property
    def may_double(self) -> Bools:
        """Two-card hands that the rules let double, leaving aside what a split forbids, (n, 1)."""
        least, most = DOUBLE_ON[self.rules.double_on]
        total = self.grid.total
        two = self.grid.size == 2
        allowed = two & (total >= least) & (total <= most) & (not self.first_stake_only)
        return np.asarray(allowed[:, None] & ~self.final)

    def hit_values(self, hit: Bools | None = None) -> Floats:
        """Gross return of one more card, then ``hit`` (n, 10) followed; None: the best play."""
        value = np.zeros((self.grid.rows + 1, RANKS))
        hit_value = np.zeros((self.grid.rows, RANKS))
        for size in range(self.grid.largest, 0, -1):
            rows = self.grid.of_size(size)
            drawn = self.grid.mean_over_draw(rows, value)
            hit_value[rows] = drawn
            hits = drawn > self.gross[rows] if hit is None else hit[rows]
            value[rows] = np.where(hits & ~self.final[rows], drawn, self.gross[rows])
        return hit_value

    @cached_property
    def double_net(self) -> Floats:
        """Net result of doubling, in initial stakes, (n, 10); minus infinity where it is barred."""
        two = self.grid.of_size(2)
        once = self.grid.mean_over_draw(two, with_blank_row(self.gross))
        back = self.grid.mean_over_draw(two, with_blank_row(self.given_back))
        net = np.full((self.grid.rows, RANKS), -np.inf)
        net[two] = 2 * once - 1 - self.in_play[two] + back
        return np.where(self.may_double, net, -np.inf)


def base_field(rules: BlackjackRules) -> Field:
    """The hands of a box before any split."""
    grid = base_grid(rules.decks, _size_limit(rules))
    outcomes = dealer_outcomes(rules.decks, grid.removed, hits_soft_17=rules.dealer_hits_soft_17)
    return Field(rules, grid, np.zeros(grid.rows, dtype=np.int64), outcomes)


def split_field(rules: BlackjackRules, others: int, wanted: Bools | None = None) -> Field:
    """One hand of a split pair, with ``others`` more cards of the pair's rank out of the shoe.

    Hands that are not ``wanted`` (n, 10 up cards; None: all) have no outcomes.
    """
    grid, pair = split_grid(rules.decks, _size_limit(rules), others)
    hits_soft_17 = rules.dealer_hits_soft_17
    if wanted is not None:
        outcomes = dealer_outcomes(
            rules.decks, grid.removed, hits_soft_17=hits_soft_17, wanted=wanted
        )
        return Field(rules, grid, pair, outcomes)
    # Without a choice of hands, many lack the same cards: 3,3 of a pair of twos and 2,3 of threes.
    keys = grid.removed @ (32 ** np.arange(RANKS))
    _, first, place = np.unique(keys, return_index=True, return_inverse=True)
    outcomes = dealer_outcomes(rules.decks, grid.removed[first], hits_soft_17=hits_soft_17)
    return Field(rules, grid, pair, outcomes[place])


def _size_limit(rules: BlackjackRules) -> int:
    return rules.charlie or 21
