"""A private round of any game as a value: the functions that pages, API, replay and scripts call.

No function changes the round it is given. Each ``Round`` compares equal to another that was played
with the same rules, shoe, bets and actions.
"""

from collections.abc import Iterable, Sequence

from tables.engine import actions
from tables.engine.actions import Action
from tables.engine.bets import BoxBets, check_bets, count_chips
from tables.engine.cardplay import OVER
from tables.engine.duel import DuelRound
from tables.engine.errors import EngineRefusal
from tables.engine.events import BetSettled, Event, RoundEnded
from tables.engine.round import BlackjackRound
from tables.engine.rules import DuelRules, Rules
from tables.engine.settlement import VOIDED, Bet, settle
from tables.engine.shoe import CardSource
from tables.engine.stake import (
    ALL_GOLDEN_ALLOWED,
    NOTHING,
    UNLIMITED,
    Funds,
    GoldenRules,
    Stake,
    price_added_stake,
    require_real,
)

Round = BlackjackRound | DuelRound


def start(
    rules: Rules, shoe: CardSource, bets: Sequence[BoxBets]
) -> tuple[Round, tuple[Event, ...]]:
    """Deal a round. The shoe given is not moved; the round's own goes on from it.

    Raises ``EngineRefusal``: the codes of ``check_bets`` (without limits: those are the table's),
    ``too_few_cards``.
    """
    check_bets(rules, bets)
    events: list[Event] = []
    game = _new_round(rules, shoe.copy(), bets, events)
    game.deal()
    return game, _with_settlements(None, game, events)


def replay(
    rules: Rules, shoe: CardSource, bets: Sequence[BoxBets], done: Iterable[Action]
) -> Round:
    """The fold: the round that ``start`` and ``act`` arrive at with these actions, without events.

    Raises ``EngineRefusal`` as they do.
    """
    check_bets(rules, bets)
    game = _new_round(rules, shoe.copy(), bets, None)
    game.deal()
    for action in done:
        game.apply(action)
    return game


def act(game: Round, action: Action) -> tuple[Round, tuple[Event, ...]]:
    """The round after one action.

    Raises ``EngineRefusal``: ``round_over``, ``unknown_action``, ``unknown_hand``, ``offer_open``,
    ``not_your_turn``, ``action_not_legal``, ``wrong_added_stake``, ``too_few_cards``.
    """
    events: list[Event] = []
    after = game.copy(events)
    after.apply(action)
    return after, _with_settlements(game, after, events)


def legal_actions(game: Round) -> dict[str, tuple[str, ...]]:
    """What may be done now, by hand: an open offer and ``no``, or the plays of the hand whose turn
    it is. Empty when the round is over."""
    return game.legal()


def price(
    game: Round,
    hand: str,
    kind: str,
    funds: Funds = UNLIMITED,
    golden_rules: GoldenRules = ALL_GOLDEN_ALLOWED,
) -> Stake | None:
    """The stake to pass as ``Action.added``; None for an action that costs nothing.

    Raises ``EngineRefusal``: ``round_over``, ``unknown_action``, ``unknown_hand``, ``offer_open``,
    ``not_your_turn``, ``action_not_legal``, ``insufficient_funds`` (``hand``, ``action``,
    ``needed_cents`` and ``held_cents`` of real money).
    """
    game.require_legal(hand, kind)
    base = game.cost_base(hand, kind)
    if base is NOTHING:
        return None
    try:
        if kind == actions.INSURANCE:
            require_real(funds, base.real_cents)
            return base
        return price_added_stake(base, funds, golden_rules, count_chips(game.stakes()))
    except EngineRefusal as refusal:
        raise EngineRefusal(refusal.code, hand=hand, action=kind, **refusal.data) from None


def answers_to_all(game: Round, *, yes: bool) -> tuple[tuple[str, str], ...]:
    """*Yes to all* and *No to all*: hand and action for each open offer, to be priced and carried
    out one after the other, all or none."""
    return tuple(
        (hand, legal[0] if yes else actions.NO)
        for hand, legal in game.legal().items()
        if actions.NO in legal
    )


def is_over(game: Round) -> bool:
    """Whether every bet is settled."""
    return game.phase == OVER


def settled_bets(game: Round) -> tuple[Bet, ...]:
    """Every position of the round; ``result`` is None where it is not decided yet."""
    return tuple(game.settled())


def void(game: Round) -> tuple[Bet, ...]:
    """Malfunction: every stake comes back, golden chips as chips, and no payout stands."""
    return tuple(settle(bet.position, bet.stake, VOIDED) for bet in game.settled())


def void_what_is_open(game: Round) -> tuple[Bet, ...]:
    """After 90 days: what is decided stands, every other stake comes back."""
    return tuple(
        settle(bet.position, bet.stake, VOIDED) if bet.result is None else bet
        for bet in game.settled()
    )


def _new_round(
    rules: Rules, shoe: CardSource, bets: Sequence[BoxBets], events: list[Event] | None
) -> Round:
    if isinstance(rules, DuelRules):
        return DuelRound(rules, shoe, bets, events)
    return BlackjackRound(rules, shoe, bets, events)


def _with_settlements(before: Round | None, after: Round, events: list[Event]) -> tuple[Event, ...]:
    """The events of one step, followed by the bets that it decided."""
    known = {bet.position for bet in before.settled() if bet.result} if before else set()
    events.extend(
        BetSettled(bet.position, bet.result, bet.paid_cents, bet.chips_back)
        for bet in after.settled()
        if bet.result is not None and bet.position not in known
    )
    if after.phase == OVER:
        events.append(RoundEnded())
    return tuple(events)
