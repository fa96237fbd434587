"""Side bets: the published figures, and a count over all three-card hands of real cards."""

from collections import Counter
from itertools import combinations
from math import comb

import pytest

from tables.analysis.sidebets import side_return
from tables.engine.cards import DECK
from tables.engine.rules import DUEL_SIDE_PAYS, MAJORITY_SIDE_PAYS
from tables.engine.sidebets import pair_line, poker_line, two_up_line

PUBLISHED = [
    ("21+3", 8, MAJORITY_SIDE_PAYS["21+3"], "96.296"),
    ("player_pair", 8, MAJORITY_SIDE_PAYS["player_pair"], "95.904"),
    ("dealer_pair", 8, MAJORITY_SIDE_PAYS["dealer_pair"], "95.904"),
    ("2up", 6, DUEL_SIDE_PAYS["2up"], "93.470"),
]


@pytest.mark.parametrize(("name", "decks", "pays", "percent"), PUBLISHED)
def test_return_is_the_published_one(name, decks, pays, percent):
    assert f"{side_return(name, decks, pays).per_staked:.3%}" == f"{percent}%"


@pytest.mark.parametrize(
    ("name", "cards", "line_of"),
    [
        ("21+3", 3, poker_line),
        ("2up", 3, two_up_line),
        ("player_pair", 2, lambda cards: pair_line(*cards)),
    ],
)
@pytest.mark.parametrize("decks", [1, 2])
def test_chances_are_those_of_all_hands_counted(name, cards, line_of, decks):
    pays = {**MAJORITY_SIDE_PAYS, **DUEL_SIDE_PAYS}[name]
    counted = Counter(line_of(hand) for hand in combinations(DECK * decks, cards))
    hands = comb(52 * decks, cards)
    chances = side_return(name, decks, pays).chances
    assert chances == {line: counted[line] / hands for line in pays}


def test_variance_is_that_of_what_comes_back():
    side = side_return("2up", 6, {"three_of_a_kind": 20, "pair": 3})
    trips, pair = side.chances["three_of_a_kind"], side.chances["pair"]
    mean = 21 * trips + 4 * pair
    assert side.per_staked == pytest.approx(mean, abs=1e-15)
    assert side.variance == pytest.approx(21**2 * trips + 4**2 * pair - mean**2, abs=1e-12)
