"""What players can do, by the names that scenarios, pages and the API use."""

from dataclasses import dataclass

from tables.engine.errors import EngineRefusal
from tables.engine.stake import NOTHING, Stake

HIT = "hit"
STAND = "stand"
DOUBLE = "double"
SPLIT = "split"
SURRENDER = "surrender"
INSURANCE = "insurance"
EVEN_MONEY = "even_money"
NO = "no"
FOLD = "fold"
LEFT = "left"
RIGHT = "right"

KINDS = frozenset(
    (HIT, STAND, DOUBLE, SPLIT, SURRENDER, INSURANCE, EVEN_MONEY, NO, FOLD, LEFT, RIGHT)
)

ANSWERS = frozenset((INSURANCE, EVEN_MONEY, NO))


@dataclass(frozen=True, slots=True)
class Action:
    """One decision: on which hand, what, and the stake that goes up for it (None: it is free).

    The stake was priced when the decision was made, so that playing stored actions again needs no
    wallet.
    """

    hand: str
    kind: str
    added: Stake | None = None


def require_kind(hand: str, kind: str, legal: tuple[str, ...]) -> None:
    """Raises ``EngineRefusal("action_not_legal")`` with the actions that are."""
    if kind not in legal:
        named = ", ".join(legal)
        raise EngineRefusal("action_not_legal", hand=hand, action=kind, legal=named)


def checked_stake(action: Action, needed: Stake) -> Stake:
    """The stake that goes up with an action that has to match ``needed``.

    Raises ``EngineRefusal("wrong_added_stake")``.
    """
    added = action.added or NOTHING
    if added is needed:
        return added
    positive = added.real_cents >= 0 and all(chip > 0 for chip in added.golden)
    if not positive or added.total_cents != needed.total_cents:
        raise EngineRefusal(
            "wrong_added_stake",
            hand=action.hand,
            action=action.kind,
            needed_cents=needed.total_cents,
            added_cents=added.total_cents,
        )
    return added
