"""The engine and the independent implementation give the same cents for the same cards."""

from collections.abc import Callable, Collection
from random import Random
from typing import Any

import pytest

from tables.engine.errors import EngineRefusal
from tables.engine.hand import Hand
from tables.engine.rules import BlackjackRules
from tables.engine.scenario import play_scenario
from tests.engine.independent import Refused, play
from tests.engine.independent import cards as pips
from tests.engine.independent.generator import random_scenario

ROUNDS = 600


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
