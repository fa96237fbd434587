"""Cards leave the shoe in order, and the cut card shows when its place is reached."""

import random
from collections import Counter

import pytest

from tables.engine.cards import DECK, parse_cards
from tables.engine.errors import EngineRefusal
from tables.engine.rng import shuffled_deck
from tables.engine.rules import preset
from tables.engine.shoe import FreshShoe, Shoe, seeded_shoe

SEED = bytes(range(32))


def test_cards_leave_in_order_and_an_empty_shoe_refuses():
    shoe = Shoe(parse_cards("TS 9D"))
    assert [shoe.draw(), shoe.draw()] == list(parse_cards("TS 9D"))
    with pytest.raises(EngineRefusal) as refusal:
        shoe.draw()
    assert (refusal.value.code, refusal.value.data) == ("too_few_cards", {"cards": 2})
    assert shoe.position == 2


def test_the_cut_card_shows_when_the_cards_before_it_are_dealt():
    shoe = Shoe(parse_cards("TS 9D 2C"), cut_at=2)
    shoe.draw()
    assert not shoe.cut_card_shows
    shoe.draw()
    assert shoe.cut_card_shows


def test_a_shoe_without_cut_card_never_shows_one():
    assert not Shoe(parse_cards("TS"), position=1).cut_card_shows


def test_a_copy_goes_on_by_itself():
    shoe = Shoe(parse_cards("TS 9D"))
    twin = shoe.copy()
    twin.draw()
    assert (shoe.position, twin.position) == (0, 1)


def test_seeded_shoe_has_the_cut_card_of_its_rules():
    live = seeded_shoe(SEED, preset("majority"), position=5)
    assert (live.cards, live.position, live.cut_at) == (shuffled_deck(SEED, 8), 5, 208)
    assert seeded_shoe(SEED, preset("classic")).cut_at is None
    assert len(seeded_shoe(SEED, preset("duel")).cards) == 312


def test_fresh_shoe_deals_every_card_once_and_starts_anew():
    shoe = FreshShoe(2, random.Random(1).random)
    for _ in range(2):
        assert Counter(shoe.draw() for _ in range(104)) == dict.fromkeys(DECK, 2)
        with pytest.raises(EngineRefusal):
            shoe.draw()
        shoe.shuffle()


def test_copy_of_a_fresh_shoe_holds_the_cards_that_are_left():
    shoe = FreshShoe(1, random.Random(1).random)
    dealt = [shoe.draw() for _ in range(50)]
    twin = shoe.copy()
    left = {twin.draw(), twin.draw()}
    assert left == set(DECK) - set(dealt) == {shoe.draw(), shoe.draw()}
