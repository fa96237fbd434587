"""What a player lays while the betting window is open. No money moves before it closes."""

import datetime
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction

from casino.errors import NotFound
from casino.models import User
from golden_chips.services import lock_purse
from tables.engine.bets import MAIN, ROUND, BoxBets, Limits, check_bets
from tables.engine.codec import encode_stake
from tables.engine.errors import EngineRefusal
from tables.engine.stake import Stake
from tables.errors import (
    RoundInPlay,
    SessionOver,
    StaffDoNotPlay,
    StakeExceeded,
    TableClosed,
)
from tables.live_errors import AutoActionsMissing, WindowClosed
from tables.models import SOMETHING_STANDS, GameSession, Layout, LiveTable, Round, Table
from tables.refusals import SideWithoutMain, refused
from tables.services.clock import database_now
from tables.services.golden import chips_in
from tables.services.live.window import enter_window, wake_dealer
from tables.services.locking import lock_session

Positions = Mapping[str, Stake]
"""What lies where: ``1:main``, ``1:21+3``, ``2:dealer_pair`` …"""


@transaction.atomic
def choose_auto_actions(*, player: User, session_id: uuid.UUID, auto_actions: bool) -> GameSession:
    """Whether doubles and splits decided for the player may take money by themselves.

    To be chosen before the first bet and changed between rounds; it is recorded with each round.

    Raises ``NotFound``, ``SessionOver``, ``RoundInPlay``.
    """
    enter_window(session_id)
    session = lock_session(public_id=session_id, player=player)
    if session.state != GameSession.State.OPEN:
        raise SessionOver(table=session.table.name)
    in_play = Layout.objects.filter(SOMETHING_STANDS, session=session, round__state="open")
    if in_play.exists():
        raise RoundInPlay(table=session.table.name)
    session.auto_actions = auto_actions
    session.save(update_fields=["auto_actions"])
    Layout.objects.filter(session=session, round__state=Round.State.BETTING).update(
        auto_actions=auto_actions
    )
    return session


@transaction.atomic
def lay(
    *, player: User, session_id: uuid.UUID, round_id: uuid.UUID, bets: Positions
) -> Layout | None:
    """The player's whole layout for the round, in place of what lay there; None when it is empty.

    The same layout sent twice is laid once. What is below a minimum may lie there, and goes back
    when the window closes.

    Raises ``NotFound``, ``SessionOver``, ``StaffDoNotPlay``, ``TableClosed``, ``WindowClosed``,
    ``AutoActionsMissing``, ``StakeExceeded`` and ``RefusedByRules``: ``UnknownBox``,
    ``UnknownSideBet``, ``SideWithoutMain``, ``BetNotPositive``, ``BetAboveMaximum``,
    ``RoundAboveMaximum``, ``GoldenNotAllowed``, ``GoldenMixed``, ``TooManyGolden``;
    ``GoldenPileExceeded``.
    """
    enter_window(session_id)
    session = lock_session(public_id=session_id, player=player)
    if session.state != GameSession.State.OPEN:
        raise SessionOver(table=session.table.name)
    live, now = _open_window(session.table, round_id)
    if not bets:
        Layout.objects.filter(round=live.round, session=session).delete()
        return None
    if player.is_staff:  # since the session was opened
        raise StaffDoNotPlay
    if session.auto_actions is None:
        raise AutoActionsMissing(table=session.table.name)
    laid = _checked(live.round, session, bets)
    needed_cents, held_cents = laid.total_cents, session.account.balance_cents or 0
    if needed_cents > held_cents:
        raise StakeExceeded(needed_cents=needed_cents, held_cents=held_cents)
    _check_chips(session, bets, now)
    layout, _ = Layout.objects.update_or_create(
        round=live.round,
        session=session,
        defaults={
            "player": player,
            "bets": laid.bets,
            "stands": laid.stands,
            "stakes_cents": laid.stakes_cents,
            "golden_chips": laid.golden_chips,
            "auto_actions": session.auto_actions,
            "laid_at": now,
        },
    )
    session.last_play_at = now
    session.save(update_fields=["last_play_at"])
    if live.phase == LiveTable.Phase.WAITING:
        wake_dealer(session.table_id)
    return layout


