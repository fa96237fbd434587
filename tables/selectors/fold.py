"""A stored round as the engine's value: the fold over rules, shoe, bets and actions."""

from collections.abc import Sequence

from casino import sealing
from tables.engine.actions import INSURANCE, SPLIT
from tables.engine.actions import Action as EngineAction
from tables.engine.codec import decode_bets
from tables.engine.game import Round as Game
from tables.engine.game import replay
from tables.engine.live import (
    InsuranceClosed,
    LiveRound,
    SeatDecision,
    Step,
    replay_live,
)
from tables.engine.rules import BlackjackRules, Rules
from tables.engine.shoe import Shoe as Cards
from tables.engine.shoe import seeded_shoe
from tables.engine.stake import Stake
from tables.models import Action, Round, Shoe, TableVersion


def cards_of(shoe: Shoe, rules: Rules) -> Cards:
    """The shoe in its order. Nothing of it may leave the engine before it is dealt."""
    seed = bytes.fromhex(shoe.seed) if shoe.seed else sealing.unseal(shoe.sealed_seed)
    return seeded_shoe(seed, rules)


def engine_action(action: Action) -> EngineAction:
    """The action with the stake that went up for it."""
    added = Stake(action.real_cents, tuple(action.golden))
    return EngineAction(action.hand, action.action, added if added.total_cents else None)


def fold(round_: Round, actions: Sequence[Action]) -> Game:
    """The round as it stands after its stored actions. Version and shoe must be loaded."""
    rules = round_.version.engine_rules
    return replay(
        rules,
        cards_of(round_.shoe, rules),
        decode_bets(round_.request),
        [engine_action(action) for action in actions],
    )


def engine_step(action: Action) -> Step:
    """A live round's action as the engine's step."""
    if action.action == INSURANCE:
        return InsuranceClosed(insured=action.real_cents > 0)
    left_held = action.action != SPLIT or action.real_cents > 0 or bool(action.golden)
    return SeatDecision(action.hand, action.action, left_held)


def fold_live(round_: Round, actions: Sequence[Action]) -> LiveRound:
    """A live round as it stands after its stored actions. Version and shoe must be loaded."""
    return replay_live(
        *live_deal(round_),
        [
            engine_step(action)
            for action in actions
            if action.decided_by != Action.DecidedBy.FOLLOW_RULE
        ],
        dealer_pair=round_.request["dealer_pair"],
    )


def live_deal(round_: Round) -> tuple[BlackjackRules, Cards, list[int]]:
    """Rules, shoe at the round's first card, and seats: what a live round is dealt with."""
    rules = live_rules(round_.version)
    shoe = cards_of(round_.shoe, rules)
    shoe.position = round_.shoe_position
    return rules, shoe, [int(seat) for seat in round_.request["seats"]]


def live_rules(version: TableVersion) -> BlackjackRules:
    """The rules of a live table's version."""
    rules = version.engine_rules
    if not isinstance(rules, BlackjackRules) or not rules.is_live:
        raise ValueError(f"{version} is no version of a live table.")
    return rules
