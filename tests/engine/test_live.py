"""The cards of a live table, whoever plays on them."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.engine import codec, live
from tables.engine.cards import parse_cards, show_cards
from tables.engine.errors import EngineRefusal
from tables.engine.events import CardDealt, CardTurned
from tables.engine.hand import OPEN
from tables.engine.live import InsuranceClosed, SeatDecision, Step
from tables.engine.rng import shuffled_deck
from tables.engine.settlement import LOST, hand_outcome, insurance_outcome, pays_to_one
from tables.engine.shoe import Shoe
from tables.engine.view import live_view
from tests.engine import strategies
from tests.engine.helpers import blackjack_rules
from tests.engine.strategies import seeds
from tests.engine.test_properties import lean, shown_cards


def start(cards, seats=(1, 2), *, dealer_pair=False, **overrides):
    rules = blackjack_rules("majority", **overrides)
    shoe = Shoe(parse_cards(cards))
    table, _ = live.start_live(rules, shoe, seats, dealer_pair=dealer_pair)
    return table


def steps(table, *taken):
    for step in taken:
        table, _ = live.step_live(table, step)
    return table


def test_both_seats_wait_at_the_same_time_and_either_may_be_decided():
    table = start("5S 9S 6D 6H 3H 8D TD TC KC")
    legal = ("hit", "stand", "double")
    assert live.waiting_hands(table) == {"1": legal, "2": legal}
    table = steps(table, SeatDecision("2", "hit"))
    assert live.waiting_hands(table) == {"1": legal, "2": ("hit", "stand")}


def test_split_hands_of_a_seat_wait_one_after_the_other():
    table = steps(start("8S 6D 8H 2C 3C", (1,)), SeatDecision("1", "split"))
    assert list(live.waiting_hands(table)) == ["1R"]
    with pytest.raises(EngineRefusal) as refusal:
        live.step_live(table, SeatDecision("1L", "hit"))
    assert refusal.value.data == {"hand": "1L", "turn": "1R"}


def test_a_left_hand_that_nobody_holds_is_dealt_but_not_played_or_compared():
    table = start("8S 6D 8H 7C 3C KC TD", (1,))
    table = steps(table, SeatDecision("1", "split", left_held=False), SeatDecision("1R", "hit"))
    assert live.waiting_hands(table) == {}
    # The right hand has bust and the left one counts for nothing: the dealer takes no card.
    assert live_view(table)["dealer"]["cards"] == ["6D"]


def test_insurance_waits_for_its_end_and_then_for_the_second_card():
    table = start("TS AD 9H KD", (1,))
    assert live.insurance_is_open(table)
    assert live.waiting_hands(table) == {}
    with pytest.raises(EngineRefusal) as refusal:
        live.step_live(table, SeatDecision("1", "stand"))
    assert refusal.value.code == "offer_open"
    table = steps(table, InsuranceClosed(insured=True))
    assert not live.insurance_is_open(table)
    assert insurance_outcome(table.play) is None
    table = steps(table, SeatDecision("1", "stand"))
    assert insurance_outcome(table.play).result == "win"


def test_insurance_is_closed_once_only():
    with pytest.raises(EngineRefusal) as refusal:
        live.step_live(start("TS 6D 9H", (1,)), InsuranceClosed(insured=True))
    assert refusal.value.code == "action_not_legal"


def test_where_insurance_is_switched_off_play_begins_at_once():
    table = start("TS AD 9H", (1,), insurance_offered=False)
    assert list(live.waiting_hands(table)) == ["1"]


def test_american_dealing_checks_when_insurance_is_closed():
    table = steps(start("TS AD 9H KD", (1,), dealing="US"), InsuranceClosed(insured=False))
    assert live_view(table)["dealer"] == {
        "cards": ["AD", "KD"],
        "total": 21,
        "soft": True,
        "blackjack": True,
    }
    assert live.waiting_hands(table) == {}


def test_side_bets_are_decided_by_the_deal_and_by_the_dealers_second_card():
    table = start("8H 8H 8S KD 8D", (1,), dealer_pair=True)
    assert live.seat_side_outcome(table, 1, "21+3") == pays_to_one(30)
    assert live.seat_side_outcome(table, 1, "player_pair") == pays_to_one(6)
    assert live.seat_side_outcome(table, 1, "dealer_pair") is None
    table = steps(table, SeatDecision("1", "stand"))
    assert live.seat_side_outcome(table, 1, "dealer_pair") == LOST


@pytest.mark.parametrize(("seats", "code"), [((), "no_bets"), ((3,), "unknown_box")])
def test_seats_that_cannot_be_dealt_are_refused(seats, code):
    with pytest.raises(EngineRefusal) as refusal:
        start("TS 6D 9H", seats)
    assert refusal.value.code == code


@pytest.mark.parametrize(
    ("step", "code"),
    [
        (SeatDecision("1", "stand"), "round_over"),
        (SeatDecision("3", "stand"), "round_over"),
        (InsuranceClosed(insured=False), "action_not_legal"),
    ],
)
def test_a_finished_round_takes_no_step(step, code):
    table = steps(start("TS 9D 9H TC", (1,)), SeatDecision("1", "stand"))
    with pytest.raises(EngineRefusal) as refusal:
        live.step_live(table, step)
    assert refusal.value.code == code


def test_burn_card_and_cut_card_move_with_the_shoe():
    rules = blackjack_rules("majority", burn_card=True)
    shoe = Shoe(shuffled_deck(bytes(32), 8), position=200, cut_at=208)
    table, _ = live.start_live(rules, shoe, (1,), dealer_pair=False)
    assert shoe.position == 200
    assert table.play.shoe == Shoe(shoe.cards, 204, 208)


@lean
@given(strategies.blackjack_rules("majority"), seeds, st.booleans(), st.data())
def test_any_play_ends_replays_and_hides_what_lies_face_down(rules, seed, dealer_pair, data):
    shoe = Shoe(shuffled_deck(seed, rules.decks))
    table, told = live.start_live(rules, shoe, (1, 2), dealer_pair=dealer_pair)
    shown = [e.card for e in told if isinstance(e, CardDealt | CardTurned) and e.card is not None]
    for _ in range(100):
        view = live_view(table) | {"community": {}}
        assert shown_cards(view) == sorted(show_cards(shown).split())
        waiting = live.waiting_hands(table)
        if live.insurance_is_open(table):
            step: Step = InsuranceClosed(data.draw(st.booleans()))
        elif waiting:
            hand = data.draw(st.sampled_from(sorted(waiting)))
            step = SeatDecision(
                hand, data.draw(st.sampled_from(waiting[hand])), data.draw(st.booleans())
            )
        else:
            break
        twin = table.copy([])
        after, told = live.step_live(table, step)
        assert table == twin
        table = after
        shown += [
            e.card for e in told if isinstance(e, CardDealt | CardTurned) and e.card is not None
        ]
    assert live_view(table)["phase"] == "over"
    for hand in table.play.hands():
        assert hand.status != OPEN
        assert hand_outcome(table.play, hand).result in ("win", "lose", "push", "blackjack")
    stored = json.loads(json.dumps([codec.encode_step(step) for step in table.steps]))
    decoded = [codec.decode_step(step) for step in stored]
    again = live.replay_live(rules, shoe, (1, 2), decoded, dealer_pair=dealer_pair)
    assert again == table
