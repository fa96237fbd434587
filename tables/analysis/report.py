"""Everything that is exactly known about a rule set, worked out once and kept."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from tables.analysis.blackjack import Game, best_strategy
from tables.analysis.chart import Chart
from tables.analysis.charting import find_chart
from tables.analysis.duel import DuelChart, analyse_duel
from tables.analysis.returns import Returns
from tables.analysis.sidebets import SideReturn, side_return
from tables.engine.rules import BlackjackRules, DuelRules, Rules, rules_to_json

_KEPT = 64  # rule sets; each holds a chart and a few numbers

Method = Literal["exact", "exact_resplit", "exact_duel"]
"""``exact``: split once. ``exact_resplit``: one plan for all hands of a split (``splits``)."""


@dataclass(frozen=True)
class Analysis:
    """The main game under best play and under the chart, and every side bet by its name.

    At 21 Duel the chart holds the optimal play itself, so both returns are the same.
    """

    optimal: Returns
    chart_returns: Returns
    chart: Chart | DuelChart
    sides: Mapping[str, SideReturn]
    method: Method


def report(rules: Rules) -> Analysis:
    """The analysis of a fresh shoe under ``rules``; a rule set seen lately costs nothing."""
    sides = {name: side_return(name, rules.decks, pays) for name, pays in rules.side_pays.items()}
    if isinstance(rules, DuelRules):
        play, returns = _duel(rules.decks)
        return Analysis(returns, returns, play, sides, "exact_duel")
    main = _blackjack(_key(rules))
    method: Method = "exact" if rules.max_hands == 2 else "exact_resplit"
    return Analysis(main.optimal, main.chart_returns, main.chart, sides, method)


def chart(rules: BlackjackRules) -> Chart:
    """What Best Strategy plays under ``rules``."""
    return _blackjack(_key(rules)).chart


def duel_chart(rules: DuelRules) -> DuelChart:
    """The optimal play of 21 Duel under ``rules``."""
    return _duel(rules.decks)[0]


@dataclass(frozen=True)
class _Main:
    optimal: Returns
    chart_returns: Returns
    chart: Chart


def _key(rules: BlackjackRules) -> str:
    """The rules that touch one box's main game, as text: tables that differ in others share it."""
    plain = BlackjackRules()
    main = replace(
        rules,
        boxes=plain.boxes,
        burn_card=plain.burn_card,
        cut_card_at=plain.cut_card_at,
        insurance_offered=plain.insurance_offered,
        majority_threshold=plain.majority_threshold,
        shuffle=plain.shuffle,
        side_pays={},
    )
    return json.dumps(rules_to_json(main), sort_keys=True)


@lru_cache(maxsize=_KEPT)
def _blackjack(key: str) -> _Main:
    game = Game(BlackjackRules(**json.loads(key)))
    best = best_strategy(game)
    found, by_chart = find_chart(game, best)
    return _Main(game.returns(best), by_chart, found)


_duel = lru_cache(maxsize=_KEPT)(analyse_duel)
