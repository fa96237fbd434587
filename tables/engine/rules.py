"""Rules as data: what an operator can set, the five presets, and what makes no sense.

Field names and preset values: rules of the games, section 2.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Literal

from tables.engine.errors import EngineRefusal

Pays = Mapping[str, Mapping[str, int]]

PAIR_PAYS = {"perfect": 25, "coloured": 12, "red_black": 6}
MAJORITY_SIDE_PAYS: Pays = {
    "21+3": {
        "suited_trips": 100,
        "straight_flush": 40,
        "three_of_a_kind": 30,
        "straight": 10,
        "flush": 5,
    },
    "player_pair": PAIR_PAYS,
    "dealer_pair": PAIR_PAYS,
}
DUEL_SIDE_PAYS: Pays = {"2up": {"three_of_a_kind": 20, "pair": 3}}
SIDE_BET_LINES = {
    name: tuple(lines) for name, lines in {**MAJORITY_SIDE_PAYS, **DUEL_SIDE_PAYS}.items()
}

BLACKJACK_PAYS = {"3:2": (3, 2), "6:5": (6, 5), "1:1": (1, 1)}
DOUBLE_ON = {"any": (2, 21), "9-11": (9, 11), "10-11": (10, 11)}


@dataclass(frozen=True, slots=True)
class BlackjackRules:
    """One blackjack rule set; ``majority`` is the same game with votes on top."""

    decks: int = 6
    dealing: Literal["US", "EU"] = "US"
    dealer_hits_soft_17: bool = False
    peek_on_ace: bool = True
    peek_on_ten: bool = True
    double_back_on_ten_blackjack: bool = False
    blackjack_pays: Literal["3:2", "6:5", "1:1"] = "3:2"
    insurance_offered: bool = True
    even_money_offered: bool = False
    boxes: int = 3
    double_on: Literal["any", "9-11", "10-11"] = "any"
    double_after_split: bool = True
    max_hands: int = 2
    split_aces_one_card: bool = True
    late_surrender: bool = False
    charlie: int = 0
    shuffle: Literal["round", "cut_card"] = "round"
    cut_card_at: float = 0.5
    burn_card: bool = False
    majority_threshold: int = 0
    side_pays: Pays = field(default_factory=dict)

    @property
    def is_live(self) -> bool:
        """A live table: seats shared by voting players (majority_threshold above 0)."""
        return self.majority_threshold > 0

    @property
    def peeks_on_ace(self) -> bool:
        """Whether the dealer checks under an ace; ``EU`` dealing has nothing to check."""
        return self.peek_on_ace and self.dealing == "US"

    @property
    def peeks_on_ten(self) -> bool:
        """Whether the dealer checks under a ten; ``EU`` dealing has nothing to check."""
        return self.peek_on_ten and self.dealing == "US"


@dataclass(frozen=True, slots=True)
class DuelRules:
    """21 Duel Blackjack; its play is fixed (section 3), its size and 2 Up pays are not."""

    decks: int = 6
    boxes: int = 3
    shuffle: str = "round"
    side_pays: Pays = field(default_factory=lambda: dict(DUEL_SIDE_PAYS))


Rules = BlackjackRules | DuelRules

PRESETS: dict[str, Rules] = {
    "classic": BlackjackRules(decks=6, even_money_offered=True),
    "lux": BlackjackRules(decks=6),
    "american": BlackjackRules(decks=4),
    "majority": BlackjackRules(
        decks=8,
        dealing="EU",
        peek_on_ten=False,
        double_back_on_ten_blackjack=True,
        boxes=2,
        charlie=10,
        shuffle="cut_card",
        majority_threshold=3,
        side_pays=MAJORITY_SIDE_PAYS,
    ),
    "duel": DuelRules(),
}


def preset(name: str) -> Rules:
    """The rules of a preset. Raises ``EngineRefusal("unknown_preset")``."""
    if name not in PRESETS:
        raise EngineRefusal("unknown_preset", preset=name, known=", ".join(PRESETS))
    return PRESETS[name]


def rules_from_json(base: Rules, overrides: Mapping[str, Any]) -> Rules:
    """``base`` with some fields set anew, checked by ``check_rules``.

    Raises ``EngineRefusal`` with ``unknown_rule``, ``bad_rule`` or ``senseless_rules``.
    """
    rules = new_rules(type(base), {**asdict(base), **overrides})
    if is_live(rules) != is_live(base):
        raise EngineRefusal("senseless_rules", rule="majority_threshold", reason="other_game")
    return rules


def new_rules(kind: type[Rules], values: Mapping[str, Any]) -> Rules:
    """Rules of one kind from their fields, checked; fields left out have their default.

    Raises ``EngineRefusal`` with ``unknown_rule``, ``bad_rule`` or ``senseless_rules``.
    """
    known = [item.name for item in fields(kind)]
    for name in values:
        if name not in known:
            raise EngineRefusal("unknown_rule", rule=name, known=", ".join(sorted(known)))
    rules = kind(**values)
    check_rules(rules)
    return rules


def is_live(rules: Rules) -> bool:
    """Whether players share seats and vote; no other rule turns one game into another."""
    return isinstance(rules, BlackjackRules) and rules.is_live


def rules_to_json(rules: Rules) -> dict[str, Any]:
    """All fields, JSON-ready; ``rules_from_json`` reads them back."""
    return asdict(rules)


def rules_hash(rules: Rules) -> str:
    """SHA-256 over the canonical JSON, hexadecimal: equal rules have equal hashes."""
    canonical = {"game": type(rules).__name__, **asdict(rules)}
    return hashlib.sha256(json.dumps(canonical, sort_keys=True).encode()).hexdigest()


def check_rules(rules: Rules) -> None:
    """Refuse what is out of range or makes no sense.

    Raises ``EngineRefusal``: ``bad_rule`` (``rule``, ``value``, ``allowed``) for one field by
    itself, ``senseless_rules`` (``rule``, ``reason``) for fields that contradict each other. A
    field that merely has no effect beside another (a peek under ``EU`` dealing, a double given
    back although the dealer peeks) is no contradiction.
    """
    for name, (least, most) in _RANGES[type(rules)].items():
        value = getattr(rules, name)
        if type(value) is not int or not least <= value <= most:
            raise _bad_rule(name, value, f"{least}..{most}")
    for name, choices in _CHOICES.items():
        value = getattr(rules, name, choices[0])
        if type(value) is not type(choices[0]) or value not in choices:
            raise _bad_rule(name, value, ", ".join(str(choice) for choice in choices))
    _check_side_pays(rules)
    if isinstance(rules, BlackjackRules):
        _check_cut_card(rules)
        _check_combinations(rules)
    elif rules.shuffle != "round":
        raise _bad_rule("shuffle", rules.shuffle, "round")


_RANGES: dict[type[Rules], dict[str, tuple[int, int]]] = {
    BlackjackRules: {
        "decks": (1, 8),
        "boxes": (1, 7),
        "max_hands": (2, 4),
        "majority_threshold": (0, 1000),
    },
    DuelRules: {"decks": (1, 8), "boxes": (1, 3)},
}
_SWITCH = (False, True)
_CHOICES: dict[str, tuple[bool | int | str, ...]] = {
    "dealing": ("US", "EU"),
    "dealer_hits_soft_17": _SWITCH,
    "peek_on_ace": _SWITCH,
    "peek_on_ten": _SWITCH,
    "double_back_on_ten_blackjack": _SWITCH,
    "blackjack_pays": tuple(BLACKJACK_PAYS),
    "insurance_offered": _SWITCH,
    "even_money_offered": _SWITCH,
    "double_on": tuple(DOUBLE_ON),
    "double_after_split": _SWITCH,
    "split_aces_one_card": _SWITCH,
    "late_surrender": _SWITCH,
    "charlie": (0, 5, 6, 7, 8, 9, 10),
    "shuffle": ("round", "cut_card"),
    "burn_card": _SWITCH,
}
MOST_TO_ONE = 10_000
LIVE_SEATS = 2
CARDS_A_HAND = 5
"""A hand takes under three on average; that many for every hand must lie behind the cut card."""


def _bad_rule(name: str, value: object, allowed: str) -> EngineRefusal:
    return EngineRefusal("bad_rule", rule=name, value=str(value), allowed=allowed)


def _check_side_pays(rules: Rules) -> None:
    offered = DUEL_SIDE_PAYS if isinstance(rules, DuelRules) else MAJORITY_SIDE_PAYS
    if not isinstance(rules.side_pays, Mapping):
        raise _bad_rule("side_pays", rules.side_pays, ", ".join(offered))
    for bet, lines in rules.side_pays.items():
        if bet not in offered or not isinstance(lines, Mapping):
            raise _bad_rule("side_pays", bet, ", ".join(offered))
        if set(lines) != set(offered[bet]):
            named = ", ".join(str(line) for line in lines)
            raise _bad_rule(f"side_pays.{bet}", named, ", ".join(offered[bet]))
        for line, to_one in lines.items():
            if type(to_one) is not int or not 1 <= to_one <= MOST_TO_ONE:
                raise _bad_rule(f"side_pays.{bet}.{line}", to_one, f"1..{MOST_TO_ONE}")


def _check_cut_card(rules: BlackjackRules) -> None:
    share = rules.cut_card_at
    if type(share) not in (int, float) or not 0.1 <= share <= 0.9:
        raise _bad_rule("cut_card_at", share, "0.1..0.9")
    if rules.shuffle == "round":
        return
    behind = rules.decks * 52 - cut_position(rules)
    if behind < (rules.boxes * rules.max_hands + 1) * CARDS_A_HAND:
        raise EngineRefusal("senseless_rules", rule="cut_card_at", reason="cut_card_too_deep")


def _check_combinations(rules: BlackjackRules) -> None:
    """Each reason is a code that pages put into a sentence."""
    senseless = {
        # Late means: after the dealer's check. Where he checks nothing there is no "after".
        ("late_surrender", "surrender_without_peek"): rules.late_surrender
        and not (rules.peeks_on_ace and rules.peeks_on_ten),
        # One shoe for several rounds must be shared by all who play from it.
        ("shuffle", "cut_card_without_live_table"): rules.shuffle == "cut_card"
        and not rules.is_live,
        ("boxes", "too_many_live_seats"): rules.is_live and rules.boxes > LIVE_SEATS,
        # A live player answers once for all his positions, which one offer per hand would break.
        ("even_money_offered", "even_money_on_live_table"): rules.is_live
        and rules.even_money_offered,
    }
    for (rule, reason), holds in senseless.items():
        if holds:
            raise EngineRefusal("senseless_rules", rule=rule, reason=reason)


def cut_position(rules: BlackjackRules) -> int:
    """How many cards lie before the cut card in a new shoe."""
    return int(rules.decks * 52 * rules.cut_card_at)
