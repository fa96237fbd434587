"""What an operator may set, and what makes no sense."""

import pytest

from tables.engine.errors import EngineRefusal
from tables.engine.rules import (
    MAJORITY_SIDE_PAYS,
    PRESETS,
    BlackjackRules,
    DuelRules,
    check_rules,
    cut_position,
    new_rules,
    preset,
    rules_from_json,
    rules_hash,
    rules_to_json,
)
from tests.engine.helpers import blackjack_rules

PAIR = {"perfect": 25, "coloured": 12, "red_black": 6}


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_passes_its_own_check(name):
    check_rules(preset(name))
    assert new_rules(type(preset(name)), rules_to_json(preset(name))) == preset(name)


def test_presets_are_those_of_the_five_games():
    assert preset("classic") == BlackjackRules(decks=6, boxes=3, even_money_offered=True)
    assert preset("lux") == BlackjackRules(decks=6, boxes=3)
    assert preset("american") == BlackjackRules(decks=4, boxes=3)
    assert preset("duel") == DuelRules(decks=6, boxes=3)
    majority = preset("majority")
    assert (majority.decks, majority.dealing, majority.boxes) == (8, "EU", 2)
    assert (majority.charlie, majority.cut_card_at, majority.majority_threshold) == (10, 0.5, 3)
    assert (majority.peek_on_ace, majority.peek_on_ten) == (True, False)
    assert (majority.double_back_on_ten_blackjack, majority.burn_card) == (True, False)


def test_european_dealing_has_nothing_to_peek_at():
    rules = rules_from_json(preset("classic"), {"dealing": "EU"})
    assert (rules.peek_on_ace, rules.peeks_on_ace, rules.peeks_on_ten) == (True, False, False)


def test_unknown_preset_is_refused():
    with pytest.raises(EngineRefusal) as refusal:
        preset("roulette")
    assert refusal.value.code == "unknown_preset"
    assert refusal.value.data["preset"] == "roulette"


def test_unknown_rule_is_refused():
    with pytest.raises(EngineRefusal) as refusal:
        rules_from_json(preset("classic"), {"jokers": 2})
    assert refusal.value.code == "unknown_rule"
    assert refusal.value.data["rule"] == "jokers"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("decks", 0),
        ("decks", 9),
        ("decks", True),
        ("decks", "6"),
        ("decks", 6.0),
        ("boxes", 0),
        ("boxes", 8),
        ("max_hands", 1),
        ("max_hands", 5),
        ("dealing", "FR"),
        ("dealer_hits_soft_17", 1),
        ("insurance_offered", None),
        ("blackjack_pays", "2:1"),
        ("double_on", "11"),
        ("charlie", 4),
        ("charlie", 11),
        ("charlie", False),
        ("shuffle", "never"),
        ("cut_card_at", 1.0),
        ("cut_card_at", "half"),
        ("cut_card_at", True),
        ("majority_threshold", -1),
        ("side_pays", []),
    ],
)
def test_value_out_of_range_is_refused(name, value):
    with pytest.raises(EngineRefusal) as refusal:
        rules_from_json(preset("american"), {name: value})
    assert refusal.value.code == "bad_rule"
    assert refusal.value.data["rule"] == name


@pytest.mark.parametrize(
    ("pays", "named"),
    [
        ({"21+3": {"flush": 5}}, "side_pays.21+3"),
        ({"player_pair": {**PAIR, "mixed": 5}}, "side_pays.player_pair"),
        ({"player_pair": {**PAIR, "perfect": -1}}, "side_pays.player_pair.perfect"),
        ({"player_pair": {**PAIR, "perfect": 0}}, "side_pays.player_pair.perfect"),
        ({"player_pair": {**PAIR, "perfect": "25"}}, "side_pays.player_pair.perfect"),
        ({"player_pair": 25}, "side_pays"),
        ({"2up": {"three_of_a_kind": 20, "pair": 3}}, "side_pays"),
    ],
)
def test_pay_table_with_a_missing_unknown_or_senseless_line_is_refused(pays, named):
    with pytest.raises(EngineRefusal) as refusal:
        rules_from_json(preset("majority"), {"side_pays": pays})
    assert refusal.value.code == "bad_rule"
    assert refusal.value.data["rule"] == named


def test_duel_offers_only_its_own_side_bet_and_reshuffles_every_round():
    for changes in ({"side_pays": MAJORITY_SIDE_PAYS}, {"shuffle": "cut_card"}, {"boxes": 4}):
        with pytest.raises(EngineRefusal) as refusal:
            rules_from_json(preset("duel"), changes)
        assert refusal.value.code == "bad_rule"


@pytest.mark.parametrize(
    ("name", "changes", "reason"),
    [
        ("classic", {"late_surrender": True, "dealing": "EU"}, "surrender_without_peek"),
        ("classic", {"late_surrender": True, "peek_on_ten": False}, "surrender_without_peek"),
        ("classic", {"late_surrender": True, "peek_on_ace": False}, "surrender_without_peek"),
        ("classic", {"shuffle": "cut_card"}, "cut_card_without_live_table"),
        ("majority", {"boxes": 3}, "too_many_live_seats"),
        ("majority", {"even_money_offered": True}, "even_money_on_live_table"),
        ("majority", {"majority_threshold": 0, "shuffle": "round"}, "other_game"),
        (
            "classic",
            {"majority_threshold": 3, "boxes": 2, "even_money_offered": False},
            "other_game",
        ),
        ("majority", {"decks": 1, "cut_card_at": 0.9}, "cut_card_too_deep"),
    ],
)
def test_rules_that_contradict_each_other_are_refused_with_the_reason(name, changes, reason):
    with pytest.raises(EngineRefusal) as refusal:
        rules_from_json(preset(name), changes)
    assert refusal.value.code == "senseless_rules"
    assert refusal.value.data["reason"] == reason


def test_rules_without_effect_beside_others_are_no_contradiction():
    rules_from_json(preset("majority"), {"dealing": "US", "peek_on_ten": True})
    rules_from_json(preset("classic"), {"insurance_offered": False})


def test_equal_rules_have_equal_hashes_and_others_have_not():
    changed = rules_from_json(preset("classic"), {"decks": 4})
    assert rules_hash(rules_from_json(changed, {"decks": 6})) == rules_hash(preset("classic"))
    assert len({rules_hash(rules) for rules in (*PRESETS.values(), changed)}) == 6


def test_the_cut_card_of_the_live_table_lies_at_half_the_shoe():
    assert cut_position(blackjack_rules("majority")) == 208
