"""Best Strategy: the chart that the table's help page shows, as the engine asks for it."""

from collections.abc import Sequence

from tables.analysis import chart
from tables.engine.cards import VALUE
from tables.engine.hand import Hand
from tables.engine.rules import BlackjackRules


def best_action(rules: BlackjackRules, hand: Hand, up_value: int, legal: Sequence[str]) -> str:
    """What the chart of these rules does with an open hand; worked out once in a process."""
    pair = VALUE[hand.cards[0]] if hand.is_pair else 0
    return chart(rules).decide(hand.total, hand.soft, pair, up_value, legal)
