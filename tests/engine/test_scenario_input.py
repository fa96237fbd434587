"""Scripts that break a rule or cannot be read are refused with the place and the reason."""

import json

import pytest

from tables.engine.errors import EngineRefusal
from tables.engine.scenario import play_scenario
from tables.engine.scenario_output import differences

PRIVATE = {
    "preset": "american",
    "shoe": "TS 6D 9H TC 8C",
    "bets": [{"box": 1, "main": "10.00"}],
    "actions": ["1:stand"],
}
PLAYER = {
    "name": "ann",
    "auto_actions": True,
    "real": "50.00",
    "golden": [],
    "seats": {"1": {"main": "10.00"}},
}
STANDS = {"seat": "1", "votes": {"ann": "stand"}}
LIVE = {
    "preset": "majority",
    "rules": {"majority_threshold": 1},
    "shoe": "TS 6D 9H TC 8C",
    "players": [PLAYER],
    "decisions": [STANDS],
}


def bet(**changes):
    return {"bets": [{"box": 1, "main": "10.00", **changes}]}


def ann(**changes):
    return {"players": [{**PLAYER, **changes}]}


def code_of(scenario):
    with pytest.raises(EngineRefusal) as refusal:
        play_scenario(scenario)
    return refusal.value.code


def test_the_scripts_that_are_broken_below_play_as_they_are():
    assert play_scenario(PRIVATE)["net"] == {"player": "10.00"}
    assert play_scenario(LIVE)["net"] == {"ann": "10.00"}


@pytest.mark.parametrize("scenario", [None, [], "x", 3, {}])
def test_what_is_no_script_is_refused(scenario):
    assert code_of(scenario) == "bad_format"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"colour": "red"}, "bad_format"),
        ({"players": []}, "bad_format"),
        ({"preset": "poker"}, "unknown_preset"),
        ({"preset": None}, "bad_format"),
        ({"rules": {"decks": 9}}, "bad_rule"),
        ({"rules": {"jokers": 1}}, "unknown_rule"),
        ({"rules": []}, "bad_format"),
        ({"rules": {"late_surrender": True, "dealing": "EU"}}, "senseless_rules"),
        ({"shoe": None}, "bad_format"),
        ({"shoe": ["TS"]}, "bad_format"),
        ({"shoe": "TS 6D 9H"}, "too_few_cards"),
        ({"shoe": "TS 6D 9H TC"}, "too_few_cards"),
        ({"shoe": ""}, "too_few_cards"),
        ({"shoe": "TS 6D 9H 1C"}, "unknown_card"),
        ({"shoe": "TS TS TS TS TS"}, "too_many_copies"),
        ({"bets": None}, "bad_format"),
        ({"bets": []}, "no_bets"),
        ({"bets": [5]}, "bad_format"),
        ({"bets": [{"main": "10.00"}]}, "bad_format"),
        (bet(box="1"), "bad_format"),
        (bet(box=True), "bad_format"),
        (bet(box=4), "unknown_box"),
        (bet(main=10), "bad_format"),
        (bet(main="10"), "bad_format"),
        (bet(main="10.000"), "bad_format"),
        (bet(main="-1.00"), "bad_format"),
        (bet(main="٣.00"), "bad_format"),
        (bet(main="0.00"), "bet_not_positive"),
        (bet(golden=["0.00"]), "bad_format"),
        (bet(golden={"2up": ["1.00"]}), "unknown_side_bet"),
        (bet(golden="1.00"), "bad_format"),
        (bet(sides={"2up": "1.00"}), "unknown_side_bet"),
        (bet(sides=["2up"]), "bad_format"),
        (bet(chips=1), "bad_format"),
        ({"limits": {"main": ["10.01", "20.00"]}}, "bet_below_minimum"),
        ({"limits": {"main": ["1.00", "9.99"]}}, "bet_above_maximum"),
        ({"limits": {"round": ["1.00", "9.99"]}}, "round_above_maximum"),
        ({"limits": {"main": ["2.00", "1.00"]}}, "bad_format"),
        ({"limits": {"main": ["2.00"]}}, "bad_format"),
        ({"limits": {"2up": ["1.00", "2.00"]}}, "bad_format"),
        ({"wallet": {"gold": 1}}, "bad_format"),
        ({"wallet": []}, "bad_format"),
        ({"golden_rules": {"max_per_round": -1}}, "bad_format"),
        ({"golden_rules": {"mixed": 1}}, "bad_format"),
        ({"actions": ["1:fly"]}, "unknown_action"),
        ({"actions": ["2:stand"]}, "unknown_hand"),
        ({"actions": ["1:split"]}, "action_not_legal"),
        ({"actions": ["1:insurance"]}, "action_not_legal"),
        ({"actions": ["stand"]}, "bad_format"),
        ({"actions": [1]}, "bad_format"),
        ({"actions": "1:stand"}, "bad_format"),
        ({"actions": []}, "round_not_over"),
        ({"actions": ["1:stand", "1:stand"]}, "round_over"),
        ({"actions": ["1:double"], "wallet": {"real": "9.99"}}, "insufficient_funds"),
        ({"expect": []}, "bad_format"),
    ],
)
def test_a_script_of_own_boxes_is_refused(changes, code):
    assert code_of(PRIVATE | changes) == code


