"""What cards count."""

import pytest

from tables.engine.cards import DECK, TEXT, is_red, parse_cards, rank, show_cards, suit
from tables.engine.errors import EngineRefusal
from tables.engine.hand import Hand, total_of


@pytest.mark.parametrize(
    ("cards", "total", "soft"),
    [
        ("", 0, False),
        ("2S 9H", 11, False),
        ("JS QH", 20, False),
        ("AS KD", 21, True),
        ("AS 6D", 17, True),
        ("AS 6D TC", 17, False),
        ("AS AH", 12, True),
        ("AS AH AD 8C", 21, True),
        ("AS AH 9D TC", 21, False),
        ("TS 6D TC", 26, False),
    ],
)
def test_an_ace_counts_eleven_as_long_as_that_does_not_bust(cards, total, soft):
    assert total_of(parse_cards(cards)) == (total, soft)


@pytest.mark.parametrize(
    ("cards", "pair"),
    [("TS QH", True), ("AS AH", True), ("9S TH", False), ("8S 8H 8D", False), ("8S", False)],
)
def test_a_pair_has_two_cards_of_one_value(cards, pair):
    hand = Hand("1")
    for card in parse_cards(cards):
        hand.add(card)
    assert hand.is_pair is pair


def test_the_name_tells_box_and_splits():
    assert (Hand("1").from_split, Hand("1").box) == (False, 1)
    assert (Hand("2RL").from_split, Hand("2RL").box) == (True, 2)


def test_cards_are_written_and_read_by_rank_and_suit():
    assert parse_cards(show_cards(DECK)) == DECK
    assert TEXT[0] == "AS"
    assert [(rank(card), suit(card), is_red(card)) for card in parse_cards("AS TH 2D KC")] == [
        (0, 0, False),
        (9, 1, True),
        (1, 2, True),
        (12, 3, False),
    ]


@pytest.mark.parametrize("text", ["1S", "10S", "TX", "ts", "T S", "🂡"])
def test_what_is_no_card_is_refused(text):
    with pytest.raises(EngineRefusal) as refusal:
        parse_cards(text)
    assert refusal.value.code == "unknown_card"
