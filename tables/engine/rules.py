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
    shuffle: Literal["round"] = "round"
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
    known = {item.name for item in fields(base)}
    for name in overrides:
        if name not in known:
            raise EngineRefusal("unknown_rule", rule=name, known=", ".join(sorted(known)))
    rules = type(base)(**{**asdict(base), **overrides})
    check_rules(rules)
    return rules


def rules_to_json(rules: Rules) -> dict[str, Any]:
    """All fields, JSON-ready; ``rules_from_json`` reads them back."""
    return asdict(rules)


def rules_hash(rules: Rules) -> str:
    """SHA-256 over the canonical JSON, hexadecimal: equal rules have equal hashes."""
    canonical = {"game": type(rules).__name__, **asdict(rules)}
    return hashlib.sha256(json.dumps(canonical, sort_keys=True).encode()).hexdigest()
