"""Legal actions, offers and the order of play of a player's own boxes."""

import pytest

from tables.engine import game as rounds
from tables.engine.actions import Action
from tables.engine.bets import BoxBets
from tables.engine.cards import parse_cards
from tables.engine.errors import EngineRefusal
from tables.engine.events import (
    BetSettled,
    CardBurned,
    CardDealt,
    CardTurned,
    DealerChecked,
    HandEnded,
    HandSplit,
    OfferAnswered,
    RoundEnded,
    StakeAdded,
)
from tables.engine.rules import preset, rules_from_json
from tables.engine.shoe import Shoe
from tables.engine.stake import Funds, Stake
from tests.engine.helpers import deal, play, results


def cards(text):
    return parse_cards(text)


@pytest.mark.parametrize(
    ("shoe", "overrides", "legal"),
    [
        ("TS 6D 2H TC", {}, ("hit", "stand", "double")),
        ("8S 6D 8H TC", {}, ("hit", "stand", "double", "split")),
        ("TS 6D QH TC", {}, ("hit", "stand", "double", "split")),
        ("TS 6D 2H TC", {"double_on": "9-11"}, ("hit", "stand")),
        ("4S 6D 5H TC", {"double_on": "9-11"}, ("hit", "stand", "double")),
        ("4S 6D 5H TC", {"double_on": "10-11"}, ("hit", "stand")),
        ("5S 6D 5H TC", {"double_on": "10-11"}, ("hit", "stand", "double", "split")),
        ("AS 6D AH TC", {"double_on": "9-11"}, ("hit", "stand", "split")),
        ("TS 6D 2H TC", {"late_surrender": True}, ("hit", "stand", "double", "surrender")),
    ],
)
def test_legal_actions_on_the_first_two_cards(shoe, overrides, legal):
    game = deal("american", shoe, 100, **overrides)
    assert rounds.legal_actions(game) == {"1": legal}


def test_after_a_hit_only_hit_and_stand_are_left():
    game = play(deal("american", "2S 6D 2H TC 3C", 100, late_surrender=True), "1:hit")
    assert rounds.legal_actions(game) == {"1": ("hit", "stand")}


def test_split_hands_double_and_split_again_as_the_rules_allow():
    shoe = "8S 6D 8H TC 8D 2C"
    once = play(deal("american", shoe, 100), "1:split")
    assert rounds.legal_actions(once) == {"1R": ("hit", "stand", "double")}
    again = play(deal("american", shoe, 100, max_hands=3, late_surrender=True), "1:split")
    assert rounds.legal_actions(again) == {"1R": ("hit", "stand", "double", "split")}
    no_das = play(deal("american", shoe, 100, double_after_split=False), "1:split")
    assert rounds.legal_actions(no_das) == {"1R": ("hit", "stand")}


def test_split_aces_that_may_be_hit_are_never_doubled():
    game = deal("american", "AS 6D AH TC 2D 3C", 100, split_aces_one_card=False)
    assert rounds.legal_actions(play(game, "1:split")) == {"1R": ("hit", "stand")}


def test_boxes_play_from_the_first_and_split_hands_from_the_right():
    game = deal("american", "8S TS 6D 8H TH TC 2D 3C 5D", 100, 100)
    game = play(game, "1:split")
    assert list(rounds.legal_actions(game)) == ["1R"]
    game = play(game, "1R:stand")
    assert list(rounds.legal_actions(game)) == ["1L"]
    game = play(game, "1L:stand")
    assert list(rounds.legal_actions(game)) == ["2"]
    with pytest.raises(EngineRefusal) as refusal:
        rounds.act(game, Action("1L", "hit"))
    assert (refusal.value.code, refusal.value.data) == (
        "not_your_turn",
        {"hand": "1L", "turn": "2"},
    )


def test_offers_are_answered_in_any_order_before_play():
    game = deal("classic", "AS TS 5S AD KH 9H 6S 9C", 100, 100, 1)
    assert rounds.legal_actions(game) == {"1": ("even_money", "no"), "2": ("insurance", "no")}
    with pytest.raises(EngineRefusal) as refusal:
        rounds.act(game, Action("2", "stand"))
    assert refusal.value.data == {"hand": "1", "offer": "even_money"}
    with pytest.raises(EngineRefusal) as refusal:
        rounds.act(game, Action("3", "insurance", Stake(1)))
    assert refusal.value.code == "action_not_legal"
    game = play(game, "2:insurance", "1:no")
    assert list(rounds.legal_actions(game)) == ["2"]


