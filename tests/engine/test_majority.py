"""Players on a live table: refusals, and money for any votes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.engine.bets import BoxBets
from tables.engine.cards import parse_cards
from tables.engine.errors import EngineRefusal
from tables.engine.live import waiting_hands
from tables.engine.majority import MajorityRound, SeatedPlayer
from tables.engine.rng import shuffled_deck
from tables.engine.shoe import Shoe
from tables.engine.stake import Funds, Stake
from tests.engine import strategies
from tests.engine.helpers import blackjack_rules
from tests.engine.strategies import seeds, stakes
from tests.engine.test_properties import lean


def stands(_hand, _up, _legal):
    return "stand"


def player(name, *seats, auto=False, real=None, insurance=False):
    bets = tuple(BoxBets(seat, Stake(1000)) for seat in seats or (1,))
    return SeatedPlayer(name, bets, auto, Funds(real), insurance)


THREE = (player("ann"), player("bob"), player("cid"))


def seated(cards, players=THREE, chart=stands):
    return MajorityRound(blackjack_rules("majority"), Shoe(parse_cards(cards)), players, chart)


def refused(game, hand, votes):
    with pytest.raises(EngineRefusal) as refusal:
        game.decide(hand, votes)
    return refusal.value.code, refusal.value.data


def test_only_who_holds_the_hand_votes_on_it():
    game = seated("8S 6D 8H TH 3D 2C TD 5C")
    assert game.decide("1", {"ann": "split", "bob": "split"}) == "split"
    game.decide("1R", {"cid": "stand"})
    assert refused(game, "1L", {"cid": "hit"}) == (
        "vote_not_entitled",
        {"player": "cid", "hand": "1L"},
    )


def test_votes_must_be_of_known_players_for_legal_actions():
    game = seated("8S 6D 9H TH")
    assert refused(game, "1", {"eve": "hit"})[0] == "unknown_player"
    assert refused(game, "1", {"ann": "split"})[0] == "action_not_legal"
    assert refused(game, "2", {"ann": "hit"})[0] == "unknown_hand"


def test_a_vote_is_legal_by_the_cards_whatever_anybodys_funds():
    game = seated("6S 6D 5H TC 9C 8C", [player(name, real=0) for name in "abc"])
    assert game.decide("1", {"a": "double"}) == "double"
    assert [bet.stake for bet in game.settled("a")] == [Stake(1000)]


def test_hands_are_decided_in_their_order():
    game = seated("8S 6D 8H TH 3D 2C TD 5C")
    game.decide("1", {"ann": "split", "bob": "split"})
    assert refused(game, "1L", {"ann": "hit"}) == ("not_your_turn", {"hand": "1L", "turn": "1R"})


def test_a_best_strategy_seat_takes_no_votes():
    game = seated("8S 8S 6D 9H 9H TC", [*THREE, player("dan", 2)])
    assert refused(game, "2", {"dan": "hit"}) == ("seat_does_not_vote", {"seat": 2})


def test_a_finished_round_takes_no_votes():
    game = seated("8S 6D 9H TC 8C")
    game.decide("1", {"ann": "stand"})
    assert refused(game, "1", {"ann": "stand"})[0] == "round_over"


def test_without_a_chart_a_tie_cannot_be_decided():
    game = seated("8S 6D 9H TC 8C", chart=None)
    assert refused(game, "1", {}) == ("chart_missing", {"hand": "1"})
    assert game.decide("1", {"ann": "stand"}) == "stand"


def test_insurance_that_cannot_be_paid_is_refused():
    poor = player("ann", 1, 2, real=999, insurance=True)
    with pytest.raises(EngineRefusal) as refusal:
        seated("TS TH AD 9H 8H KD", [poor])
    assert refusal.value.data == {"needed_cents": 1000, "held_cents": 999}


@lean
@given(strategies.blackjack_rules("majority"), seeds, st.data())
def test_no_money_is_made_or_lost_whatever_the_votes(rules, seed, data):
    names = ("ann", "bob", "cid", "dan")
    players = [
        SeatedPlayer(
            name,
            tuple(
                BoxBets(seat, data.draw(stakes), {"dealer_pair": data.draw(stakes)})
                for seat in sorted(data.draw(st.sets(st.sampled_from((1, 2)), min_size=1)))
            ),
            data.draw(st.booleans()),
            Funds(data.draw(st.sampled_from((0, 500, 5000))), (100, 500)),
        )
        for name in names
    ]
    shoe = Shoe(shuffled_deck(seed, rules.decks))
    game = MajorityRound(rules, shoe, players, lambda _hand, _up, legal: legal[-1])
    while waiting := waiting_hands(game.live):
        hand = data.draw(st.sampled_from(sorted(waiting)))
        holders = [name for name in names if hand in game.stakes[name].base]
        votes = st.sampled_from(waiting[hand])
        game.decide(hand, {name: data.draw(votes) for name in holders[1:]})
    for each in players:
        held = game.stakes[each.name]
        bets = game.settled(each.name)
        before = sum(stake.total_cents for box in each.seats for _, stake in box.positions())
        assert each.funds.real_cents is not None
        assert held.funds.real_cents is not None
        spent = each.funds.real_cents - held.funds.real_cents
        chips = sum(each.funds.golden) - sum(held.funds.golden)
        assert sum(bet.stake.total_cents for bet in bets) == before + spent + chips
        assert spent >= 0
        assert all(bet.result in ("win", "lose", "push", "blackjack") for bet in bets)
