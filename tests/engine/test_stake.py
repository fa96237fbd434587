"""What an added stake costs, and which golden chips go up for it."""

import pytest

from tables.engine.errors import EngineRefusal
from tables.engine.stake import Funds, GoldenRules, Stake, nearest_chips, price_added_stake

FREE = GoldenRules()


@pytest.mark.parametrize(
    ("chips", "target", "most", "count", "chosen"),
    [
        ((500, 500), 1000, 1000, 9, (500, 500)),
        ((1000, 500, 500), 1000, 1000, 9, (1000,)),
        ((500, 1000, 500), 1000, 1000, 9, (1000,)),
        ((300, 300, 400), 1000, 1000, 9, (300, 300, 400)),
        ((700, 200), 800, 1500, 9, (700,)),
        ((700, 900), 800, 1500, 9, (700,)),
        ((900,), 800, 1500, 9, (900,)),
        ((900,), 800, 850, 9, ()),
        ((500, 500), 1000, 1000, 1, (500,)),
        ((500, 500), 1000, 1000, 0, ()),
        ((), 1000, 1000, 9, ()),
        ((2000,), 1000, 1000, 9, ()),
        ((200, 300, 300, 200), 500, 500, 9, (200, 300)),
        ((100, 400, 200, 300), 500, 500, 9, (100, 400)),
    ],
)
def test_the_set_nearest_to_the_golden_part_goes_up(chips, target, most, count, chosen):
    assert nearest_chips(chips, target, most, count) == chosen


def test_many_chips_are_no_work():
    chips = (100, 250, 500, 1000) * 100
    assert sum(nearest_chips(chips, 30_000, 30_000, 400)) == 30_000


def test_a_real_stake_is_raised_in_real_money_only():
    added = price_added_stake(Stake(1000), Funds(1000, (1000,)), FREE, 0)
    assert added == Stake(1000)


def test_real_money_completes_a_golden_stake():
    added = price_added_stake(Stake(200, (1000,)), Funds(700, (500,)), FREE, 0)
    assert added == Stake(700, (500,))


def test_without_mixing_a_set_that_does_not_cover_exactly_stays_down():
    rules = GoldenRules(mixed=False)
    funds = Funds(1000, (500,))
    assert price_added_stake(Stake(0, (1000,)), funds, rules, 0) == Stake(1000)
    exact = Funds(1000, (500, 500))
    assert price_added_stake(Stake(0, (1000,)), exact, rules, 0) == Stake(0, (500, 500))


def test_the_number_of_chips_a_round_counts_those_on_the_table():
    rules = GoldenRules(max_per_round=2)
    funds = Funds(None, (500, 500))
    assert price_added_stake(Stake(0, (1000,)), funds, rules, 1) == Stake(500, (500,))
    assert price_added_stake(Stake(0, (1000,)), funds, rules, 2) == Stake(1000)
    assert price_added_stake(Stake(0, (1000,)), funds, rules, 3) == Stake(1000)


@pytest.mark.parametrize("rules", [GoldenRules(on_actions=False), GoldenRules(allowed=False)])
def test_where_chips_may_not_be_added_all_is_real(rules):
    assert price_added_stake(Stake(0, (500,)), Funds(None, (500,)), rules, 0) == Stake(500)


def test_too_little_real_money_is_refused_with_what_is_needed_and_held():
    with pytest.raises(EngineRefusal) as refusal:
        price_added_stake(Stake(0, (1000,)), Funds(499, (500,)), FREE, 0)
    assert refusal.value.code == "insufficient_funds"
    assert refusal.value.data == {"needed_cents": 500, "held_cents": 499}


def test_funds_lose_what_went_up():
    left = Funds(1000, (500, 200, 500)).less(Stake(300, (500, 200)))
    assert left == Funds(700, (500,))
    assert Funds(None, (500,)).less(Stake(300)) == Funds(None, (500,))
