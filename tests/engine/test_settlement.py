"""What a decided bet pays, cut down and never rounded up."""

import pytest

from tables.engine.settlement import (
    BLACKJACK_WON,
    INSURANCE_WON,
    LOST,
    LOST_ADDED_BACK,
    PUSHED,
    SURRENDERED,
    VOIDED,
    WON,
    Bet,
    pays_to_one,
    settle,
)
from tables.engine.stake import Stake


@pytest.mark.parametrize(
    ("outcome", "stake", "paid", "chips", "won"),
    [
        (WON, Stake(1000), 2000, (), 0),
        (WON, Stake(0, (1000,)), 1000, (), 1000),
        (WON, Stake(500, (1000,)), 2000, (), 1000),
        (LOST, Stake(500, (1000,)), 0, (), 0),
        (PUSHED, Stake(500, (1000, 200)), 500, (1000, 200), 0),
        (VOIDED, Stake(500, (1000, 200)), 500, (1000, 200), 0),
        (BLACKJACK_WON["3:2"], Stake(1000), 2500, (), 0),
        (BLACKJACK_WON["3:2"], Stake(0, (1000,)), 1500, (), 1500),
        (BLACKJACK_WON["3:2"], Stake(1), 2, (), 0),
        (BLACKJACK_WON["3:2"], Stake(1, (1,)), 3, (), 1),
        (BLACKJACK_WON["6:5"], Stake(4), 8, (), 0),
        (BLACKJACK_WON["6:5"], Stake(3, (4,)), 10, (), 4),
        (BLACKJACK_WON["1:1"], Stake(7), 14, (), 0),
        (INSURANCE_WON, Stake(2), 6, (), 0),
        (SURRENDERED, Stake(5), 2, (), 0),
        (SURRENDERED, Stake(0, (1000,)), 0, (), 0),
        (pays_to_one(25), Stake(100, (100,)), 5100, (), 2500),
    ],
)
def test_stake_is_paid_by_its_parts(outcome, stake, paid, chips, won):
    bet = Bet("1:main", stake, outcome.result, paid, chips, golden_paid_cents=won)
    assert settle("1:main", stake, outcome) == bet


def test_a_double_is_part_of_its_position():
    assert settle("1:main", Stake(100), WON, Stake(50, (50,))) == Bet(
        "1:main", Stake(150, (50,)), "win", 350, golden_paid_cents=50
    )


def test_only_the_added_stake_comes_back_after_a_ten_with_blackjack():
    bet = settle("1:main", Stake(100, (100,)), LOST_ADDED_BACK, Stake(150, (50,)))
    assert bet == Bet("1:main", Stake(250, (100, 50)), "lose", 150, (50,))


def test_an_open_bet_pays_nothing_yet():
    assert settle("1:main", Stake(100), None) == Bet("1:main", Stake(100), None, 0, ())
