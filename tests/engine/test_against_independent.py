"""The engine and the independent implementation give the same cents for the same cards."""

from collections.abc import Callable, Collection
from itertools import combinations_with_replacement, product
from random import Random
from typing import Any

import pytest

from tables.engine.errors import EngineRefusal
from tables.engine.hand import Hand
from tables.engine.rules import BlackjackRules
from tables.engine.scenario import play_scenario
from tables.engine.stake import Funds, GoldenRules, Stake, price_added_stake
from tests.engine.independent import Refused, money, play
from tests.engine.independent import cards as pips
from tests.engine.independent.generator import random_scenario

ROUNDS = 500


def in_order(output: dict[str, Any]) -> dict[str, Any]:
    """Hands and bets by name: their order in the output is nobody's rule."""
    return output | {
        "hands": sorted(output["hands"], key=lambda hand: hand["hand"]),
        "bets": sorted(output["bets"], key=lambda bet: (bet["player"], bet["position"])),
    }


def arbitrary(total: int, legal: Collection[str]) -> str:
    """Any fixed choice does for Best Strategy, when both implementations are given the same."""
    return sorted(legal)[total * 7 % len(legal)]


def arbitrary_chart(_: Any, cards: list[str], __: str, legal: list[str]) -> str:
    return arbitrary(pips.total(cards), legal)


def arbitrary_chart_of(_: BlackjackRules) -> Callable[[Hand, int, Collection[str]], str]:
    return lambda hand, _, legal: arbitrary(hand.total, legal)


def by_the_engine(scenario: dict[str, Any]) -> Any:
    try:
        return in_order(play_scenario(scenario, arbitrary_chart_of))
    except EngineRefusal:
        return "refused"


def by_the_other(scenario: dict[str, Any]) -> Any:
    try:
        return in_order(play(scenario, arbitrary_chart))
    except Refused:
        return "refused"


@pytest.mark.parametrize("preset", ["classic", "lux", "american", "duel", "majority"])
def test_random_rounds_come_out_the_same_twice(preset: str) -> None:
    rng = Random(f"{preset} in two hands")
    refused = 0
    for _ in range(ROUNDS):
        scenario = random_scenario(rng, preset, arbitrary_chart)

        outcome = by_the_engine(scenario)

        assert outcome == by_the_other(scenario), scenario
        refused += outcome == "refused"
    assert 0 < refused < ROUNDS / 2, "most rounds must be played to their end"


def test_house_way_takes_the_same_card_from_every_choice() -> None:
    for first, left, right in product("A23456789T", repeat=3):
        scenario = {
            "preset": "duel",
            "shoe": f"2S {first}S 3S 5S {left}H {right}D",
            "bets": [{"box": 1, "main": "1.00", "sides": {"2up": "1.00"}}],
            "actions": ["1:left", "1:stand"],
        }

        assert by_the_engine(scenario) == by_the_other(scenario), scenario


def test_side_bets_see_the_same_in_every_three_ranks() -> None:
    rng = Random("three suits")
    seat = {"main": "1.00", "sides": {"21+3": "1.00", "player_pair": "1.00", "dealer_pair": "1.00"}}
    each_twice = 2 * list(combinations_with_replacement(pips.RANKS, 3))
    for ranks in each_twice:
        suits = rng.choice(["SSS", "HHH", "SHD", "HHD", "SCS", "CSH"])
        first, up, second = (rank + suit for rank, suit in zip(ranks, suits, strict=True))
        scenario = {
            "preset": "majority",
            "rules": {"dealing": "US", "double_after_split": False},
            "shoe": f"{first} {up} {second} {rng.choice(ranks)}S 6S TH 9D 8C 7S 6H 5D 4C 3S 2H",
            "players": [{"name": "ann", "auto_actions": True, "seats": {"1": seat}}],
        }

        assert by_the_engine(scenario) == by_the_other(scenario), scenario


def test_same_golden_chips_are_put_up_for_an_added_stake() -> None:
    rng = Random("chips")
    for _ in range(ROUNDS):
        base = Stake(rng.choice([0, 300, 700]), tuple(rng.choices([100, 500, 900], k=2)))
        left = [100 * rng.randint(1, 6) for _ in range(rng.randint(0, 7))]
        used, most = rng.randint(0, 2), rng.choice([None, 2, 3, 4, 5])
        mixed = rng.random() < 0.7

        of_engine = price_added_stake(
            base, Funds(None, tuple(left)), GoldenRules(max_per_round=most, mixed=mixed), used
        )
        purse = money.Purse(None, left, mixed=mixed, max_per_round=most, chips_used=used)
        of_other = purse.add_to(money.Stake(base.real_cents, list(base.golden)))

        assert (of_engine.real_cents, list(of_engine.golden)) == (of_other.real, of_other.chips)
