"""What is stored reads back as it was, and nothing else is read."""

import pytest

from tables.engine import codec
from tables.engine.actions import Action
from tables.engine.bets import BoxBets
from tables.engine.cards import parse_cards
from tables.engine.errors import EngineRefusal
from tables.engine.live import InsuranceClosed, SeatDecision
from tables.engine.rules import PRESETS
from tables.engine.shoe import Shoe
from tables.engine.stake import Stake
from tests.engine.helpers import deal, play

SHOE = Shoe(parse_cards("TS 9D 9H TC"))


@pytest.mark.parametrize("name", PRESETS)
def test_rules_of_every_game_read_back(name):
    assert codec.decode_rules(codec.encode_rules(PRESETS[name])) == PRESETS[name]


def test_stored_form_is_stable():
    game = play(deal("american", "TS 9D 9H TC", Stake(500, (100,))), "1:stand")
    stored = codec.encode_round(game, SHOE)
    assert stored["version"] == 1
    assert stored["bets"] == [{"box": 1, "main": {"real_cents": 500, "golden": [100]}, "sides": {}}]
    assert stored["actions"] == [{"hand": "1", "kind": "stand"}]
    assert stored["shoe"] == {"cards": "TS 9D 9H TC", "position": 0, "cut_at": None}
    assert stored["rules"]["game"] == "blackjack"
    assert codec.decode_round(stored) == game


@pytest.mark.parametrize(
    "action", [Action("1R", "hit"), Action("1", "double", Stake(5, (100, 20)))]
)
def test_actions_read_back(action):
    assert codec.decode_action(codec.encode_action(action)) == action


def test_bets_read_back():
    bets = (BoxBets(2, Stake(5), {"21+3": Stake(0, (100,))}), BoxBets(1, Stake(7)))
    assert codec.decode_bets(codec.encode_bets(bets)) == bets


@pytest.mark.parametrize(
    "step", [InsuranceClosed(insured=True), SeatDecision("1L", "split", left_held=False)]
)
def test_steps_read_back(step):
    assert codec.decode_step(codec.encode_step(step)) == step


@pytest.mark.parametrize(
    ("read", "data"),
    [
        (codec.decode_rules, {"game": "poker"}),
        (codec.decode_rules, {}),
        (codec.decode_stake, {"real_cents": 1}),
        (codec.decode_stake, {"real_cents": 1.5, "golden": []}),
        (codec.decode_stake, {"real_cents": True, "golden": []}),
        (codec.decode_stake, None),
        (codec.decode_bets, [{"box": 1}]),
        (codec.decode_bets, [None]),
        (codec.decode_bets, [{"box": "1", "main": {}, "sides": {}}]),
        (codec.decode_action, {"hand": 1, "kind": "hit"}),
        (codec.decode_action, {"hand": "1", "kind": None}),
        (codec.decode_shoe, {"cards": ["TS"], "position": 0, "cut_at": None}),
        (codec.decode_shoe, {"cards": "TS", "position": "0", "cut_at": None}),
        (codec.decode_shoe, {"cards": "TS", "position": 0, "cut_at": 0.5}),
        (codec.decode_action, {"hand": "1"}),
        (codec.decode_action, "stand"),
        (codec.decode_step, {"hand": "1"}),
        (codec.decode_step, {"insured": True, "by": "ann"}),
        (codec.decode_shoe, {"cards": "TS"}),
        (codec.decode_round, {"version": 2}),
        (codec.decode_round, {"version": 1}),
    ],
)
def test_what_cannot_be_read_is_refused(read, data):
    with pytest.raises(EngineRefusal) as refusal:
        read(data)
    assert refusal.value.code == "bad_format"


def test_unknown_rule_in_stored_rules_is_refused():
    with pytest.raises(EngineRefusal) as refusal:
        codec.decode_rules({"game": "duel", "charlie": 10})
    assert refusal.value.code == "unknown_rule"


def test_side_bets_read_back_in_the_order_of_the_rules():
    stored = codec.encode_rules(PRESETS["majority"])
    pays = stored["side_pays"]
    stored["side_pays"] = {bet: dict(sorted(pays[bet].items())) for bet in sorted(pays)}
    read = codec.decode_rules(stored).side_pays
    assert list(read) == ["21+3", "player_pair", "dealer_pair"]
    assert list(read["21+3"]) == [
        "suited_trips",
        "straight_flush",
        "three_of_a_kind",
        "straight",
        "flush",
    ]
