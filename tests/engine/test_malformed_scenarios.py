"""Whatever stands in a scenario file, it is played or refused: nothing else is ever raised."""

from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from tables.engine.errors import EngineRefusal
from tables.engine.scenario import play_scenario
from tests.engine.independent.generator import random_scenario
from tests.engine.test_against_independent import arbitrary_chart, arbitrary_chart_of

JUNK: list[Any] = [
    *(None, True, -1, 0, 2.5, 10**30, float("nan")),
    *("", "x", "1", "1R", "1:hit:x", "0.00", "-1.00", "1.00\n", "١.00", "9" * 40 + ".00"),
    *([], [1], ["x"], ["0.00"], [[]], {}, {"1": {}}, {"main": "1.00"}),
]
KEYS = ["x", "seats", "1", "golden", "main", "2up", "rules", "limits"]


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every container of a scenario with each of its keys."""
    if isinstance(value, dict | list):
        for key in list(value) if isinstance(value, dict) else range(len(value)):
            yield value, key
            yield from places(value[key])


def spoil_anywhere(rng: Random, scenario: dict[str, Any]) -> None:
    """Replace, remove or rename one thing, at any depth."""
    holder, key = rng.choice(list(places(scenario)))
    way = rng.choice(["replace", "remove", "rename"])
    if way == "remove":
        del holder[key]
    elif way == "rename" and isinstance(holder, dict):
        holder[rng.choice(KEYS)] = holder.pop(key)
    else:
        holder[key] = deepcopy(rng.choice(JUNK))


@pytest.mark.parametrize("preset", ["classic", "duel", "majority"])
def test_spoilt_scenarios_are_played_or_refused(preset: str) -> None:
    rng = Random(f"{preset} spoilt")
    for _ in range(60):
        scenario = random_scenario(rng, preset, arbitrary_chart)
        for _ in range(10):
            spoilt = deepcopy(scenario)
            spoil_anywhere(rng, spoilt)
            with suppress(EngineRefusal):
                play_scenario(spoilt, arbitrary_chart_of)


@pytest.mark.parametrize("junk", JUNK, ids=repr)
def test_anything_but_an_object_is_refused(junk: Any) -> None:
    with pytest.raises(EngineRefusal):
        play_scenario(junk)
