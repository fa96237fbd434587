"""A round of the shared table: votes, following, insurance per player."""

from collections import Counter
from typing import Any

from tests.engine.independent.errors import Refused, Unanswered
from tests.engine.independent.money import Purse
from tests.engine.independent.presets import Chart
from tests.engine.independent.reading import (
    Placed,
    Shoe,
    check_limits,
    known,
    read_placed,
    read_purse,
)
from tests.engine.independent.table import Hand, Table

_PLAYER_KEYS = {"name", "auto_actions", "real", "golden", "seats", "insurance"}
_SEAT_KEYS = {"main", "sides", "golden"}


class Round:
    """The table, who follows by himself, and the decisions still to come."""

    def __init__(self, scenario: dict[str, Any], rules: dict[str, Any], chart: Chart) -> None:
        self.rules = rules
        self.chart = chart
        self.decisions = list(scenario.get("decisions", []))
        self.auto: dict[str, bool] = {}
        self.insured: list[str] = []
        purses: dict[str, Purse] = {}
        placed: list[Placed] = []
        for player in scenario["players"]:
            known(player, _PLAYER_KEYS)
            name = player["name"]
            if name in purses:
                raise Refused(f"two players are named {name}")
            mine = self._read_seats(player)
            check_limits(mine, scenario.get("limits", {}), rules)
            purses[name] = read_purse(player, scenario.get("golden_rules", {}), mine)
            self.auto[name] = player["auto_actions"]
            if player.get("insurance", False):
                self.insured.append(name)
            placed += mine
        if not placed:
            raise Refused("no bet")
        self.table = Table(rules, Shoe(scenario["shoe"]), placed, purses)

    def _read_seats(self, player: dict[str, Any]) -> list[Placed]:
        if not player["seats"]:
            raise Refused(f"{player['name']} bets on no seat")
        for seat, given in player["seats"].items():
            known(given, _SEAT_KEYS)
            if seat not in [str(box) for box in range(1, self.rules["boxes"] + 1)]:
                raise Refused(f"no such seat: {seat}")
        return [
            read_placed(player["name"], seat, given, self.rules)
            for seat, given in player["seats"].items()
        ]

    def play(self) -> Table:
        table = self.table
        table.deal()
        for each in table.placed:
            if each.player in self.insured and table.insurance_price(each.main):
                table.insure(each.box, each.main)
        table.check_for_blackjack()
        voting = [box for box in table.boxes if self._votes(box)]
        for box in table.boxes:
            while box not in voting and (hand := table.to_play(box)):
                self.fall(hand, self.best(hand), [])
        while any(table.to_play(box) for box in voting):
            self.decide(voting)
        if self.decisions:
            raise Refused(f"left over: {self.decisions}")
        table.play_dealer()
        table.settle()
        return table

    def _votes(self, box: str) -> bool:
        players = sum(1 for each in self.table.placed if each.box == box)
        return players >= int(self.rules["majority_threshold"])

    def decide(self, voting: list[str]) -> None:
        """Take the next decision of the script and let it fall."""
        waiting = [hand for box in voting if (hand := self.table.to_play(box))]
        if not self.decisions:
            hand = waiting[0]
            raise Unanswered(hand.name, self.table.legal(hand), list(hand.mains))
        decision = self.decisions.pop(0)
        known(decision, {"seat", "votes"})
        votes = decision["votes"]
        hands = [hand for hand in waiting if hand.name == decision["seat"]]
        if not hands:
            raise Refused(f"{decision['seat']} has nothing to decide")
        hand = hands[0]
        for name, action in votes.items():
            if name not in hand.mains or action not in self.table.legal(hand):
                raise Refused(f"{name} cannot vote {action} on {hand.name}")
        self.fall(hand, self.count(hand, votes), list(votes))

    def count(self, hand: Hand, votes: dict[str, str]) -> str:
        """The action with most votes; the chart's where several have most, or none has any."""
        ranking = Counter(votes.values()).most_common()
        if not ranking or (len(ranking) > 1 and ranking[0][1] == ranking[1][1]):
            return self.best(hand)
        return ranking[0][0]

    def best(self, hand: Hand) -> str:
        return self.chart(self.rules, hand.cards, self.table.dealer[0], self.table.legal(hand))

    def fall(self, hand: Hand, action: str, voters: list[str]) -> None:
        payers = []
        if action in ("double", "split"):
            payers = [
                player
                for player, main in hand.mains.items()
                if (self.auto[player] or player in voters)
                and self.table.purses[player].can_add_to(main.stake)
            ]
        self.table.act(hand, action, payers)
