"""Reading the JSON of scripted rounds: every key and every type is checked."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from tables.engine.bets import MAIN, ROUND, BoxBets
from tables.engine.cards import TEXT, parse_cards
from tables.engine.errors import EngineRefusal
from tables.engine.rules import Rules, preset, rules_from_json
from tables.engine.shoe import Shoe
from tables.engine.stake import Funds, GoldenRules, Stake

_AMOUNT = re.compile(r"\d{1,12}\.\d{2}", re.ASCII)


def bad_format(where: str, reason: str) -> EngineRefusal:
    """The refusal of input that cannot be read."""
    return EngineRefusal("bad_format", where=where, reason=reason)


def read_object(data: Any, where: str, known: Iterable[str]) -> dict[str, Any]:
    """An object with no other keys than ``known``."""
    if not isinstance(data, dict):
        raise bad_format(where, "must be an object")
    for key in data:
        if key not in known:
            raise bad_format(where, f"unknown key {key}; known: {', '.join(known)}")
    return data


def read_list(data: Any, where: str) -> list[Any]:
    """A list of anything."""
    if not isinstance(data, list):
        raise bad_format(where, "must be a list")
    return data


def read_text(data: Any, where: str) -> str:
    """A text."""
    if not isinstance(data, str):
        raise bad_format(where, "must be a text")
    return data


def read_switch(data: Any, where: str) -> bool:
    """True or false."""
    if not isinstance(data, bool):
        raise bad_format(where, "must be true or false")
    return data


def read_amount(data: Any, where: str) -> int:
    """Cents out of a text with exactly two decimals."""
    if not isinstance(data, str) or not _AMOUNT.fullmatch(data):
        raise bad_format(where, 'must be an amount like "10.00"')
    return int(data.replace(".", ""))


def show_amount(cents: int) -> str:
    """``-0.01``."""
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02}"


def read_chips(data: Any, where: str) -> tuple[int, ...]:
    """Golden chips in the order in which they expire."""
    chips = tuple(read_amount(chip, where) for chip in read_list(data, where))
    if 0 in chips:
        raise bad_format(where, "a golden chip has a value")
    return chips


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


def read_limits(data: Any, rules: Rules) -> dict[str, tuple[int, int]]:
    """Least and most by position and for the round."""
    if data is None:
        return {}
    limits = read_object(data, "limits", (MAIN, ROUND, *rules.side_pays))
    found = {}
    for name, pair in limits.items():
        where = f"limits.{name}"
        if len(read_list(pair, where)) != 2:
            raise bad_format(where, "must be the least and the most amount")
        least, most = (read_amount(amount, where) for amount in pair)
        if least > most:
            raise bad_format(where, "the least amount is more than the most")
        found[name] = (least, most)
    return found


def read_golden_rules(data: Any) -> GoldenRules:
    """A table's switches for golden chips; without them everything is allowed."""
    if data is None:
        return GoldenRules()
    where = "golden_rules"
    switches = read_object(data, where, ("max_per_round", "mixed", "on_actions"))
    most = switches.get("max_per_round")
    if most is not None and (type(most) is not int or most < 0):
        raise bad_format(f"{where}.max_per_round", "must be a whole number or null")
    return GoldenRules(
        max_per_round=most,
        mixed=read_switch(switches.get("mixed", True), f"{where}.mixed"),
        on_actions=read_switch(switches.get("on_actions", True), f"{where}.on_actions"),
    )


def read_funds(data: Any, where: str) -> Funds:
    """What is left for added stakes; without it real money is unlimited."""
    if data is None:
        return Funds()
    wallet = read_object(data, where, ("real", "golden"))
    real = read_amount(wallet["real"], f"{where}.real") if "real" in wallet else None
    return Funds(real, read_chips(wallet.get("golden", []), f"{where}.golden"))


def read_bets(data: Any) -> tuple[BoxBets, ...]:
    """The bets of one player, box by box."""
    found = []
    for item in read_list(data, "bets"):
        read_object(item, "bets", ("box", "main", "sides", "golden"))
        box = item.get("box")
        if type(box) is not int:
            raise bad_format("bets.box", "must be a whole number")
        found.append(read_box(box, item))
    return tuple(found)


def read_box(box: int, item: dict[str, Any]) -> BoxBets:
    """``main``, ``sides`` and the golden chips on them (a list: on the main position)."""
    where = f"bets on {box}"
    chips = item.get("golden", [])
    if not isinstance(chips, dict):
        chips = {MAIN: chips}
    golden = {name: read_chips(pile, f"{where}: golden") for name, pile in chips.items()}
    main = read_amount(item.get(MAIN, "0.00"), f"{where}: {MAIN}")
    sides = item.get("sides", {})
    if not isinstance(sides, dict):
        raise bad_format(f"{where}: sides", "must be an object")
    real = {name: read_amount(amount, f"{where}: {name}") for name, amount in sides.items()}
    names = dict.fromkeys((*real, *(name for name in golden if name != MAIN)))
    return BoxBets(
        box,
        Stake(main, golden.get(MAIN, ())),
        {name: Stake(real.get(name, 0), golden.get(name, ())) for name in names},
    )


def read_actions(data: Any) -> list[tuple[str, str]]:
    """Hand and action out of ``"1R:hit"``."""
    found = []
    for item in read_list(data, "actions"):
        hand, colon, kind = read_text(item, "actions").partition(":")
        if not (hand and colon and kind):
            raise bad_format("actions", f'{item} is not like "1:stand"')
        found.append((hand, kind))
    return found
