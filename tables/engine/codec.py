"""Rules, bets, actions, steps, shoes and rounds as JSON-ready data, with a version.

A round is stored as what it is the fold of. The data of a shoe holds cards that nobody has seen:
only scripted shoes are stored as such, others as their sealed seed.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, replace
from typing import Any

from tables.engine.actions import Action
from tables.engine.bets import BoxBets
from tables.engine.cards import parse_cards, show_cards
from tables.engine.errors import EngineRefusal
from tables.engine.game import Round, replay
from tables.engine.live import InsuranceClosed, SeatDecision, Step
from tables.engine.rules import (
    SIDE_BET_LINES,
    BlackjackRules,
    DuelRules,
    Rules,
    new_rules,
    rules_to_json,
)
from tables.engine.shoe import Shoe
from tables.engine.stake import Stake

VERSION = 1
_GAMES: dict[str, type[Rules]] = {"blackjack": BlackjackRules, "duel": DuelRules}


def encode_rules(rules: Rules) -> dict[str, Any]:
    """``game`` and every rule field."""
    return {"game": _game_of(rules), **rules_to_json(rules)}


def decode_rules(data: Mapping[str, Any]) -> Rules:
    """Side bets and their lines in the order of the rules, whatever the store made of it.

    Raises ``EngineRefusal``: ``bad_format``, or those of ``check_rules``.
    """
    fields = {name: value for name, value in data.items() if name != "game"}
    kind = _GAMES.get(str(data.get("game")))
    if kind is None:
        raise _bad("unknown game", "rules")
    rules = new_rules(kind, fields)
    if not rules.side_pays:
        return rules
    in_order = {
        bet: {line: rules.side_pays[bet][line] for line in lines}
        for bet, lines in SIDE_BET_LINES.items()
        if bet in rules.side_pays
    }
    return replace(rules, side_pays=in_order)


def encode_stake(stake: Stake) -> dict[str, Any]:
    """``real_cents`` and ``golden``, the chips' values in cents."""
    return {"real_cents": stake.real_cents, "golden": list(stake.golden)}


def decode_stake(data: Any, where: str = "stake") -> Stake:
    """Raises ``EngineRefusal("bad_format")``."""
    try:
        real, golden = data["real_cents"], tuple(data["golden"])
    except (KeyError, TypeError) as error:
        raise _bad("not a stake", where) from error
    if any(type(cents) is not int for cents in (real, *golden)):
        raise _bad("cents are whole numbers", where)
    return Stake(real, golden)


def encode_bets(bets: Iterable[BoxBets]) -> list[dict[str, Any]]:
    """One object a box: ``box``, ``main``, ``sides`` by name."""
    return [
        {
            "box": bet.box,
            "main": encode_stake(bet.main),
            "sides": {name: encode_stake(stake) for name, stake in bet.sides.items()},
        }
        for bet in bets
    ]


def decode_bets(data: Iterable[Mapping[str, Any]]) -> tuple[BoxBets, ...]:
    """Raises ``EngineRefusal("bad_format")``."""
    found = []
    for item in data:
        try:
            box, main, sides = item["box"], item["main"], item["sides"].items()
        except (KeyError, TypeError, AttributeError) as error:
            raise _bad("not the bets of a box", "bets") from error
        _require(box, int, "bets.box")
        found.append(
            BoxBets(
                box,
                decode_stake(main, f"{box}:main"),
                {name: decode_stake(stake, f"{box}:{name}") for name, stake in sides},
            )
        )
    return tuple(found)


def encode_action(action: Action) -> dict[str, Any]:
    """``hand``, ``kind`` and, where something went up, ``added``."""
    data: dict[str, Any] = {"hand": action.hand, "kind": action.kind}
    if action.added is not None:
        data["added"] = encode_stake(action.added)
    return data


def decode_action(data: Mapping[str, Any]) -> Action:
    """Raises ``EngineRefusal("bad_format")``."""
    try:
        hand, kind, added = data["hand"], data["kind"], data.get("added")
    except (KeyError, TypeError, AttributeError) as error:
        raise _bad("not an action", "actions") from error
    _require(hand, str, "actions.hand")
    _require(kind, str, "actions.kind")
    return Action(hand, kind, None if added is None else decode_stake(added, "added"))


def encode_step(step: Step) -> dict[str, Any]:
    """A step of a live round: ``insured``, or ``hand``, ``kind`` and ``left_held``."""
    return asdict(step)


def decode_step(data: Mapping[str, Any]) -> Step:
    """Raises ``EngineRefusal("bad_format")``."""
    try:
        return InsuranceClosed(**data) if "insured" in data else SeatDecision(**data)
    except TypeError as error:
        raise _bad("not a step", "steps") from error


def encode_shoe(shoe: Shoe) -> dict[str, Any]:
    """``cards``, ``position`` and ``cut_at``: it holds cards not dealt yet."""
    return {"cards": show_cards(shoe.cards), "position": shoe.position, "cut_at": shoe.cut_at}


def decode_shoe(data: Mapping[str, Any]) -> Shoe:
    """Raises ``EngineRefusal``: ``bad_format``, ``unknown_card``."""
    try:
        cards, position, cut_at = data["cards"], data["position"], data["cut_at"]
    except (KeyError, TypeError) as error:
        raise _bad("not a shoe", "shoe") from error
    _require(cards, str, "shoe.cards")
    _require(position, int, "shoe.position")
    if cut_at is not None:
        _require(cut_at, int, "shoe.cut_at")
    return Shoe(parse_cards(cards), position, cut_at)


def encode_round(game: Round, shoe: Shoe) -> dict[str, Any]:
    """A round that was started from ``shoe``."""
    return {
        "version": VERSION,
        "rules": encode_rules(game.rules),
        "shoe": encode_shoe(shoe),
        "bets": encode_bets(game.bets),
        "actions": [encode_action(action) for action in game.actions],
    }


def decode_round(data: Mapping[str, Any]) -> Round:
    """Play the stored round again. Raises ``EngineRefusal``: ``bad_format`` or what the engine
    refuses in it."""
    if data.get("version") != VERSION:
        raise _bad(f"version {data.get('version')} is not {VERSION}", "version")
    try:
        rules, shoe, bets, actions = (data[key] for key in ("rules", "shoe", "bets", "actions"))
    except KeyError as error:
        raise _bad(f"{error} is missing", "round") from error
    return replay(
        decode_rules(rules),
        decode_shoe(shoe),
        decode_bets(bets),
        [decode_action(action) for action in actions],
    )


def _game_of(rules: Rules) -> str:
    return next(name for name, kind in _GAMES.items() if isinstance(rules, kind))


def _require(value: object, kind: type, where: str) -> None:
    if type(value) is not kind:
        raise _bad(f"must be {kind.__name__}", where)


def _bad(reason: str, where: str) -> EngineRefusal:
    return EngineRefusal("bad_format", reason=reason, where=where)
