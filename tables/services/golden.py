"""Golden chips in private rounds: which chip goes where, and how each ends (section 5).

A chip's place is where it was put: ``1:main``, ``1:2up``, ``1L:main`` for the second stake of a
split, ``1:raise``, ``1R:double``. Bets end by their final position, which ``placed_as`` leads back
to the place.
"""

import datetime
from collections.abc import Iterable, Iterator, Sequence

from golden_chips.services import Ending, Purse, lock_purse, record_bets
from tables.engine import actions as kinds
from tables.engine.actions import Action as EngineAction
from tables.engine.bets import BoxBets, count_chips
from tables.engine.settlement import Bet as EngineBet
from tables.engine.stake import Stake
from tables.models import Round, Table
from tables.services.places import added_place, places_of

COSTLY = (kinds.DOUBLE, kinds.SPLIT, kinds.LEFT, kinds.RIGHT)
"""Actions that add a stake which may be golden."""


def chips_in(bets: Iterable[BoxBets]) -> int:
    """How many golden chips lie on all positions."""
    return count_chips([stake for bet in bets for _, stake in bet.positions()])


def purse_for_bets(
    table: Table, player_id: int, bets: Sequence[BoxBets], now: datetime.datetime
) -> Purse:
    """The player's chips, locked, with those of the bets put on their places.

    Without golden chips among the bets no query. Raises ``GoldenPileExceeded``.
    """
    if not chips_in(bets):
        return Purse()
    purse = lock_purse(player_id=player_id, table_id=table.pk, game=table.game, now=now)
    for bet in bets:
        for name, stake in bet.positions():
            purse.put(f"{bet.box}:{name}", stake.golden)
    return purse


def purse_for_action(round_: Round, kind: str, now: datetime.datetime) -> Purse:
    """The chips that may go up for an action, locked; no query where none can."""
    if not round_.with_golden or kind not in COSTLY:
        return Purse()
    player_id = round_.own_session.player_id
    return lock_purse(player_id=player_id, table_id=round_.table_id, game=round_.game, now=now)


def put_up(purse: Purse, taken: Iterable[EngineAction]) -> None:
    """The chips that actions have put up go to their places."""
    for action in taken:
        if action.added is not None and action.added.golden:
            purse.put(added_place(action.hand, action.kind), action.added.golden)


def record(round_: Round, purse: Purse, now: datetime.datetime) -> None:
    """What was taken from the purse lies on the table. One statement, or none."""
    if purse.uses:
        record_bets(uses=purse.uses, reference=round_.number, now=now)


def endings(player_id: int, bets: Iterable[EngineBet]) -> Iterator[Ending]:
    """How the chips of settled bets end."""
    for bet in bets:
        if bet.stake.golden:
            places = places_of(bet.position)
            yield Ending(
                player_id=player_id,
                places=places,
                back=_places_back(bet.stake, bet.chips_back, places),
                paid_cents=bet.golden_paid_cents,
            )


def _places_back(
    stake: Stake, chips_back: tuple[int, ...], places: tuple[str, ...]
) -> tuple[str, ...]:
    """All chips come back, none, or (a double against a blackjack) the added ones alone."""
    if not chips_back:
        return ()
    return places if len(chips_back) == len(stake.golden) else places[1:]


def most_cents(bets: Iterable[BoxBets]) -> int:
    """The largest main stake: no set of chips that is put up by itself is worth more."""
    return max((bet.main.total_cents for bet in bets), default=0)
