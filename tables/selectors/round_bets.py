"""Bets of a round in the form of ``tables.engine.view.bet_view``, from the rows that stand."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from casino.sealing import SealBroken
from tables.engine.cardplay import OVER
from tables.models import Action, Bet, Round
from tables.selectors.fold import fold
from tables.selectors.table_page import RoundState, round_state

logger = logging.getLogger(__name__)

NO_CARDS: Final[Mapping[str, Any]] = {
    "phase": OVER,
    "dealer": {"cards": [], "total": 0, "soft": False, "blackjack": False},
    "hands": [],
    "community": {},
    "joined": {},
    "legal": {},
    "offers": [],
    "bets": [],
}
"""``tables.engine.view.public_view`` of a round whose cards cannot be dealt again."""


def private_round_state(
    round_: Round, actions: Sequence[Action], bets: Sequence[Bet]
) -> RoundState:
    """A round that its player played alone, with its bets. Version and shoe must be loaded.

    Where the seal of its shoe is broken, it has its money without its cards.
    """
    try:
        game = fold(round_, actions)
    except SealBroken:
        logger.exception("Round %s is shown without its cards.", round_)
        return _without_cards(round_, actions, bets)
    return with_stored_bets(round_state(round_, game, step=len(actions)), bets)


def _without_cards(round_: Round, actions: Sequence[Action], bets: Sequence[Bet]) -> RoundState:
    """While a round is in play, what its actions added stands beside the rows of its bets."""
    is_open = round_.state == Round.State.OPEN
    added = sum(action.real_cents for action in actions) if is_open else 0
    state = stored_state(round_, NO_CARDS, bets, step=len(actions))
    return replace(state, staked_cents=state.staked_cents + added)


def stored_state(
    round_: Round, view: Mapping[str, Any], bets: Sequence[Bet], *, step: int
) -> RoundState:
    """The round with these bets and their money as they are stored."""
    return RoundState(
        public_id=round_.public_id,
        number=round_.number,
        state=round_.state,
        step=step,
        view={**view, "bets": [stored_bet_view(bet) for bet in bets]},
        staked_cents=sum(bet.real_cents for bet in bets),
        paid_cents=sum(bet.paid_cents or 0 for bet in bets),
        commitment=round_.shoe.commitment,
        seed=round_.shoe.seed,
        opened_at=round_.opened_at,
        settled_at=round_.settled_at,
        void_reason=round_.why_void,
    )


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
