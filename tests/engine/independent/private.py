"""A private round: one player, his actions in order, on any of the boxes."""

from typing import Any

from tests.engine.independent import cards as pips
from tests.engine.independent.errors import Refused, Unanswered
from tests.engine.independent.money import Bet, Purse
from tests.engine.independent.reading import (
    Placed,
    Shoe,
    check_limits,
    known,
    read_placed,
    read_purse,
)
from tests.engine.independent.table import Table

PLAYER = "player"


class Script:
    """The actions of a scenario, taken one by one."""

    def __init__(self, actions: list[str]) -> None:
        self.actions = list(actions)

    def take(self, hand: str, legal: list[str]) -> str:
        if not self.actions:
            raise Unanswered(hand, legal)
        named, _, action = self.actions.pop(0).partition(":")
        if named != hand or action not in legal:
            raise Refused(f"{named}:{action}, but hand {hand} waits for one of {legal}")
        return action

    def take_for_any(self, waiting: dict[str, list[str]]) -> tuple[str, str]:
        """The next action where several boxes wait at once."""
        named = self.actions[0].partition(":")[0] if self.actions else ""
        hand = named if named in waiting else min(waiting)
        return hand, self.take(hand, waiting[hand])

    def end(self) -> None:
        if self.actions:
            raise Refused(f"left over: {self.actions}")


def read_boxes(
    scenario: dict[str, Any], rules: dict[str, Any]
) -> tuple[list[Placed], Purse, Script]:
    placed: dict[int, Placed] = {}
    for given in scenario["bets"]:
        known(given, {"box", "main", "sides", "golden"})
        box = given["box"]
        if not isinstance(box, int) or not 1 <= box <= rules["boxes"] or box in placed:
            raise Refused(f"no bet can be placed on box {box}")
        placed[box] = read_placed(PLAYER, str(box), given, rules)
    if not placed:
        raise Refused("no bet")
    in_order = [placed[box] for box in sorted(placed)]
    check_limits(in_order, scenario.get("limits", {}), rules)
    purse = read_purse(scenario.get("wallet"), scenario.get("golden_rules", {}), in_order)
    return in_order, purse, Script(scenario.get("actions", []))


def play_private(scenario: dict[str, Any], rules: dict[str, Any]) -> Table:
    placed, purse, script = read_boxes(scenario, rules)
    table = Table(rules, Shoe(scenario["shoe"]), placed, {PLAYER: purse})
    table.deal()
    answer_offers(table, script)
    table.check_for_blackjack()
    for box in table.boxes:
        while hand := table.to_play(box):
            action = script.take(hand.name, table.legal(hand))
            table.act(hand, action, [PLAYER])
    script.end()
    table.play_dealer()
    table.settle()
    return table


def answer_offers(table: Table, script: Script) -> None:
    """Insurance, or even money in its place, box by box."""
    waiting: dict[str, list[str]] = {}
    for hand in table.hands():
        offer = offered(table, hand.cards, hand.mains[PLAYER])
        if offer:
            waiting[hand.name] = [offer, "no"]
    while waiting:
        box, answer = script.take_for_any(waiting)
        del waiting[box]
        hand = table.boxes[box][0]
        if answer == "even_money":
            hand.ended = "even_money"
        elif answer == "insurance":
            table.insure(box, hand.mains[PLAYER])


def offered(table: Table, cards: list[str], main: Bet) -> str | None:
    if table.dealer[0][0] != "A":
        return None
    if table.rules["even_money_offered"] and pips.is_blackjack(cards):
        return "even_money"
    return "insurance" if table.insurance_price(main) else None
