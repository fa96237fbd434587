"""Scripted rounds of a live table: players, seats and votes in place of bets and actions."""

from collections.abc import Callable
from typing import Any

from tables.engine.bets import BoxBets, check_bets
from tables.engine.errors import EngineRefusal
from tables.engine.live import Chart, waiting_hands
from tables.engine.majority import MajorityRound, SeatedPlayer
from tables.engine.rules import BlackjackRules
from tables.engine.scenario_input import (
    bad_format,
    read_box,
    read_funds,
    read_golden_rules,
    read_limits,
    read_list,
    read_object,
    read_shoe,
    read_switch,
    read_text,
)
from tables.engine.scenario_output import bet_report, dealer_report, hand_report, net_report

ChartOf = Callable[[BlackjackRules], Chart]
"""Makes the chart of some rules: where it comes from is not the engine's business."""


def play_live_scenario(
    data: dict[str, Any], rules: BlackjackRules, chart_of: ChartOf | None
) -> dict[str, Any]:
    """Play a scripted live round to its end. Raises ``EngineRefusal`` for whatever it breaks."""
    players = [_read_player(item) for item in read_list(data.get("players"), "players")]
    names = [player.name for player in players]
    if len(set(names)) < len(names):
        raise bad_format("players", "two players have the same name")
    limits = read_limits(data.get("limits"), rules)
    golden_rules = read_golden_rules(data.get("golden_rules"))
    for player in players:
        check_bets(rules, player.seats, limits, golden_rules)
    chart = None if chart_of is None else _Lazily(chart_of, rules)
    game = MajorityRound(rules, read_shoe(data, rules), players, chart, golden_rules)
    for item in read_list(data.get("decisions", []), "decisions"):
        decision = read_object(item, "decisions", ("seat", "votes"))
        votes = decision.get("votes")
        if not isinstance(votes, dict):
            raise bad_format("decisions.votes", "must be an object")
        for name, kind in votes.items():
            read_text(kind, f"decisions.votes.{name}")
        game.decide(read_text(decision.get("seat"), "decisions.seat"), votes)
    for hand, legal in waiting_hands(game.live).items():
        raise EngineRefusal("round_not_over", hand=hand, legal=", ".join(legal))
    return _report(game)


class _Lazily:
    """A chart that is worked out when the first decision needs it."""

    def __init__(self, chart_of: ChartOf, rules: BlackjackRules) -> None:
        self._chart_of = chart_of
        self._rules = rules
        self._chart: Chart | None = None

    def __call__(self, *question: Any) -> str:
        if self._chart is None:
            self._chart = self._chart_of(self._rules)
        return self._chart(*question)


def _read_player(data: Any) -> SeatedPlayer:
    known = ("name", "auto_actions", "real", "golden", "seats", "insurance")
    item = read_object(data, "players", known)
    name = read_text(item.get("name"), "players.name")
    if not name:
        raise bad_format("players.name", "must not be empty")
    where = f"players.{name}"
    seats = read_object(item.get("seats"), f"{where}.seats", ("1", "2"))
    return SeatedPlayer(
        name,
        tuple(_read_seat(seat, seats[seat], f"{where}.seats") for seat in sorted(seats)),
        read_switch(item.get("auto_actions"), f"{where}.auto_actions"),
        read_funds({key: item[key] for key in ("real", "golden") if key in item}, where),
        read_switch(item.get("insurance", False), f"{where}.insurance"),
    )


def _read_seat(seat: str, data: Any, where: str) -> BoxBets:
    return read_box(int(seat), read_object(data, where, ("main", "sides", "golden")))


def _report(game: MajorityRound) -> dict[str, Any]:
    play = game.live.play
    bets = {name: game.settled(name) for name in game.stakes}
    return {
        "dealer": dealer_report(play.dealer, blackjack=play.dealer_blackjack),
        "hands": [hand_report(hand) for hand in play.hands()],
        "bets": [bet_report(name, bet) for name, of_name in bets.items() for bet in of_name],
        "net": {name: net_report(of_name) for name, of_name in bets.items()},
    }
