"""Which bets may be dealt."""

import pytest

from tables.engine.bets import BoxBets, check_bets, check_reserve
from tables.engine.errors import EngineRefusal
from tables.engine.rules import preset
from tables.engine.stake import Funds, GoldenRules, Stake

CLASSIC = preset("classic")
MAJORITY = preset("majority")
DUEL = preset("duel")


def refused(*args, **kwargs):
    with pytest.raises(EngineRefusal) as refusal:
        check_bets(*args, **kwargs)
    return refusal.value.code, refusal.value.data


def box(number, cents, **sides):
    return BoxBets(number, Stake(cents), {name: Stake(value) for name, value in sides.items()})


def test_nothing_bet_is_refused():
    assert refused(CLASSIC, []) == ("no_bets", {})


@pytest.mark.parametrize("number", [0, 4, -1])
def test_box_that_the_table_has_not_is_refused(number):
    code, data = refused(CLASSIC, [box(number, 100)])
    assert (code, data) == ("unknown_box", {"box": number, "boxes": 3})


def test_box_bet_on_twice_is_refused():
    assert refused(CLASSIC, [box(1, 100), box(1, 100)]) == ("box_twice", {"box": 1})


@pytest.mark.parametrize("stake", [Stake(), Stake(-1), Stake(100, (-50,)), Stake(100, (0,))])
def test_bet_of_nothing_or_less_is_refused(stake):
    code, data = refused(CLASSIC, [BoxBets(1, stake)])
    assert (code, data) == ("bet_not_positive", {"position": "1:main"})


def test_side_bet_needs_a_main_bet():
    code, data = refused(MAJORITY, [BoxBets(1, Stake(), {"player_pair": Stake(100)})])
    assert (code, data["position"]) == ("side_without_main", "1:player_pair")


def test_side_bet_that_the_table_has_not_is_refused():
    code, data = refused(CLASSIC, [box(1, 100, player_pair=100)])
    assert (code, data["position"]) == ("unknown_side_bet", "1:player_pair")


def test_main_position_is_no_side_bet():
    code, data = refused(MAJORITY, [box(1, 100, main=100)])
    assert (code, data["position"]) == ("unknown_side_bet", "1:main")


@pytest.mark.parametrize(
    ("cents", "code", "limit"),
    [(99, "bet_below_minimum", 100), (501, "bet_above_maximum", 500)],
)
def test_main_bet_outside_its_limits_is_refused(cents, code, limit):
    limits = {"main": (100, 500)}
    assert refused(CLASSIC, [box(1, cents)], limits) == (
        code,
        {"position": "1:main", "amount_cents": cents, "limit_cents": limit},
    )


def test_bets_on_the_limits_are_dealt():
    limits = {"main": (100, 500), "round": (600, 600), "player_pair": (1, 100)}
    check_bets(CLASSIC, [box(1, 100), box(2, 500)], limits)
    check_bets(MAJORITY, [box(1, 500, player_pair=100)], limits)


def test_side_bet_has_limits_of_its_own():
    limits = {"main": (100, 500), "player_pair": (10, 50)}
    code, data = refused(MAJORITY, [box(1, 100, player_pair=51)], limits)
    assert (code, data["position"]) == ("bet_above_maximum", "1:player_pair")


@pytest.mark.parametrize(
    ("cents", "code"), [(100, "round_below_minimum"), (300, "round_above_maximum")]
)
def test_round_limits_count_all_hands_together(cents, code):
    bets = [box(1, cents), box(2, cents)]
    assert refused(CLASSIC, bets, {"round": (201, 500)})[0] == code


def test_limits_count_real_and_golden_money_together():
    bets = [BoxBets(1, Stake(400, (100,)))]
    check_bets(CLASSIC, bets, {"main": (100, 500)})
    assert refused(CLASSIC, bets, {"main": (100, 499)})[0] == "bet_above_maximum"


def test_golden_switches_of_the_table_are_kept():
    mixed = [BoxBets(1, Stake(400, (100,)))]
    golden = [BoxBets(1, Stake(0, (100,))), BoxBets(2, Stake(0, (100, 100)))]
    assert refused(CLASSIC, golden, {}, GoldenRules(allowed=False))[0] == "golden_not_allowed"
    assert refused(CLASSIC, mixed, {}, GoldenRules(mixed=False))[0] == "golden_mixed"
    check_bets(CLASSIC, golden, {}, GoldenRules(mixed=False, max_per_round=3))
    assert refused(CLASSIC, golden, {}, GoldenRules(max_per_round=2)) == (
        "too_many_golden",
        {"count": 3, "limit": 2},
    )


def test_duel_needs_one_more_ante_for_each_hand():
    bets = [box(1, 100), box(2, 300)]
    check_reserve(DUEL, bets, Funds(400))
    check_reserve(DUEL, bets, Funds())
    with pytest.raises(EngineRefusal) as refusal:
        check_reserve(DUEL, bets, Funds(399))
    assert refusal.value.code == "reserve_not_covered"
    assert refusal.value.data == {"needed_cents": 400, "held_cents": 399}


def test_golden_chips_count_towards_the_reserve_of_golden_antes():
    bets = [BoxBets(1, Stake(0, (500,))), BoxBets(2, Stake(0, (500,)))]
    check_reserve(DUEL, bets, Funds(500, (500,)))
    with pytest.raises(EngineRefusal):
        check_reserve(DUEL, bets, Funds(499, (500,)))


def test_other_games_need_no_reserve():
    check_reserve(CLASSIC, [box(1, 100)], Funds(0))
