"""What becomes of hands that are played by a fixed plan: results, stakes and their squares."""

from dataclasses import dataclass

import numpy as np

from tables.analysis.dealer import BLACKJACK
from tables.analysis.field import Field
from tables.analysis.hands import RANKS, Bools, Floats, sum_by, with_blank_row


@dataclass(frozen=True)
class Plan:
    """The actions on the hands of one field, each (n, 10 up cards). Double goes before hit."""

    hit: Bools
    double: Bools


@dataclass(frozen=True)
class Course:
    """How often each hand is reached, stood on, doubled and made by doubling, each (n, 10)."""

    reached: Floats
    stood: Floats
    doubled: Floats
    drawn_to_double: Floats


@dataclass(frozen=True)
class Tally:
    """Expectations per hand or per round, in initial stakes; all have shape (…, 10 up cards).

    They are not divided by the probability of the start, and leave out the deals that the dealer's
    check ends: ``Field`` says why. ``results`` (…, 10, 7) is the net result by dealer's outcome and
    ``chance`` the probability of both start and outcome, ``added`` are the added stakes (those
    given back later included), ``square`` is the square of the net.
    """

    results: Floats
    chance: Floats
    added: Floats
    square: Floats

    @property
    def net(self) -> Floats:
        return np.asarray(self.results.sum(axis=-1))

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.results + other.results,
            self.chance + other.chance,
            self.added + other.added,
            self.square + other.square,
        )

    def times(self, factor: Floats | float) -> "Tally":
        """Every figure times ``factor``, of shape (…, 10) or a plain number."""
        by_outcome = factor if isinstance(factor, float) else factor[..., None]
        return Tally(
            self.results * by_outcome,
            self.chance * by_outcome,
            self.added * factor,
            self.square * factor,
        )


def follow(field: Field, plan: Plan, start: Floats) -> Course:
    """Play ``start`` (n, 10), the weights of hands of one or two cards, by ``plan`` to the end.

    Hands of one card take their second without being asked.
    """
    grid = field.grid
    reached = with_blank_row(start)
    going_on = np.zeros_like(reached)
    doubled = np.zeros_like(reached)
    drawn_to_double = np.zeros_like(start)
    for size in range(1, grid.largest + 1):
        rows = grid.of_size(size)
        if size > 1:
            reached[rows] += grid.reach_by_draw(rows, going_on)
        if size == 1:
            going_on[rows] = reached[rows]
            continue
        hit = plan.hit[rows] & ~field.final[rows]
        if size == 2:
            double = plan.double[rows] & field.may_double[rows]
            doubled[rows] = reached[rows] * double
            hit &= ~double
        elif size == 3:
            drawn_to_double[rows] = grid.reach_by_draw(rows, doubled)
        going_on[rows] = reached[rows] * hit
    stood = reached - going_on - doubled
    return Course(reached[:-1], stood[:-1], doubled[:-1], drawn_to_double)


def tally(field: Field, start: Floats, course: Course) -> Tally:
    """Sum ``course`` up by the pair that a hand was split from; shapes (10 pairs, 10, …).

    In the base field everything stands in the first row.
    """
    rows = np.flatnonzero((course.reached + course.drawn_to_double).any(axis=1))
    stood, doubled = course.stood[rows], course.doubled[rows]
    drawn, start = course.drawn_to_double[rows], start[rows]
    outcomes = field.outcomes[rows]
    outcomes[:, field.checked, BLACKJACK] = 0
    results = (stood + 2 * drawn)[:, :, None] * field.pay[rows, None, :]
    results -= (start + doubled)[:, :, None]
    results *= outcomes
    given_back = drawn * field.given_back[rows]
    results[:, :, BLACKJACK] += given_back
    added = doubled * field.in_play[rows]
    square = start * field.in_play[rows] + 3 * added - 3 * given_back
    square -= (stood + 4 * drawn) * field.push[rows]
    outcomes *= start[:, :, None]
    pair = field.pair[rows]
    return Tally(*(sum_by(pair, RANKS, each) for each in (results, outcomes, added, square)))
