"""The blackjack presets, known to be blackjack."""

from tables.engine.rules import PRESETS, BlackjackRules


def _blackjack(name: str) -> BlackjackRules:
    rules = PRESETS[name]
    assert isinstance(rules, BlackjackRules)
    return rules


CLASSIC = _blackjack("classic")
LUX = _blackjack("lux")
AMERICAN = _blackjack("american")
MAJORITY = _blackjack("majority")
