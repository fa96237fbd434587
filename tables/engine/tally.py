"""Counting votes at a live table (rules of the games, section 4, number 5)."""

from collections.abc import Mapping

from tables.engine.rules import BlackjackRules

MAJORITY_VOTE = "majority_vote"
BEST_STRATEGY = "best_strategy"


def seat_mode(rules: BlackjackRules, main_bets: int) -> str:
    """How a seat decides, fixed when the betting window closes."""
    return MAJORITY_VOTE if main_bets >= rules.majority_threshold else BEST_STRATEGY


def fallen_action(votes: Mapping[str, int], entitled: int, *, timer_over: bool) -> str | None:
    """The action that falls, ``BEST_STRATEGY`` if it has to decide, None while it is open.

    ``votes`` counts them by action, ``entitled`` all players who hold the hand. An action falls at
    once when its lead is greater than the votes still missing: that covers more than half of all,
    and a plurality of all. Votes may change while the timer runs, so a tie waits for its end.
    """
    ranking = sorted(votes.items(), key=lambda item: -item[1])
    (leader, most), (_, second), *_ = [*ranking, ("", 0), ("", 0)]
    missing = entitled - sum(votes.values())
    if most - second > (0 if timer_over else missing):
        return leader
    return BEST_STRATEGY if timer_over else None
