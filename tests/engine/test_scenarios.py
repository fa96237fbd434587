"""Every scripted round gives what was worked out by hand from the rules of the games."""

import json
from pathlib import Path

import pytest

from tables.analysis import chart
from tables.engine.scenario import play_scenario
from tables.engine.scenario_output import differences

SCENARIOS = sorted((Path(__file__).parent / "scenarios").glob("*.json"))


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_scripted_round_gives_what_was_worked_out_by_hand(path):
    scenario = json.loads(path.read_text())

    assert "net" in scenario["expect"]
    assert differences(scenario["expect"], play_scenario(scenario, chart)) == []
