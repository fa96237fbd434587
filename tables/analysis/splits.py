"""Split pairs: all hands of a pair together, exactly in the mean.

**Convention.** Every hand of a split is played by one plan that looks at its own cards, the pair it
comes from and the up card, but not at the cards of its sister hands. (Public analysers call the
optimum of such plans CDP1. Their CDZ- also forgets the pair and plays as if nothing had been split;
with eight decks that is the same play, with four it returns 4e-7 of the initial bet less.) Under
one plan the sisters are exchangeable: what one wins in the mean is found with the other pair cards
taken out and all other cards unseen, and the mean of the sum is the sum of the means.

**Split once** needs one field, with one more pair card out. **Resplits** are exact as well: which
second cards are of the pair, in order of dealing, fixes who splits again; that an unseen card is
*not* of the pair is handled by inclusion and exclusion, so fields with up to six more pair cards
out suffice. As a figure for the best play there is, that of resplits errs low, since the plan is
the best with one more pair card out and is kept when there are more: another plan for each number
of pair cards would add at most 8e-6 of the initial bet with one deck and 1e-6 with eight.

**Squares.** The product of two sister hands is taken as independent once the dealer's outcome is
known. That neglects what one hand's drawn cards do to the other's draws, and makes the mean square
of a split round too large by 0.3 to 1 % with one deck and less with more: below 0.0005 of a
variance near 1.3.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, reduce
from math import comb, perm

import numpy as np

from tables.analysis.course import Plan, Tally, follow, tally
from tables.analysis.field import Field
from tables.analysis.hands import ACE, RANKS, Bools, Floats, shoe_counts
from tables.engine.rules import BlackjackRules

Fields = Callable[[int, Bools], Field]
"""The split field with so many more pair cards out, with outcomes for at least some hands."""


def split_results(field: Field, more_gone: Fields, plan: Plan) -> Tally:
    """All hands of each pair (10 pairs, 10 up cards, …), given the pair and the up card.

    ``field`` is the split field with one more pair card out, for resplits ``more_gone`` gives those
    with more.
    """
    start = np.zeros((field.grid.rows, RANKS))
    start[field.grid.of_size(1)] = 1
    course = follow(field, plan, start)
    once = _two_hands(tally(field, start, course))
    rules = field.rules
    if rules.max_hands == 2:
        return once
    met = (course.reached > 0) | (course.drawn_to_double > 0)
    again = _resplit(lambda others: field if others == 1 else more_gone(others, met), plan, rules)
    if not rules.split_aces_one_card:
        return again
    stands = (np.arange(RANKS) == ACE)[:, None] * np.ones(RANKS)
    return once.times(stands) + again.times(1 - stands)


def _two_hands(hand: Tally) -> Tally:
    return Tally(
        results=2 * hand.results,
        chance=hand.chance,
        added=2 * hand.added + hand.chance.sum(axis=-1),
        square=2 * hand.square + 2 * _product(hand.results, hand.results, hand.chance),
    )


def _product(one: Floats, other: Floats, chance: Floats) -> Floats:
    """Mean product of two hands' results, independent given the dealer's outcome."""
    known = np.divide(one * other, chance, out=np.zeros_like(chance), where=chance > 0)
    return np.asarray(known.sum(axis=-1))


@dataclass(frozen=True)
class _Pattern:
    """How a series of splits ends: hands whose second card is of the pair (``paired``) or not."""

    mixed: int
    paired: int

    @property
    def hands(self) -> int:
        return self.mixed + self.paired

    @property
    def pair_cards_drawn(self) -> int:
        """Beyond the first two."""
        return self.hands + self.paired - 2


@cache
def _patterns(max_hands: int) -> Counter[_Pattern]:
    """Every pattern with its number of orders of second cards."""
    found: Counter[_Pattern] = Counter()

    def deal_two(mixed: int, paired: int, ways: int) -> None:
        for pair_cards in range(3):
            play(mixed + 2 - pair_cards, paired + pair_cards, ways * comb(2, pair_cards))

    def play(mixed: int, paired: int, ways: int) -> None:
        if paired == 0 or mixed + paired == max_hands:
            found[_Pattern(mixed, paired)] += ways
        else:
            deal_two(mixed, paired - 1, ways)

    deal_two(0, 0, 1)
    return found


def _resplit(fields: Callable[[int], Field], plan: Plan, rules: BlackjackRules) -> Tally:
    mixed_hand = cache(lambda out: _mixed_hand(fields(out + 1), plan))
    paired_hand = cache(lambda out: _paired_hand(fields(out), plan))
    parts = []
    for pattern, ways in _patterns(rules.max_hands).items():
        gone, mixed = pattern.pair_cards_drawn, pattern.mixed
        hands = [
            _others_mixed(rules.decks, gone, others, hand)
            for number, others, hand in (
                (mixed, mixed - 1, mixed_hand),
                (pattern.paired, mixed, paired_hand),
            )
            if number
        ]
        # Where a kind does not occur the other stands in for it, zero times.
        parts.append(_all_hands(pattern, hands[0], hands[-1]).times(float(ways)))
    return reduce(Tally.__add__, parts)


def _mixed_hand(field: Field, plan: Plan) -> Tally:
    """One hand whose second card is of another rank, the chance of which is included."""
    one, two = field.grid.of_size(1), field.grid.of_size(2)
    weight = np.zeros((field.grid.rows + 1, RANKS))
    weight[one] = 1
    start = np.zeros((field.grid.rows, RANKS))
    start[two] = field.grid.reach_by_draw(two, weight)
    start[_is_paired(field)] = 0
    return tally(field, start, follow(field, plan, start))


def _paired_hand(field: Field, plan: Plan) -> Tally:
    """One hand that is a pair again and may not be split."""
    start = np.zeros((field.grid.rows, RANKS))
    start[_is_paired(field)] = 1
    return tally(field, start, follow(field, plan, start))


def _is_paired(field: Field) -> Bools:
    of_pair = field.grid.counts[np.arange(field.grid.rows), field.pair]
    return np.asarray((of_pair == 2) & (field.grid.size == 2))


def _others_mixed(decks: int, gone: int, unseen: int, hand: Callable[[int], Tally]) -> Tally:
    """One hand's tally when ``gone`` drawn cards are of the pair and ``unseen`` others are not.

    ``hand(out)`` is the tally with ``out`` pair cards drawn and nothing known of other cards.
    """
    terms = []
    for more in range(unseen + 1):
        factor = (-1) ** more * comb(unseen, more) * _all_paired(decks, gone + more)
        terms.append(hand(gone + more).times(factor))
    return reduce(Tally.__add__, terms)


def _all_paired(decks: int, cards: int) -> Floats:
    """Probability that so many drawn cards are all of the pair, (10 pairs, 10 up cards)."""
    shoe = shoe_counts(decks)
    left = int(shoe.sum()) - 3
    of_pair = shoe[:, None] - 2 - np.eye(RANKS, dtype=np.int64)
    ways = [perm(max(int(number), 0), cards) / perm(left, cards) for number in of_pair.flat]
    return np.array(ways).reshape(RANKS, RANKS)


def _all_hands(pattern: _Pattern, mixed: Tally, paired: Tally) -> Tally:
    """The round's tally from that of one hand of each kind."""
    m, p = pattern.mixed, pattern.paired
    chance = mixed.chance if m else paired.chance
    square = m * mixed.square + p * paired.square
    square += m * (m - 1) * _product(mixed.results, mixed.results, chance)
    square += p * (p - 1) * _product(paired.results, paired.results, chance)
    square += 2 * m * p * _product(mixed.results, paired.results, chance)
    added = m * mixed.added + p * paired.added + (pattern.hands - 1) * chance.sum(axis=-1)
    return Tally(m * mixed.results + p * paired.results, chance, added, square)
