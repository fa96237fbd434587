"""Which line of a pay table some cards make."""

import pytest

from tables.engine.cards import parse_cards
from tables.engine.sidebets import pair_line, poker_line, two_up_line


@pytest.mark.parametrize(
    ("cards", "line"),
    [
        ("8H 8H 8H", "suited_trips"),
        ("8H 8S 8H", "three_of_a_kind"),
        ("2C 4C 3C", "straight_flush"),
        ("AS 2S 3S", "straight_flush"),
        ("QD AD KD", "straight_flush"),
        ("AS 2H 3S", "straight"),
        ("KS AH QD", "straight"),
        ("KS AH 2D", None),
        ("KS AS 2S", "flush"),
        ("9H TS JD", "straight"),
        ("2H 5H KH", "flush"),
        ("8H 8H 9H", "flush"),
        ("8H 8S 9D", None),
        ("TS JS KS", "flush"),
    ],
)
def test_poker_lines_of_three_cards(cards, line):
    assert poker_line(parse_cards(cards)) == line


@pytest.mark.parametrize(
    ("cards", "line"),
    [
        ("4S 4S", "perfect"),
        ("4S 4C", "coloured"),
        ("4H 4D", "coloured"),
        ("4S 4H", "red_black"),
        ("KD QD", None),
        ("TS KS", None),
    ],
)
def test_pair_lines(cards, line):
    assert pair_line(*parse_cards(cards)) == line


@pytest.mark.parametrize(
    ("cards", "line"),
    [
        ("KD KC 2S", "pair"),
        ("2S KD KC", "pair"),
        ("KD 2S KC", "pair"),
        ("KD QC JS", None),
        ("7D 7C 7S", "three_of_a_kind"),
    ],
)
def test_two_up_lines_go_by_rank(cards, line):
    assert two_up_line(parse_cards(cards)) == line
