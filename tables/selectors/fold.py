"""A stored round as the engine's value: the fold over rules, shoe, bets and actions."""

from collections.abc import Sequence

from casino import sealing
from tables.engine.actions import Action as EngineAction
from tables.engine.codec import decode_bets, decode_rules
from tables.engine.game import Round as Game
from tables.engine.game import replay
from tables.engine.rules import Rules
from tables.engine.shoe import Shoe as Cards
from tables.engine.shoe import seeded_shoe
from tables.engine.stake import Stake
from tables.models import Action, Round, Shoe


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
    rules = decode_rules(round_.version.rules)
    return replay(
        rules,
        cards_of(round_.shoe, rules),
        decode_bets(round_.request),
        [engine_action(action) for action in actions],
    )
