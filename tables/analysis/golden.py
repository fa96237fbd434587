"""What a golden chip costs the house in cash, by the position it is bet on.

A chip that wins pays its gain and is gone; a push gives it back (rules of the games, section 5). So
it is worth less than its face: the value of a chip is the cash it wins until it is used up,

    V = E[cash won in a round] / E[chips used up in a round],

under the play that makes this the most. A play is worth E[cash − V · chips used up], and V is where
the best play is worth nothing. In units of V a win is worth 1/V and not the stake beside it, a push
the stake and a loss nothing: plain blackjack with another gain of a win, whose best play and net
result are exact (``blackjack``), and V is the root of that net result.

Where chips are put up for added stakes, they are counted with what they win. Where they are not, a
chip's own hand alone counts: added stakes are real money, whose return is no cost of a bonus.
Surrender gives a chip nothing and is left out. Pairs are counted as split once, whatever the table
allows. A side bet always uses its chip up: it costs what it wins in the mean.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Final

from tables.analysis.blackjack import Game, best_strategy, plain_fields
from tables.analysis.duel import DuelPays, analyse_duel
from tables.analysis.field import Field
from tables.analysis.sidebets import side_return
from tables.engine.bets import MAIN
from tables.engine.rules import BlackjackRules, DuelRules, Rules, rules_to_json
from tables.engine.stake import GoldenRules

EXACT: Final = 1e-12
"""A net result this small is nothing."""

MOST_STEPS: Final = 50
_KEPT: Final = 64


def chip_costs(rules: Rules, golden_rules: GoldenRules) -> Mapping[str, float]:
    """The mean cash that a chip costs, per unit of its value: by position, ``main`` first.

    ``{"main": 0.47…, "21+3": 0.88…}``; empty where golden chips are not taken.
    """
    if not golden_rules.allowed:
        return {}
    added = golden_rules.on_actions and golden_rules.max_per_round != 1
    if isinstance(rules, DuelRules):
        main = _duel_cost(rules.decks, added)
    else:
        main = _blackjack_cost(_key(rules), added)
    sides = {
        name: side.per_staked - sum(side.chances.values())
        for name, pays in rules.side_pays.items()
        for side in (side_return(name, rules.decks, pays),)
    }
    return {MAIN: main, **sides}


def _key(rules: BlackjackRules) -> str:
    """The rules that touch the value of a chip on one box, as text."""
    plain = BlackjackRules()
    main = replace(
        rules,
        boxes=plain.boxes,
        burn_card=plain.burn_card,
        cut_card_at=plain.cut_card_at,
        insurance_offered=plain.insurance_offered,
        late_surrender=False,
        majority_threshold=plain.majority_threshold,
        max_hands=min(rules.max_hands, 2),
        shuffle=plain.shuffle,
        side_pays={},
    )
    return json.dumps(rules_to_json(main), sort_keys=True)


@lru_cache(maxsize=_KEPT)
def _blackjack_cost(key: str, added: bool) -> float:
    rules = BlackjackRules(**json.loads(key))
    base, after_split = plain_fields(rules)

    def net(value: float) -> float:
        game = Game(rules, (_for_chips(base, value, added), _for_chips(after_split, value, added)))
        return game.returns(best_strategy(game)).net * value

    return _root(net)


def _for_chips(field: Field, value: float, added: bool) -> Field:
    return replace(field, gain=1 / value, kept=0.0, first_stake_only=not added)


@lru_cache(maxsize=_KEPT)
def _duel_cost(decks: int, added: bool) -> float:
    def net(value: float) -> float:
        both = 2 if added else 1
        pays = DuelPays(
            fold=-value,
            lost=-both * value,
            ante_only=1 - value,
            won=both * (1 - value),
        )
        return analyse_duel(decks, pays)[1].net

    return _root(net)


def _root(net: Callable[[float], float]) -> float:
    """Where a falling convex function is nothing, by the secant through its last two points.

    It consists of straight pieces, one for each best play; on the last piece the root is exact.
    """
    before, here = 0.4, 0.5
    net_before, net_here = net(before), net(here)
    for _ in range(MOST_STEPS):
        if abs(net_here) < EXACT or net_here == net_before:
            return here
        step = net_here * (here - before) / (net_here - net_before)
        before, net_before = here, net_here
        here -= step
        net_here = net(here)
    raise ArithmeticError("The value of a chip was not found.")
