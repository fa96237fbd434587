"""Scripted rounds: what the rules give for exactly these cards, in memory.

``play_scenario`` reads one JSON object and returns another:

- in: ``preset``, ``rules`` (overrides), ``limits`` (least and most by position, and ``round``),
  ``shoe`` (cards as they leave it), ``bets`` (``box``, ``main``, ``sides``, ``golden``), ``wallet``
  (what is left for added stakes), ``golden_rules``, ``actions`` (``"HAND:ACTION"``), ``expect``;
  a live table has ``players`` and ``decisions`` in place of bets, wallet and actions;
- out: ``dealer``, ``hands``, ``bets``, ``net``. Amounts are strings with two decimals.
"""

from typing import Any

from tables.engine import game as rounds
from tables.engine.actions import Action
from tables.engine.bets import check_bets, check_reserve
from tables.engine.duel import DuelRound
from tables.engine.errors import EngineRefusal
from tables.engine.rules import BlackjackRules, Rules
from tables.engine.scenario_input import (
    bad_format,
    read_actions,
    read_bets,
    read_funds,
    read_golden_rules,
    read_limits,
    read_object,
    read_rules,
    read_shoe,
)
from tables.engine.scenario_live import ChartOf, play_live_scenario
from tables.engine.scenario_output import bet_report, dealer_report, hand_report, net_report

COMMON = ("preset", "rules", "limits", "shoe", "golden_rules", "expect")
PRIVATE = ("bets", "wallet", "actions")
LIVE = ("players", "decisions")
PLAYER = "player"


def play_scenario(data: Any, chart_of: ChartOf | None = None) -> dict[str, Any]:
    """Play one scripted round to its end. Raises ``EngineRefusal`` for whatever it breaks.

    ``chart_of`` gives Best Strategy its chart; a live round that needs none does without.
    """
    read_object(data, "scenario", (*COMMON, *PRIVATE, *LIVE))
    if not isinstance(data.get("expect", {}), dict):
        raise bad_format("expect", "must be an object")
    rules = read_rules(data)
    if isinstance(rules, BlackjackRules) and rules.is_live:
        read_object(data, "scenario", (*COMMON, *LIVE))
        return play_live_scenario(data, rules, chart_of)
    read_object(data, "scenario", (*COMMON, *PRIVATE))
    return _play_private(data, rules)


def _play_private(data: dict[str, Any], rules: Rules) -> dict[str, Any]:
    bets = read_bets(data.get("bets"))
    golden_rules = read_golden_rules(data.get("golden_rules"))
    funds = read_funds(data.get("wallet"), "wallet")
    check_bets(rules, bets, read_limits(data.get("limits"), rules), golden_rules)
    check_reserve(rules, bets, funds, golden_rules)
    game, _ = rounds.start(rules, read_shoe(data, rules), bets)
    for hand, kind in read_actions(data.get("actions", [])):
        added = rounds.price(game, hand, kind, funds, golden_rules)
        if added is not None:
            funds = funds.less(added)
        game, _ = rounds.act(game, Action(hand, kind, added))
    for hand, legal in game.legal().items():
        raise EngineRefusal("round_not_over", hand=hand, legal=", ".join(legal))
    return _report(game)


def _report(game: rounds.Round) -> dict[str, Any]:
    bets = rounds.settled_bets(game)
    if isinstance(game, DuelRound):
        dealer, hands, blackjack = game.dealer, game.hands, False
    else:
        play = game.play
        dealer, hands, blackjack = play.dealer, list(play.hands()), play.dealer_blackjack
    return {
        "dealer": dealer_report(dealer, blackjack=blackjack),
        "hands": [hand_report(hand) for hand in hands],
        "bets": [bet_report(PLAYER, bet) for bet in bets],
        "net": {PLAYER: net_report(bets)},
    }
