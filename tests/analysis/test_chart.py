"""The chart: known cells, no cell that could gain by a change, and legal answers always."""

from dataclasses import replace
from itertools import combinations

import pytest

from tables.analysis import chart
from tables.analysis.blackjack import Game, best_strategy
from tables.analysis.chart import UP_CARDS, code
from tables.analysis.charting import as_strategy, find_cells
from tables.engine.cards import parse_cards
from tables.engine.hand import Hand
from tables.engine.rules import BlackjackRules
from tests.analysis.presets import CLASSIC

CLASSIC_GRID = """
 9 H  Dh Dh Dh Dh H  H  H  H  H
10 Dh Dh Dh Dh Dh Dh Dh Dh H  H
11 Dh Dh Dh Dh Dh Dh Dh Dh Dh H
12 H  H  S  S  S  H  H  H  H  H
13 S  S  S  S  S  H  H  H  H  H
16 S  S  S  S  S  H  H  H  H  H
17 S  S  S  S  S  S  S  S  S  S
A2 H  H  H  Dh Dh H  H  H  H  H
A4 H  H  Dh Dh Dh H  H  H  H  H
A6 H  Dh Dh Dh Dh H  H  H  H  H
A7 S  Ds Ds Ds Ds S  S  H  H  H
A8 S  S  S  S  S  S  S  S  S  S
22 P  P  P  P  P  P  H  H  H  H
44 H  H  H  P  P  H  H  H  H  H
55 Dh Dh Dh Dh Dh Dh Dh Dh H  H
66 P  P  P  P  P  H  H  H  H  H
77 P  P  P  P  P  P  H  H  H  H
88 P  P  P  P  P  P  P  P  P  P
99 P  P  P  P  P  S  P  P  S  S
TT S  S  S  S  S  S  S  S  S  S
AA P  P  P  P  P  P  P  P  P  P
"""
# 16 against a ten stands where it may not surrender: those hands have three cards and more, mostly
# small ones that the player would have needed.
SOFT_17_AND_SURRENDER = """
11 Dh Dh Dh Dh Dh Dh Dh Dh Dh Dh
15 S  S  S  S  S  H  H  H  Rh Rh
16 S  S  S  S  S  H  H  Rh Rs Rh
17 S  S  S  S  S  S  S  S  S  Rs
A7 Ds Ds Ds Ds Ds S  S  H  H  H
A8 S  S  S  S  Ds S  S  S  S  S
88 P  P  P  P  P  P  P  P  P  Rp
"""
NO_HOLE_CARD = """
11 Dh Dh Dh Dh Dh Dh Dh Dh H  H
88 P  P  P  P  P  P  P  P  H  H
AA P  P  P  P  P  P  P  P  P  H
"""


def row_codes(found, label):
    points = {"A": 1, "T": 10}
    if label.isdigit() and (label in {"10", "11"} or label[0] != label[1:]):
        row = found.hard[int(label)]
    elif label[0] == label[1]:
        row = found.pairs[points.get(label[0]) or int(label[0])]
    else:
        row = found.soft[11 + int(label[1])]
    return [code(row[up]) for up in UP_CARDS]


@pytest.mark.parametrize(
    ("rules", "grid"),
    [
        (CLASSIC, CLASSIC_GRID),
        (BlackjackRules(dealer_hits_soft_17=True, late_surrender=True), SOFT_17_AND_SURRENDER),
        (BlackjackRules(decks=8, dealing="EU"), NO_HOLE_CARD),
    ],
)
def test_chart_is_the_known_basic_strategy(rules, grid):
    found = chart(rules)
    for line in grid.split("\n"):
        if line:
            label, *codes = line.split()
            assert (label, row_codes(found, label)) == (label, codes)


@pytest.mark.parametrize("up", [2, 6, 10, 1])
def test_no_other_choice_in_a_single_cell_would_gain(up):
    rules = BlackjackRules(decks=2, charlie=6, late_surrender=True)
    game = Game(rules)
    cells, returns = find_cells(game, best_strategy(game))
    for name, rows in {
        "hit": [*range(8, 19), *range(35, 42)],
        "double": [*range(8, 13), *range(35, 42)],
        "surrender": range(13, 18),
        "split": range(10),
        "pair_surrender": range(5, 10),
    }.items():
        for row in rows:
            other = getattr(cells, name).copy()
            other[row, up - 1] ^= True
            changed = as_strategy(game, replace(cells, **{name: other}))
            assert game.returns(changed).net <= returns.net + 1e-13, (name, row)


LEGAL = [
    ("hit", "stand", *more)
    for count in range(4)
    for more in combinations(("double", "split", "surrender"), count)
]


@pytest.mark.parametrize("legal", LEGAL)
def test_every_hand_has_an_answer_whatever_is_legal(legal):
    found = chart(BlackjackRules(dealer_hits_soft_17=True, late_surrender=True))
    for up in UP_CARDS:
        for total in range(4, 22):
            assert found.decide(total, False, 0, up, legal) in legal
        for total in range(12, 22):
            assert found.decide(total, True, 0, up, legal) in legal
        for value in range(1, 11):
            total, soft = (12, True) if value == 1 else (2 * value, False)
            assert found.decide(total, soft, value, up, legal) in legal


def test_second_choices_stand_in_for_what_is_not_legal():
    found = chart(BlackjackRules(dealer_hits_soft_17=True, late_surrender=True))
    plain = ("hit", "stand")
    assert found.decide(11, False, 0, 6, (*plain, "double")) == "double"
    assert found.decide(11, False, 0, 6, plain) == "hit"
    assert found.decide(18, True, 0, 6, plain) == "stand"
    assert found.decide(16, False, 8, 1, (*plain, "split", "surrender")) == "surrender"
    assert found.decide(16, False, 8, 1, (*plain, "split")) == "split"
    assert found.decide(16, False, 8, 1, plain) == "hit"
    with pytest.raises(ValueError, match="neither hit nor stand"):
        found.decide(16, False, 8, 1, ("double",))


def test_a_hand_of_the_engine_is_read():
    found = chart(CLASSIC)
    legal = ("hit", "stand", "double", "split")
    for cards, up, action in [
        ("8S 8H", 10, "split"),
        ("TS KH", 6, "stand"),
        ("AS 7H", 6, "double"),
        ("5S 5D", 6, "double"),
        ("AS AH", 1, "split"),
        ("4S 4C 4D", 6, "stand"),
    ]:
        hand = Hand("1")
        for card in parse_cards(cards):
            hand.add(card)
        assert found(hand, up, legal) == action


def test_sections_show_every_row_by_up_card():
    sections = chart(CLASSIC).sections()
    assert {name: len(rows) for name, rows in sections.items()} == {
        "hard": 16,
        "soft": 8,
        "pairs": 10,
    }
    assert all(len(codes) == 10 for rows in sections.values() for _, codes in rows)
    codes = {one for rows in sections.values() for _, row in rows for one in row}
    assert codes == {"H", "S", "Dh", "Ds", "P"}


def test_a_total_of_21_stands():
    found = chart(CLASSIC)
    assert found.hard[21][1:] == found.soft[21][1:] == (("stand",),) * 10
    assert len(found.hard) == len(found.soft) == 22