def _check_chips(session: GameSession, bets: Positions, now: datetime.datetime) -> None:
    """The golden chips are the player's to bet here; none of them moves before the deal."""
    if not any(stake.golden for stake in bets.values()):
        return
    table = session.table
    purse = lock_purse(player_id=session.player_id, table_id=table.pk, game=table.game, now=now)
    for position, stake in bets.items():
        purse.put(position, stake.golden)


def _open_window(table: Table, round_id: uuid.UUID) -> tuple[LiveTable, datetime.datetime]:
    """The live table whose window for this round is open, by the database's clock."""
    live = (
        LiveTable.objects.select_related("round__version", "table").filter(table=table.pk).first()
    )
    if live is None:
        raise NotFound
    if live.table.state != Table.State.OPEN:
        raise TableClosed(table=table.name)
    now = database_now()
    clock_runs = live.phase_ends_at is None or now < live.phase_ends_at
    if (
        live.round.state != Round.State.BETTING
        or live.round.public_id != round_id
        or not clock_runs
    ):
        raise WindowClosed(table=table.name)
    return live, now


@dataclass(frozen=True, slots=True)
class _Laid:
    """A layout that may lie there, as it is stored."""

    bets: Mapping[str, object]
    stands: Mapping[str, object]
    stakes_cents: int
    golden_chips: int
    total_cents: int


def _checked(round_: Round, session: GameSession, bets: Positions) -> _Laid:
    rules = round_.version.engine_rules
    tier = session.player.vip_tier
    own = round_.version.limits_for(tier.rank if tier else None)
    limits: Limits = {name: (least, most) for name, (least, most) in own.items()}
    boxes = _by_box(bets)
    try:
        most_only = {name: (1, most) for name, (_, most) in limits.items()}
        check_bets(rules, boxes, most_only, round_.version.golden_rules)
    except EngineRefusal as refusal:
        raise refused(refusal) from refusal
    standing = _standing(boxes, limits)
    return _Laid(
        bets=_encoded(boxes),
        stands=_encoded(standing),
        stakes_cents=sum(stake.real_cents for bet in standing for _, stake in bet.positions()),
        golden_chips=chips_in(standing),
        total_cents=sum(stake.real_cents for stake in bets.values()),
    )


def _by_box(bets: Positions) -> list[BoxBets]:
    """Seat by seat. Raises ``SideWithoutMain``."""
    boxes: dict[int, dict[str, Stake]] = {}
    for position, stake in bets.items():
        box, _, name = position.partition(":")
        boxes.setdefault(int(box) if box.isdecimal() else 0, {})[name] = stake
    for seat, stakes in boxes.items():
        if MAIN not in stakes:
            raise SideWithoutMain(position=f"{seat}:{min(stakes)}", box=str(seat))
    return [BoxBets(box, stakes.pop(MAIN), stakes) for box, stakes in sorted(boxes.items())]


def _standing(boxes: Sequence[BoxBets], limits: Limits) -> list[BoxBets]:
    """What is bet when the window closes: nothing below a minimum, no side without its main."""
    standing = []
    for bet in boxes:
        if bet.main.total_cents >= limits[MAIN][0]:
            sides = {
                name: stake
                for name, stake in bet.sides.items()
                if name not in limits or stake.total_cents >= limits[name][0]
            }
            standing.append(BoxBets(bet.box, bet.main, sides))
    total = sum(stake.total_cents for bet in standing for _, stake in bet.positions())
    return standing if ROUND not in limits or total >= limits[ROUND][0] else []


def _encoded(boxes: Sequence[BoxBets]) -> dict[str, object]:
    return {
        f"{bet.box}:{name}": encode_stake(stake) | {"golden_cents": stake.golden_cents}
        for bet in boxes
        for name, stake in bet.positions()
    }
