"""What holds for every round of every rule set, whatever the cards and the decisions."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tables.engine import codec
from tables.engine import game as rounds
from tables.engine.actions import KINDS, Action
from tables.engine.cards import DECK, show_cards
from tables.engine.errors import EngineRefusal
from tables.engine.events import CardDealt, CardTurned, DealerChecked
from tables.engine.hand import OPEN
from tables.engine.settlement import Bet
from tables.engine.shoe import Shoe
from tables.engine.stake import Stake
from tables.engine.view import public_view
from tests.engine.strategies import beginnings, blackjack_rules, choose, is_duel, play_on

lean = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
MOST_TO_ONE = 100


def put_up(game):
    stakes = [stake for bet in game.bets for _, stake in bet.positions()]
    stakes += [action.added for action in game.actions if action.added]
    return (
        sum(stake.real_cents for stake in stakes),
        sorted(chip for stake in stakes for chip in stake.golden),
    )


def lying(bets):
    return (
        sum(bet.stake.real_cents for bet in bets),
        sorted(chip for bet in bets for chip in bet.stake.golden),
    )


@lean
@given(beginnings(), st.data())
def test_every_cent_and_chip_put_up_lies_on_exactly_one_position(beginning, data):
    game, _ = rounds.start(*beginning)
    for state in play_on(data, game):
        assert lying(rounds.settled_bets(state)) == put_up(state)


@lean
@given(beginnings(), st.data())
def test_a_finished_round_decides_every_bet_and_pays_within_the_pay_table(beginning, data):
    game, _ = rounds.start(*beginning)
    last = play_on(data, game)[-1]
    for bet in rounds.settled_bets(last):
        assert bet.result in ("win", "lose", "push", "blackjack")
        assert 0 <= bet.paid_cents <= bet.stake.real_cents + MOST_TO_ONE * bet.stake.total_cents
        if bet.result == "push":
            assert (bet.paid_cents, bet.chips_back) == (bet.stake.real_cents, bet.stake.golden)
        if bet.result == "win":
            assert bet.paid_cents >= 2 * bet.stake.real_cents + bet.stake.golden_cents
            assert bet.chips_back == ()


@lean
@given(beginnings(), st.data())
def test_what_is_decided_stays_decided(beginning, data):
    game, _ = rounds.start(*beginning)
    decided: dict[str, Bet] = {}
    for state in play_on(data, game):
        now = {bet.position: bet for bet in rounds.settled_bets(state) if bet.result}
        assert decided.items() <= now.items()
        decided = now


@lean
@given(beginnings(), st.data())
def test_voiding_gives_back_exactly_what_was_put_up(beginning, data):
    game, _ = rounds.start(*beginning)
    for state in play_on(data, game):
        voided = rounds.void(state)
        chips = sorted(chip for bet in voided for chip in bet.chips_back)
        assert (sum(bet.paid_cents for bet in voided), chips) == put_up(state)
        assert {bet.result for bet in voided} == {"void"}


@lean
@given(beginnings(), st.data())
def test_voiding_what_is_open_leaves_what_is_decided(beginning, data):
    game, _ = rounds.start(*beginning)
    for state in play_on(data, game):
        before = rounds.settled_bets(state)
        for bet, after in zip(before, rounds.void_what_is_open(state), strict=True):
            if bet.result:
                assert after == bet
            else:
                assert after.result == "void"
                assert after.paid_cents == bet.stake.real_cents
                assert after.chips_back == bet.stake.golden


@lean
@given(beginnings(), st.data())
def test_replaying_the_actions_arrives_at_the_same_round(beginning, data):
    game, _ = rounds.start(*beginning)
    last = play_on(data, game)[-1]
    rules, shoe, bets = beginning
    assert rounds.replay(rules, shoe, bets, last.actions) == last


@lean
@given(beginnings(), st.data())
def test_stored_data_gives_the_same_round(beginning, data):
    rules, shoe, bets = beginning
    game, _ = rounds.start(rules, shoe, bets)
    for state in play_on(data, game):
        text = json.dumps(codec.encode_round(state, shoe))
        assert codec.decode_round(json.loads(text)) == state


@lean
@given(beginnings(), st.data())
def test_no_function_changes_the_round_or_the_shoe_it_is_given(beginning, data):
    rules, shoe, bets = beginning
    game, _ = rounds.start(rules, shoe, bets)
    assert shoe.position == 0
    while not rounds.is_over(game):
        twin = game.copy()
        after, _ = rounds.act(game, choose(data, game))
        rounds.void(game)
        public_view(game)
        assert game == twin
        assert after != game
        game = after


@lean
@given(beginnings(), st.data())
def test_whatever_is_not_legal_is_refused_and_changes_nothing(beginning, data):
    game, _ = rounds.start(*beginning)
    for state in play_on(data, game):
        hand = data.draw(st.sampled_from(("1", "2", "3", "1R", "1L", "2R", "9", "")))
        kind = data.draw(st.sampled_from((*sorted(KINDS), "fly")))
        if kind in state.legal().get(hand, ()):
            continue
        twin = state.copy()
        with pytest.raises(EngineRefusal) as refusal:
            rounds.act(state, Action(hand, kind, Stake(1)))
        assert refusal.value.code in (
            "round_over",
            "unknown_action",
            "unknown_hand",
            "offer_open",
            "not_your_turn",
            "action_not_legal",
        )
        assert state == twin


@lean
@given(beginnings(), st.data())
def test_a_wrong_added_stake_is_refused_and_changes_nothing(beginning, data):
    game, _ = rounds.start(*beginning)
    for state in play_on(data, game)[:-1]:
        action = choose(data, state)
        twin = state.copy()
        wrong = Stake((action.added.total_cents if action.added else 0) + 1)
        with pytest.raises(EngineRefusal, match="costs"):
            rounds.act(state, Action(action.hand, action.kind, wrong))
        assert state == twin


@lean
@given(beginnings(), st.data())
def test_a_round_always_waits_for_somebody_until_it_is_over(beginning, data):
    game, _ = rounds.start(*beginning)
    for state in play_on(data, game):
        hands = state.hands if is_duel(state.rules) else list(state.play.hands())
        waiting = any(hand.status == OPEN for hand in hands) or state.phase == "offers"
        assert bool(rounds.legal_actions(state)) == waiting == (not rounds.is_over(state))


@lean
@given(beginnings(blackjack_rules()), st.data())
def test_the_cards_of_a_round_are_the_first_of_its_shoe(beginning, data):
    rules, shoe, _ = beginning
    game, _ = rounds.start(*beginning)
    last = play_on(data, game)[-1]
    hands = [*last.play.hands(), last.play.dealer]
    dealt = sorted(card for hand in hands for card in hand.cards)
    used = last.play.shoe.position
    burnt = shoe.cards[:1] if rules.burn_card else ()
    assert sorted([*dealt, *burnt]) == sorted(shoe.cards[:used])


def shown_cards(view):
    hands = [*view["hands"], view["dealer"]]
    cards = [card for hand in hands for card in hand["cards"] if card]
    return sorted([*cards, *view["community"].values()])


@lean
@given(beginnings(), st.data())
def test_the_public_view_shows_exactly_the_cards_that_events_showed(beginning, data):
    game, events = rounds.start(*beginning)
    shown = [e.card for e in events if isinstance(e, CardDealt | CardTurned) and e.card is not None]
    while True:
        view = public_view(game)
        json.dumps(view)
        # In 21 Duel a community card is also shown in each hand that was joined to it.
        known = set(show_cards(shown).split())
        assert set(shown_cards(view)) == known
        if not is_duel(game.rules):
            assert shown_cards(view) == sorted(show_cards(shown).split())
        if rounds.is_over(game):
            break
        game, events = rounds.act(game, choose(data, game))
        shown += [
            e.card for e in events if isinstance(e, CardDealt | CardTurned) and e.card is not None
        ]


@lean
@given(beginnings(), st.data())
def test_the_hole_card_changes_nothing_that_shows_before_it_is_turned(beginning, data):
    """Another card in its place gives the same view and events, unless the dealer checks it."""
    rules, shoe, bets = beginning
    place = len(bets) if is_duel(rules) else 2 * len(bets) + 1 + rules.burn_card
    game, events = rounds.start(rules, shoe, bets)
    view = public_view(game)
    other_card = data.draw(st.sampled_from(DECK))
    cards = list(shoe.cards)
    cards[place] = other_card
    other, other_events = rounds.start(rules, Shoe(cards), bets)
    checked = any(isinstance(event, DealerChecked) for event in events)
    if None in view["dealer"]["cards"] and not checked:
        assert public_view(other) == view
        assert other_events == events


@lean
@given(beginnings())
def test_cards_still_in_the_shoe_change_nothing_that_shows(beginning):
    """Two shoes that differ only in cards not dealt yet give the same view and events."""
    rules, shoe, bets = beginning
    game, events = rounds.start(rules, shoe, bets)
    used = 2 * len(bets) + 4 if is_duel(rules) else game.play.shoe.position
    other, other_events = rounds.start(
        rules, Shoe((*shoe.cards[:used], *reversed(shoe.cards[used:]))), bets
    )
    assert public_view(other) == public_view(game)
    assert other_events == events
