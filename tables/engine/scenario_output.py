"""What a scripted round reports, and where a report differs from what was expected."""

from collections.abc import Iterable
from typing import Any

from tables.engine.cards import show_cards
from tables.engine.hand import Hand
from tables.engine.scenario_input import show_amount
from tables.engine.settlement import Bet


def dealer_report(dealer: Hand, *, blackjack: bool) -> dict[str, Any]:
    """``cards``, ``total`` and ``blackjack`` of the dealer's cards that were shown."""
    return {
        "cards": show_cards(dealer.cards),
        "total": dealer.total,
        "blackjack": blackjack,
    }


def hand_report(hand: Hand) -> dict[str, Any]:
    """``hand``, ``cards``, ``total`` and ``result``."""
    return {
        "hand": hand.name,
        "cards": show_cards(hand.cards),
        "total": hand.total,
        "result": hand.status,
    }


def bet_report(player: str, bet: Bet) -> dict[str, Any]:
    """One position of one player."""
    return {
        "player": player,
        "position": bet.position,
        "real": show_amount(bet.stake.real_cents),
        "golden": show_amount(bet.stake.golden_cents),
        "paid": show_amount(bet.paid_cents),
        "golden_returned": show_amount(sum(bet.chips_back)),
        "result": bet.result,
    }


def net_report(bets: Iterable[Bet]) -> str:
    """All that was paid less all real stakes."""
    return show_amount(sum(bet.paid_cents - bet.stake.real_cents for bet in bets))


def differences(expected: Any, found: Any, where: str = "") -> list[str]:
    """Where ``found`` is not what was expected, in words.

    Of an object only the expected keys are compared. Hands and bets are found by their names
    (``hand``, ``player`` and ``position``), so that a scenario may name only those it is about.
    """
    if isinstance(expected, dict) and isinstance(found, dict):
        lines = []
        for key, value in expected.items():
            place = f"{where}.{key}" if where else key
            if key in found:
                lines += differences(value, found[key], place)
            else:
                lines.append(f"{place}: expected {value!r}, found nothing")
        return lines
    if isinstance(expected, list) and isinstance(found, list) and expected:
        lines = []
        for item in expected:
            name, match = _same_item(item, found)
            place = f"{where}[{name}]"
            if match is None:
                lines.append(f"{place}: expected {item!r}, found nothing")
            else:
                lines += differences(item, match, place)
        return lines
    return [] if expected == found else [f"{where}: expected {expected!r}, found {found!r}"]


def _same_item(item: Any, found: list[Any]) -> tuple[str, Any]:
    """The item of ``found`` with the same name, under that name."""
    if not isinstance(item, dict):
        return str(item), item if item in found else None
    names = {key: item[key] for key in ("hand", "player", "position") if key in item}
    for candidate in found:
        if all(candidate.get(key) == value for key, value in names.items()):
            return " ".join(str(value) for value in names.values()), candidate
    return " ".join(str(value) for value in names.values()), None
