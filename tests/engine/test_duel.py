"""21 Duel: the house way and the order of decisions."""

from itertools import combinations

import pytest

from tables.engine import game as rounds
from tables.engine.actions import Action
from tables.engine.bets import BoxBets
from tables.engine.cards import parse_cards
from tables.engine.duel import house_place
from tables.engine.errors import EngineRefusal
from tables.engine.events import ActionTaken, BetSettled, CardTurned, HandEnded, StakeAdded
from tables.engine.rules import preset
from tables.engine.shoe import Shoe
from tables.engine.stake import Stake
from tables.engine.view import public_view
from tests.engine.helpers import deal, play, results

# The list of the rules of the games, section 3, number 5, with one hand for each line.
HOUSE_WAY = (
    ("21", "A", "K"),
    ("20", "T", "J"),
    ("19", "T", "9"),
    ("11", "9", "2"),
    ("10", "8", "2"),
    ("9", "7", "2"),
    ("18", "T", "8"),
    ("17", "T", "7"),
    ("soft 16", "A", "5"),
    ("soft 15", "A", "4"),
    ("soft 14", "A", "3"),
    ("soft 13", "A", "2"),
    ("soft 12", "A", "A"),
    ("8", "6", "2"),
    ("7", "5", "2"),
    ("6", "4", "2"),
    ("5", "3", "2"),
    ("12", "T", "2"),
    ("13", "T", "3"),
    ("14", "T", "4"),
    ("15", "T", "5"),
    ("16", "T", "6"),
    ("4", "2", "2"),
)
PLACE = {line: place for place, (line, *_) in enumerate(HOUSE_WAY)}
VALUE = {rank: min(place, 10) for place, rank in enumerate("A23456789TJQK", start=1)}


def line_of(first, second):
    """The line of two ranks, reckoned apart from the engine."""
    hard = VALUE[first] + VALUE[second]
    if "A" not in (first, second):
        return str(hard)
    return str(hard + 10) if hard >= 7 else f"soft {hard + 10}"


@pytest.mark.parametrize("first", VALUE)
def test_dealer_takes_the_community_card_that_stands_higher_in_the_list(first):
    for left, right in combinations(VALUE, 2):
        cards = parse_cards(f"{first}S {left}H {right}D")
        places = [PLACE[line_of(first, other)] for other in (left, right)]
        expected = "right" if places[1] < places[0] else "left"
        assert house_place(*cards) == expected, (first, left, right)
        flipped = "left" if places[1] <= places[0] else "right"
        assert house_place(cards[0], cards[2], cards[1]) == flipped, (first, right, left)


@pytest.mark.parametrize(("line", "first", "second"), HOUSE_WAY)
def test_the_list_of_this_test_names_its_own_hands(line, first, second):
    assert line_of(first, second) == line


def test_soft_totals_from_17_stand_with_the_hard_ones():
    assert house_place(*parse_cards("AS 6H 7D")) == "right"
    assert house_place(*parse_cards("AS 7H 6D")) == "left"
    assert house_place(*parse_cards("8S TH AD")) == "right"
    assert house_place(*parse_cards("8S AD TH")) == "left"


def test_first_fold_left_or_right_then_hit_or_stand():
    game = deal("duel", "9S 8H 5C KD 2C TD", 100)
    assert rounds.legal_actions(game) == {"1": ("fold", "left", "right")}
    with pytest.raises(EngineRefusal) as refusal:
        rounds.act(game, Action("1", "hit"))
    assert refusal.value.code == "action_not_legal"
    game = play(game, "1:right")
    assert rounds.legal_actions(game) == {"1": ("hit", "stand")}
    assert results(game) == {"1:main": (None, 0), "1:raise": (None, 0)}


def test_raise_costs_the_ante():
    game = deal("duel", "9S 8H 5C KD 2C TD", Stake(300, (100,)))
    assert rounds.price(game, "1", "left") == Stake(400)
    assert rounds.price(game, "1", "fold") is None


def test_hands_decide_one_after_the_other():
    game = deal("duel", "9S 9H 8H 5C 6C KD 2C TD", 100, 100)
    with pytest.raises(EngineRefusal) as refusal:
        rounds.act(game, Action("2", "fold"))
    assert refusal.value.data == {"hand": "2", "turn": "1"}
    with pytest.raises(EngineRefusal) as refusal:
        rounds.act(game, Action("3", "fold"))
    assert refusal.value.code == "unknown_hand"


def test_2_up_is_decided_by_the_deal():
    shoe = Shoe(parse_cards("TS 8H 5C KD TC TD"))
    bets = [BoxBets(1, Stake(100), {"2up": Stake(10)})]
    game, events = rounds.start(preset("duel"), shoe, bets)
    assert results(game) == {"1:main": (None, 0), "1:2up": ("win", 210)}
    assert events[-1] == BetSettled("1:2up", "win", 210, ())


def test_every_step_is_told_and_hidden_cards_are_not():
    game = deal("duel", "9S 8H 5C KD 2C TD", 100)
    game, told = rounds.act(game, Action("1", "left", Stake(100)))
    assert told == (ActionTaken("1", "left"), StakeAdded("1:raise", Stake(100)))
    game, told = rounds.act(game, Action("1", "hit"))
    assert told[:6] == (
        ActionTaken("1", "hit"),
        CardTurned("1", *parse_cards("5C")),
        HandEnded("1", "stand"),
        CardTurned("dealer", *parse_cards("8H")),
        ActionTaken("dealer", "left"),
        CardTurned("dealer", *parse_cards("KD")),
    )


def test_the_view_keeps_hidden_cards_until_they_are_turned():
    game = deal("duel", "9S 9H 8H 5C 6C KD 2C TD", 100, 100)
    view = public_view(game)
    assert view["dealer"] == {"cards": [None, None], "total": 0, "soft": False, "blackjack": False}
    assert [hand["cards"] for hand in view["hands"]] == [["9S", None], ["9H", None]]
    assert view["community"] == {"left": "2C", "right": "TD"}
    game = play(game, "1:right", "1:hit", "2:right", "2:stand")
    view = public_view(game)
    assert view["dealer"]["cards"] == ["8H", "2C", "KD"]
    assert [hand["cards"] for hand in view["hands"]] == [["9S", "TD", "5C"], ["9H", "TD", None]]
    assert [hand["total"] for hand in view["hands"]] == [24, 19]


def test_a_second_hidden_card_stays_hidden_when_the_dealer_stands():
    game = play(deal("duel", "AS 9H 5C 8D 2C TD", 100), "1:right")
    assert public_view(game)["dealer"]["cards"] == ["9H", "TD", None]
