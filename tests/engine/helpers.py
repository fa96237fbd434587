"""Short ways to deal scripted rounds in tests."""

from tables.engine import game as rounds
from tables.engine.actions import Action
from tables.engine.bets import BoxBets
from tables.engine.cards import parse_cards
from tables.engine.rules import BlackjackRules, preset, rules_from_json
from tables.engine.shoe import Shoe
from tables.engine.stake import Stake


def deal(name, cards, *stakes, **overrides):
    """A round with one bet of real cents (or a ``Stake``) on each of the first boxes."""
    rules = rules_from_json(preset(name), overrides)
    bets = [
        BoxBets(box, stake if isinstance(stake, Stake) else Stake(stake))
        for box, stake in enumerate(stakes, start=1)
    ]
    game, _ = rounds.start(rules, Shoe(parse_cards(cards)), bets)
    return game


def blackjack_rules(name, **overrides) -> BlackjackRules:
    """A blackjack preset with some rules set anew."""
    rules = rules_from_json(preset(name), overrides)
    assert isinstance(rules, BlackjackRules)
    return rules


def play(game, *actions):
    """Actions as ``"1:hit"``, priced without limits."""
    for action in actions:
        hand, kind = action.split(":")
        game, _ = rounds.act(game, Action(hand, kind, rounds.price(game, hand, kind)))
    return game


def results(game):
    """``{position: (result, paid cents)}``."""
    return {bet.position: (bet.result, bet.paid_cents) for bet in rounds.settled_bets(game)}
