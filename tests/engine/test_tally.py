"""When an action falls by votes."""

import pytest

from tables.engine.tally import BEST_STRATEGY, MAJORITY_VOTE, fallen_action, seat_mode
from tests.engine.helpers import blackjack_rules


@pytest.mark.parametrize(
    ("votes", "entitled", "action"),
    [
        ({"hit": 9, "stand": 6, "double": 5}, 20, "hit"),
        ({"hit": 11}, 20, "hit"),
        ({"hit": 10}, 20, None),
        ({"hit": 2, "stand": 1}, 3, "hit"),
        ({"hit": 6, "stand": 3}, 11, "hit"),
        ({"hit": 6, "stand": 4}, 12, None),
        ({"hit": 1, "stand": 1}, 2, None),
        ({"hit": 1}, 1, "hit"),
        ({}, 5, None),
    ],
)
def test_an_action_falls_at_once_when_no_other_can_catch_it(votes, entitled, action):
    assert fallen_action(votes, entitled, timer_over=False) == action


@pytest.mark.parametrize(
    ("votes", "action"),
    [
        ({"hit": 1}, "hit"),
        ({"hit": 2, "stand": 1, "double": 1}, "hit"),
        ({"hit": 2, "stand": 2}, BEST_STRATEGY),
        ({"hit": 2, "stand": 2, "double": 1}, BEST_STRATEGY),
        ({}, BEST_STRATEGY),
    ],
)
def test_when_the_timer_ends_the_most_votes_decide_and_a_tie_is_left_to_the_chart(votes, action):
    assert fallen_action(votes, 20, timer_over=True) == action


@pytest.mark.parametrize(
    ("bets", "mode"), [(1, BEST_STRATEGY), (2, BEST_STRATEGY), (3, MAJORITY_VOTE)]
)
def test_a_seat_votes_from_the_threshold_on(bets, mode):
    assert seat_mode(blackjack_rules("majority"), bets) == mode
