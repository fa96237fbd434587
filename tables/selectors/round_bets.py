"""Bets of a round in the form of ``tables.engine.view.bet_view``, from the rows that stand."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tables.models import Bet
from tables.selectors.table_page import RoundState


def stored_bet_view(bet: Bet) -> dict[str, Any]:
    """As ``tables.engine.view.bet_view``; golden chips as one sum."""
    return {
        "position": bet.position,
        "real_cents": bet.real_cents,
        "golden": [bet.golden_cents] if bet.golden_cents else [],
        "result": bet.result or None,
        "paid_cents": bet.paid_cents or 0,
        "chips_back": [bet.golden_returned_cents] if bet.golden_returned_cents else [],
    }


def with_stored_bets(state: RoundState, bets: Sequence[Bet]) -> RoundState:
    """A private round that is done as it was settled: what was voided later reads as void.

    While a round is in play its rows do not hold the added stakes; the fold does.
    """
    if state.is_open:
        return state
    stored = {bet.position: stored_bet_view(bet) for bet in bets}
    shown = {bet["position"]: bet for bet in state.view["bets"]} | stored
    return replace(
        state,
        view={**state.view, "bets": list(shown.values())},
        staked_cents=sum(bet.real_cents for bet in bets),
        paid_cents=sum(bet.paid_cents or 0 for bet in bets),
    )
