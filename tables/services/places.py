"""Where stakes are put, by names that last: ``1:main``, ``1L:main``, ``1:raise``, ``1R:double``."""

from tables.engine import actions as kinds
from tables.engine.bets import MAIN
from tables.engine.duel import RAISE


def placed_as(position: str) -> str:
    """Where a stake was first put: a split moves it to the right hand and adds a left one."""
    hand, _, bet = position.partition(":")
    return f"{hand.rstrip('R')}:{bet}"


def added_place(hand: str, kind: str) -> str:
    """The place of the new stake that an action adds, as in ``placed_as``."""
    if kind == kinds.SPLIT:
        return f"{hand}L:{MAIN}"
    if kind in (kinds.LEFT, kinds.RIGHT):
        return f"{hand}:{RAISE}"
    return f"{hand}:{kind}"


def places_of(position: str) -> tuple[str, ...]:
    """Where the chips of a bet were put: its own place, and that of a double of a main bet."""
    hand, _, bet = position.partition(":")
    own = placed_as(position)
    return (own, f"{hand}:{kinds.DOUBLE}") if bet == MAIN else (own,)
