"""From a scenario's input to its output."""

from typing import Any

from tests.engine.independent import cards as pips
from tests.engine.independent.duel import Duel
from tests.engine.independent.errors import Refused
from tests.engine.independent.live import Round
from tests.engine.independent.money import Bet, euro
from tests.engine.independent.presets import Chart
from tests.engine.independent.private import play_private
from tests.engine.independent.reading import read_rules


def no_chart(*_: object) -> str:
    raise Refused("Best Strategy is asked and there is no chart")


def play(scenario: dict[str, Any], chart: Chart = no_chart) -> dict[str, Any]:
    """Play one scripted round and give dealer, hands, bets and net; amounts as strings.

    `chart(rules, cards, up_card, legal_actions)` names the action of Best Strategy. Raises
    `Refused` for whatever breaks a rule, `Unanswered` where the script ends too early.
    """
    rules = read_rules(scenario)
    if scenario["preset"] == "duel":
        duel = Duel(scenario, rules)
        duel.play()
        return output(duel.dealer, [hand.row() for hand in duel.boxes], duel.bets(), False)
    if scenario["preset"] == "majority":
        table = Round(scenario, rules, chart).play()
    else:
        table = play_private(scenario, rules)
    blackjack = pips.is_blackjack(table.dealer)
    return output(table.dealer, [hand.row() for hand in table.hands()], table.bets(), blackjack)


def output(
    dealer: list[str], hands: list[dict[str, Any]], bets: list[Bet], blackjack: bool
) -> dict[str, Any]:
    net: dict[str, int] = {}
    for bet in bets:
        staked = bet.stake.real + bet.added.real
        net[bet.player] = net.get(bet.player, 0) + bet.paid - staked
    return {
        "dealer": {
            "cards": " ".join(dealer),
            "total": pips.total(dealer),
            "blackjack": blackjack,
        },
        "hands": hands,
        "bets": [bet.row() for bet in bets],
        "net": {player: euro(amount) for player, amount in net.items()},
    }
