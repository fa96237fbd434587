"""The dealer's outcomes against plain enumeration."""

import numpy as np
import pytest

from tables.analysis.dealer import OUTCOMES, dealer_outcomes
from tests.analysis.brute_force import BUST, Dealer, draws, full_shoe, total


def enumerate_outcomes(decks, gone, up, *, hits_soft_17):
    dealer = Dealer(hits_soft_17=hits_soft_17)
    found = dict.fromkeys(OUTCOMES, 0.0)
    for hole, chance, rest in draws(full_shoe(decks, up, *gone)):
        if total((up, hole))[0] == 21:
            found["blackjack"] += chance
            continue
        for final, share in dealer.finals((up, hole), rest).items():
            found["bust" if final == BUST else str(final)] += chance * share
    return [found[name] for name in OUTCOMES]


def removed(gone):
    return np.bincount(gone, minlength=11)[None, 1:]


@pytest.mark.parametrize("hits_soft_17", [False, True])
@pytest.mark.parametrize("decks", [1, 8])
@pytest.mark.parametrize("gone", [(10, 6), (1, 1, 5), (2, 2, 3, 3, 4)])
def test_outcomes_are_those_of_plain_enumeration(decks, gone, hits_soft_17):
    exact = dealer_outcomes(decks, removed(gone), hits_soft_17=hits_soft_17)[0]
    for up in range(1, 11):
        expected = enumerate_outcomes(decks, gone, up, hits_soft_17=hits_soft_17)
        assert exact[up - 1] == pytest.approx(expected, abs=1e-14)


def test_a_rank_that_is_used_up_never_comes():
    no_aces = dealer_outcomes(1, removed((1, 1, 1, 1)), hits_soft_17=False)[0]
    expected = enumerate_outcomes(1, (1, 1, 1, 1), 10, hits_soft_17=False)
    assert no_aces[9] == pytest.approx(expected, abs=1e-14)
    assert no_aces[9, OUTCOMES.index("blackjack")] == 0.0


def test_outcomes_that_are_not_wanted_hold_zeros():
    both = np.concatenate([removed((10, 6)), removed((9, 9))])
    wanted = np.zeros((2, 10), dtype=bool)
    wanted[1, 4] = True
    some = dealer_outcomes(6, both, hits_soft_17=False, wanted=wanted)
    every = dealer_outcomes(6, both, hits_soft_17=False)
    assert some[1, 4] == pytest.approx(every[1, 4], abs=1e-15)
    assert np.count_nonzero(some.any(axis=2)) == 1
