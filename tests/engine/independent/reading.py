"""Reading a scenario: its rules, its bets and what the players have left."""

from dataclasses import dataclass
from typing import Any

from tests.engine.independent.cards import RANKS, SUITS
from tests.engine.independent.errors import Refused
from tests.engine.independent.money import Bet, Purse, Stake, cents
from tests.engine.independent.presets import PRESETS

_EVERYWHERE = {"preset", "rules", "limits", "shoe", "golden_rules", "expect"}
_PRIVATE = {"bets", "wallet", "actions"}
_LIVE = {"players", "decisions"}


def known(given: dict[str, Any], keys: set[str]) -> None:
    if not isinstance(given, dict):
        raise Refused("an object is expected")
    if unknown := set(given) - keys:
        raise Refused(f"unknown: {sorted(unknown)}")


def read_rules(scenario: dict[str, Any]) -> dict[str, Any]:
    preset = scenario.get("preset")
    if preset not in PRESETS:
        raise Refused(f"no such preset: {preset}")
    known(scenario, _EVERYWHERE | (_LIVE if preset == "majority" else _PRIVATE))
    overrides: dict[str, Any] = scenario.get("rules", {})
    known(overrides, set(PRESETS[preset]))
    return PRESETS[preset] | overrides


class Shoe:
    def __init__(self, text: object) -> None:
        if not isinstance(text, str):
            raise Refused("the shoe is a line of cards")
        self.cards = text.split()
        for card in self.cards:
            if len(card) != 2 or card[0] not in RANKS or card[1] not in SUITS:
                raise Refused(f"no such card: {card}")

    def draw(self) -> str:
        if not self.cards:
            raise Refused("the shoe holds too few cards")
        return self.cards.pop(0)


@dataclass
class Placed:
    """All that one player put on one box (or seat)."""

    player: str
    box: str
    main: Bet
    sides: dict[str, Bet]

    def bets(self) -> list[Bet]:
        return [self.main, *self.sides.values()]


def read_placed(player: str, box: str, given: dict[str, Any], rules: dict[str, Any]) -> Placed:
    """`{"main": …, "sides": …, "golden": …}` as bets of `player` on `box`."""
    golden = given.get("golden", [])
    if isinstance(golden, list):
        golden = {"main": golden}
    sides = given.get("sides", {})
    names = set(rules["side_pays"])
    known(sides, names)
    real = {"main": given["main"], **sides}
    known(golden, {"main"} | names)
    stakes: dict[str, Stake] = {}
    for name in [*real, *(name for name in golden if name not in real)]:
        chips = [cents(chip) for chip in golden.get(name, [])]
        stakes[name] = Stake(cents(real.get(name, "0.00")), chips)
        if 0 in chips or stakes[name].whole == 0:
            raise Refused(f"no bet on {name}")
    made = {name: Bet(player, f"{box}:{name}", stake) for name, stake in stakes.items()}
    return Placed(player, box, made.pop("main"), made)


def check_limits(placed: list[Placed], limits: dict[str, Any], rules: dict[str, Any]) -> None:
    """Refuse what one player bet outside the limits, real and golden counted together."""
    known(limits, {"main", "round"} | set(rules["side_pays"]))
    amounts: list[tuple[str, int]] = []
    for each in placed:
        amounts.append(("main", each.main.stake.whole))
        amounts += [(name, bet.stake.whole) for name, bet in each.sides.items()]
    amounts.append(("round", sum(bet.stake.whole for each in placed for bet in each.bets())))
    for name, amount in amounts:
        if name in limits:
            least, most = (cents(text) for text in limits[name])
            if not least <= amount <= most:
                raise Refused(f"{name} is outside the limits")


def read_purse(
    funds: dict[str, Any] | None, golden_rules: dict[str, Any], placed: list[Placed]
) -> Purse:
    """What is left after the bets; refuses bets against the golden-chip switches."""
    known(golden_rules, {"max_per_round", "mixed", "on_actions"})
    purse = Purse(real=None, chips=[], **golden_rules)
    if funds is not None:
        purse.real = cents(funds["real"]) if "real" in funds else None
        purse.chips = [cents(chip) for chip in funds.get("golden", [])]
    for each in placed:
        for bet in each.bets():
            purse.chips_used += len(bet.stake.chips)
            if bet.stake.chips and bet.stake.real and not purse.mixed:
                raise Refused("real money and golden chips may not be mixed")
    if purse.max_per_round is not None and purse.chips_used > purse.max_per_round:
        raise Refused("too many golden chips in this round")
    return purse