def test_an_offer_that_is_not_answered_is_refused():
    script = PRIVATE | {"shoe": "TS AD 9H TC 8C", "actions": ["1:stand"]}
    assert code_of(script) == "offer_open"
    assert code_of(script | {"actions": []}) == "round_not_over"


def test_duel_without_money_for_the_next_ante_is_refused():
    script = {
        "preset": "duel",
        "shoe": "9S 8H 5C KD 2C TD",
        "bets": [{"box": 1, "main": "10.00"}],
        "wallet": {"real": "9.99"},
        "actions": ["1:fold"],
    }
    assert code_of(script) == "reserve_not_covered"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"bets": []}, "bad_format"),
        ({"actions": []}, "bad_format"),
        ({"wallet": {}}, "bad_format"),
        ({"players": []}, "no_bets"),
        ({"players": {}}, "bad_format"),
        ({"players": [PLAYER, PLAYER]}, "bad_format"),
        (ann(name=""), "bad_format"),
        (ann(name=None), "bad_format"),
        (ann(auto_actions=None), "bad_format"),
        (ann(auto_actions="yes"), "bad_format"),
        (ann(insurance="yes"), "bad_format"),
        (ann(seats=[]), "bad_format"),
        (ann(seats={}), "no_bets"),
        (ann(seats={"3": {"main": "1.00"}}), "bad_format"),
        (ann(seats={"1": {"main": "1.00", "box": 1}}), "bad_format"),
        (ann(colour="red"), "bad_format"),
        ({"limits": {"main": ["20.00", "30.00"]}}, "bet_below_minimum"),
        ({"decisions": {}}, "bad_format"),
        ({"decisions": []}, "round_not_over"),
        ({"decisions": [{"seat": "1", "votes": {"bob": "stand"}}]}, "unknown_player"),
        ({"decisions": [{"seat": "1", "votes": {"ann": "fly"}}]}, "action_not_legal"),
        ({"decisions": [{"seat": "1", "votes": {"ann": 1}}]}, "bad_format"),
        ({"decisions": [{"seat": "1", "votes": []}]}, "bad_format"),
        ({"decisions": [{"seat": 1, "votes": {}}]}, "bad_format"),
        ({"decisions": [{"seat": "1"}]}, "bad_format"),
        ({"decisions": [{"seat": "2", "votes": {}}]}, "unknown_hand"),
        ({"decisions": [STANDS, STANDS]}, "round_over"),
        ({"rules": {"majority_threshold": 2}}, "chart_missing"),
    ],
)
def test_a_script_of_a_live_table_is_refused(changes, code):
    assert code_of(LIVE | changes) == code


def test_a_best_strategy_seat_takes_no_decisions():
    script = LIVE | {"rules": {"majority_threshold": 2}}
    with pytest.raises(EngineRefusal) as refusal:
        play_scenario(
            script | {"players": [PLAYER], "shoe": "TS 6D 9H TC 8C"},
            lambda _: lambda _hand, _up, _legal: "stand",
        )
    assert refusal.value.code == "round_over"


def test_every_refusal_is_a_sentence():
    for changes in ({"shoe": "TS 6D 9H 1C"}, bet(box=4), {"actions": ["1:split"]}):
        with pytest.raises(EngineRefusal, match=r"^[A-Za-z0-9].*\.$"):
            play_scenario(PRIVATE | changes)


FOUND = {
    "dealer": {"cards": "9D 7C", "total": 16},
    "hands": [{"hand": "1", "total": 21}, {"hand": "2", "total": 20}],
    "bets": [
        {"player": "ann", "position": "1:main", "paid": "1.00"},
        {"player": "bob", "position": "1:main", "paid": "2.00"},
    ],
    "net": {"ann": "0.00"},
}


@pytest.mark.parametrize(
    "expected",
    [
        {},
        {"dealer": {"total": 16}},
        {"hands": [{"hand": "2", "total": 20}]},
        {"bets": [{"player": "bob", "position": "1:main", "paid": "2.00"}]},
        json.loads(json.dumps(FOUND)),
    ],
)
def test_only_what_is_expected_is_compared(expected):
    assert differences(expected, FOUND) == []


@pytest.mark.parametrize(
    ("expected", "line"),
    [
        ({"dealer": {"total": 17}}, "dealer.total: expected 17, found 16"),
        ({"dealer": {"suit": 1}}, "dealer.suit: expected 1, found nothing"),
        ({"nett": {}}, "nett: expected {}, found nothing"),
        ({"net": {"ann": "1.00"}}, "net.ann: expected '1.00', found '0.00'"),
        ({"hands": [{"hand": "2", "total": 19}]}, "hands[2].total: expected 19, found 20"),
        ({"hands": [{"hand": "3"}]}, "hands[3]: expected {'hand': '3'}, found nothing"),
        ({"hands": []}, f"hands: expected [], found {FOUND['hands']!r}"),
        (
            {"bets": [{"player": "bob", "position": "1:main", "paid": "1.00"}]},
            "bets[bob 1:main].paid: expected '1.00', found '2.00'",
        ),
    ],
)
def test_a_difference_is_told_with_its_place(expected, line):
    assert differences(expected, FOUND) == [line]
