"""The rules of the five presets (rules of the games, section 2)."""

from collections.abc import Callable
from typing import Any

# Best Strategy: rules, cards of the hand, dealer's up card, legal actions → the action.
Chart = Callable[[dict[str, Any], list[str], str, list[str]], str]

_COMMON: dict[str, Any] = {
    "decks": 6,
    "dealing": "US",
    "dealer_hits_soft_17": False,
    "peek_on_ace": True,
    "peek_on_ten": True,
    "double_back_on_ten_blackjack": False,
    "blackjack_pays": "3:2",
    "insurance_offered": True,
    "even_money_offered": False,
    "boxes": 3,
    "double_on": "any",
    "double_after_split": True,
    "max_hands": 2,
    "split_aces_one_card": True,
    "late_surrender": False,
    "charlie": 0,
    "shuffle": "round",
    "cut_card_at": 0.5,
    "burn_card": False,
    "majority_threshold": 3,
    "side_pays": {},
}

_PAIR_PAYS = {"perfect": 25, "coloured": 12, "red_black": 6}

PRESETS: dict[str, dict[str, Any]] = {
    "classic": _COMMON | {"even_money_offered": True},
    "lux": _COMMON,
    "american": _COMMON | {"decks": 4},
    "majority": _COMMON
    | {
        "decks": 8,
        "dealing": "EU",
        "peek_on_ten": False,
        "double_back_on_ten_blackjack": True,
        "boxes": 2,
        "charlie": 10,
        "shuffle": "cut_card",
        "side_pays": {
            "21+3": {
                "suited_trips": 100,
                "straight_flush": 40,
                "three_of_a_kind": 30,
                "straight": 10,
                "flush": 5,
            },
            "player_pair": _PAIR_PAYS,
            "dealer_pair": _PAIR_PAYS,
        },
    },
    "duel": _COMMON
    | {
        "insurance_offered": False,
        "side_pays": {"2up": {"three_of_a_kind": 20, "pair": 3}},
    },
}
