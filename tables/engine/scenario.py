"""Scripted rounds: what the rules give for exactly these cards, in memory.

``play_scenario`` reads one JSON object and returns another:

- in: ``preset``, ``rules`` (overrides), ``limits`` (least and most by position, and ``round``),
  ``shoe`` (cards as they leave it), ``bets`` (``box``, ``main``, ``sides``, ``golden``), ``wallet``
  (what is left for added stakes), ``golden_rules``, ``actions`` (``"HAND:ACTION"``), ``expect``;
  a live table has ``players`` and ``decisions`` in place of bets, wallet and actions;
- out: ``dealer``, ``hands``, ``bets``, ``net``. Amounts are strings with two decimals.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from tables.engine import game as rounds
from tables.engine.actions import Action
from tables.engine.bets import check_bets, check_reserve
from tables.engine.cards import TEXT, parse_cards, show_cards
from tables.engine.duel import DuelRound
from tables.engine.errors import EngineRefusal
from tables.engine.hand import Hand
from tables.engine.rules import Rules, preset, rules_from_json
from tables.engine.scenario_input import (
    bad_format,
    read_actions,
    read_bets,
    read_funds,
    read_golden_rules,
    read_limits,
    read_object,
    read_text,
    show_amount,
)
from tables.engine.settlement import Bet
from tables.engine.shoe import Shoe

COMMON = ("preset", "rules", "limits", "shoe", "golden_rules", "expect")
PLAYER = "player"


def play_scenario(data: Any) -> dict[str, Any]:
    """Play one scripted round to its end. Raises ``EngineRefusal`` for whatever it breaks."""
    read_object(data, "scenario", (*COMMON, "bets", "wallet", "actions"))
    if not isinstance(data.get("expect", {}), dict):
        raise bad_format("expect", "must be an object")
    rules = read_rules(data)
    shoe = read_shoe(data, rules)
    bets = read_bets(data.get("bets"))
    golden_rules = read_golden_rules(data.get("golden_rules"))
    funds = read_funds(data.get("wallet"), "wallet")
    check_bets(rules, bets, read_limits(data.get("limits"), rules), golden_rules)
    check_reserve(rules, bets, funds, golden_rules)
    game, _ = rounds.start(rules, shoe, bets)
    for hand, kind in read_actions(data.get("actions", [])):
        added = rounds.price(game, hand, kind, funds, golden_rules)
        if added is not None:
            funds = funds.less(added)
        game, _ = rounds.act(game, Action(hand, kind, added))
    for hand, legal in game.legal().items():
        raise EngineRefusal("round_not_over", hand=hand, legal=", ".join(legal))
    return _report(game)


def read_rules(data: Mapping[str, Any]) -> Rules:
    """The preset with its overrides."""
    base = preset(read_text(data.get("preset"), "preset"))
    overrides = data.get("rules", {})
    if not isinstance(overrides, dict):
        raise bad_format("rules", "must be an object")
    return rules_from_json(base, overrides)


def read_shoe(data: Mapping[str, Any], rules: Rules) -> Shoe:
    """The scripted shoe, which the rules' decks must be able to hold."""
    cards = parse_cards(read_text(data.get("shoe"), "shoe"))
    for card, copies in Counter(cards).items():
        if copies > rules.decks:
            raise EngineRefusal(
                "too_many_copies", card=TEXT[card], copies=copies, decks=rules.decks
            )
    return Shoe(cards)


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