def test_yes_and_no_to_all_answer_every_open_offer():
    game = deal("classic", "AS TS 5S AD KH 9H 6S 9C", 100, 100, 1)
    assert rounds.answers_to_all(game, yes=True) == (("1", "even_money"), ("2", "insurance"))
    assert rounds.answers_to_all(game, yes=False) == (("1", "no"), ("2", "no"))
    game = play(game, "1:even_money")
    assert rounds.answers_to_all(game, yes=True) == (("2", "insurance"),)
    assert rounds.answers_to_all(play(game, "2:no"), yes=True) == ()


def test_price_is_the_stake_to_put_up():
    game = deal("classic", "8S AD 8H TC", 101)
    assert rounds.price(game, "1", "insurance") == Stake(50)
    assert rounds.price(game, "1", "no") is None
    game = deal("classic", "8S 6D 8H TC", 101)
    assert rounds.price(game, "1", "split") == Stake(101)
    assert rounds.price(game, "1", "hit") is None


@pytest.mark.parametrize(("kind", "held"), [("insurance", 49), ("insurance", 0)])
def test_insurance_is_paid_in_real_money(kind, held):
    game = deal("classic", "8S AD 8H TC", 100)
    with pytest.raises(EngineRefusal) as refusal:
        rounds.price(game, "1", kind, Funds(held, (1000,)))
    assert refusal.value.data == {
        "hand": "1",
        "action": "insurance",
        "needed_cents": 50,
        "held_cents": held,
    }


def test_a_shoe_that_runs_out_refuses_the_action_and_changes_nothing():
    game = deal("american", "8S 6D 8H TC 2D", 100)
    twin = game.copy()
    with pytest.raises(EngineRefusal) as refusal:
        rounds.act(game, Action("1", "split", Stake(100)))
    assert refusal.value.code == "too_few_cards"
    assert game == twin


def test_a_finished_round_takes_no_action():
    game = play(deal("american", "TS 9D TH TC", 100), "1:stand")
    with pytest.raises(EngineRefusal) as refusal:
        rounds.act(game, Action("1", "hit"))
    assert refusal.value.code == "round_over"


def test_blackjack_is_decided_as_soon_as_the_dealer_can_have_none():
    game = deal("american", "AS TS TD KH 2H 9C", 100, 100)
    assert results(game) == {"1:main": ("blackjack", 250), "2:main": (None, 0)}
    waiting = deal("american", "AS TS TD KH 2H", 100, 100, dealing="EU")
    assert results(waiting)["1:main"] == (None, 0)


def test_every_step_of_a_round_is_told():
    game = deal("classic", "8S AD 8H 5C TD 3D KC 5D", 100)
    game, told = rounds.act(game, Action("1", "insurance", Stake(50)))
    assert told == (
        StakeAdded("1:insurance", Stake(50)),
        OfferAnswered("1", "insurance"),
        DealerChecked(blackjack=False),
        BetSettled("1:insurance", "lose", 0, ()),
    )
    game, told = rounds.act(game, Action("1", "split", Stake(100)))
    assert told[0] == StakeAdded("1L:main", Stake(100))
    assert told[2:] == (
        HandSplit("1", "1R", "1L"),
        CardDealt("1R", *cards("TD")),
        CardDealt("1L", *cards("3D")),
    )
    game, told = rounds.act(game, Action("1R", "stand"))
    game, told = rounds.act(game, Action("1L", "double", Stake(100)))
    assert told[2:] == (
        CardDealt("1L", *cards("KC")),
        HandEnded("1L", "stand"),
        CardTurned("dealer", *cards("5C")),
        CardDealt("dealer", *cards("5D")),
        BetSettled("1R:main", "lose", 0, ()),
        BetSettled("1L:main", "push", 200, ()),
        RoundEnded(),
    )


def test_a_burnt_card_is_told_but_not_shown():
    rules = rules_from_json(preset("classic"), {"burn_card": True})
    shoe = Shoe(cards("2C 8S 6D 8H 5C"))
    _, events = rounds.start(rules, shoe, [BoxBets(1, Stake(100))])
    assert events == (
        CardBurned(),
        CardDealt("1", *cards("8S")),
        CardDealt("dealer", *cards("6D")),
        CardDealt("1", *cards("8H")),
        CardDealt("dealer", None),
    )
