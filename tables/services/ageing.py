"""Bets that are not settled within 90 days are voided (rules of the games, section 1).

Age counts from the round's first bet, and added stakes fall with it. What the cards have decided
already (a bust, a fold, a side bet, insurance) is settled by that, and was paid when it was
decided; every other stake goes back, and the round is closed.
"""

import datetime
import logging
import uuid
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Final, TypedDict

from django.db import transaction
from django.db.models import F, QuerySet
from django_stubs_ext import Annotations

from casino.sealing import SealBroken
from casino.services.audit import record
from casino.services.notices import tell
from golden_chips.services import settle_chips_of_rounds
from tables.engine.errors import EngineRefusal
from tables.engine.game import void_what_is_open
from tables.engine.settlement import VOID
from tables.engine.settlement import Bet as EngineBet
from tables.models import (
    Action,
    Bet,
    GameSession,
    Round,
    TableVersion,
    VoidCause,
    VoidOrder,
    aged_since,
)
from tables.selectors.ageing import AgedLine, check_before, due_rounds
from tables.selectors.fold import fold
from tables.services.golden import endings
from tables.services.live.ageing import aged_live_line, decided, void_open_live_bets
from tables.services.refunds import Cause, between_stake_and_cash, lock_cash
from tables.services.sets import set_values
from tables.services.settlement import bet_rows, write_rows
from tables.services.shoes import make_shoes, reveal_all
from tables.services.voided import AGE_REASON, mark_age
from wallet.models import HOUSE_ID, TransferKind
from wallet.services import Posting, post

logger = logging.getLogger(__name__)

BATCH: Final = 500
"""So many rounds are voided in one transaction."""


@dataclass(frozen=True, slots=True)
class AgedRound:
    """A private round whose time is over, with every bet as it ends."""

    round_: Round
    player: str
    actions: tuple[Action, ...]
    bets: tuple[EngineBet, ...]

    @property
    def session(self) -> GameSession:
        """Where it was played."""
        return self.round_.own_session

    @property
    def is_untouched(self) -> bool:
        """Whether its bets are those of the deal, and nothing has decided any of them."""
        return not self.actions and all(bet.result == VOID for bet in self.bets)

    def line(self) -> AgedLine:
        """What there is to say of it."""
        voided = [bet for bet in self.bets if bet.result == VOID]
        return AgedLine(
            number=self.round_.number,
            table=self.round_.table.name,
            player=self.player,
            placed_at=self.round_.opened_at,
            bets=len(voided),
            decided=len(self.bets) - len(voided),
            stakes_cents=sum(bet.stake.real_cents for bet in voided),
            golden_cents=sum(bet.stake.golden_cents for bet in voided),
        )


@dataclass(slots=True)
class Swept:
    """What a sweep has done; ``failed`` are the rounds that could not be dealt again."""

    rounds: int = 0
    bets: int = 0
    stakes_cents: int = 0
    golden_cents: int = 0
    failed: list[str] = field(default_factory=list)

    def count(self, lines: Iterable[AgedLine]) -> None:
        """Count more rounds."""
        for line in lines:
            self.rounds += 1
            self.bets += line.bets
            self.stakes_cents += line.stakes_cents
            self.golden_cents += line.golden_cents


class _Sweep:
    """One run. Its order is written with the first batch: a sweep without rounds leaves none."""

    def __init__(self, now: datetime.datetime, before: datetime.datetime | None) -> None:
        self.now = now
        self.before = before
        self.swept = Swept()
        self.order: VoidOrder | None = None

    def the_order(self) -> VoidOrder:
        """Done from the start: every batch adds to it what it has voided."""
        if self.order is None:
            self.order = VoidOrder.objects.create(
                cause=VoidCause.AGE,
                key=uuid.uuid4(),
                to_at=self.before or aged_since(self.now),
                reason=AGE_REASON,
                ordered_at=self.now,
                state=VoidOrder.State.DONE,
                done_at=self.now,
            )
        return self.order

    def write_down(self, lines: Sequence[AgedLine]) -> None:
        """A batch on the order and in the audit trail, in the batch's transaction."""
        order = self.the_order()
        order.found += len(lines)
        order.save(update_fields=["found"])
        batch = Swept()
        batch.count(lines)
        record(
            actor=None,
            action="bets.voided",
            subject=order,
            after={
                "rounds": batch.rounds,
                "bets": batch.bets,
                "stakes_cents": batch.stakes_cents,
                "golden_cents": batch.golden_cents,
            },
            reason=AGE_REASON,
        )


def void_unsettled(*, now: datetime.datetime, before: datetime.datetime | None = None) -> Swept:
    """Void every bet that is not decided 90 × 24 hours after it was placed, or that was placed
    before a moment longer ago. The stake goes to the session's account, or to cash when the
    session is closed; golden chips go to their grants. Players are told.

    Batches of rounds, each in its own transaction with a fixed number of statements: what is
    interrupted goes on with the next sweep. A round that somebody else has locked is left to him,
    or to the next sweep, so that two workers void nothing twice.

    Raises ``VoidBeforeFuture``, ``VoidBeforeAge``.
    """
    if before is not None:
        check_before(before, now=now)
    sweep = _Sweep(now, before)
    due = due_rounds(now=now, before=before)
    last = 0
    while last := _void_batch(sweep, due, after=last):
        pass
    for round_id in list(due.filter(session__isnull=True).values_list("pk", flat=True)):
        _void_live(sweep, round_id)
    return sweep.swept


def aged_lines(
    *, now: datetime.datetime, before: datetime.datetime | None = None, failed: list[str]
) -> Iterator[AgedLine]:
    """What ``void_unsettled`` would void, and raises as it does. Changes nothing.

    The numbers of rounds that cannot be dealt again are added to ``failed``.
    """
    if before is not None:
        check_before(before, now=now)
    due = due_rounds(now=now, before=before)
    last = 0
    while rounds := _private(due, after=last):
        last = rounds[-1].pk
        yield from (aged.line() for aged in _aged(rounds, failed))
    live = due.filter(session__isnull=True).select_related("shoe", "version", "table")
    for round_ in live.order_by("id"):
        yield aged_live_line(round_, decided(round_))


class Named(TypedDict):
    """The player's name."""

    username: str


def _private(due: QuerySet[Round], *, after: int) -> list[Annotated[Round, Annotations[Named]]]:
    """The next rounds of their own sessions. A condition on the account makes its join an inner
    one, as a lock needs it. Versions are few and large: they are read once, not with each round."""
    loaded = due.select_related("session__account", "shoe").annotate(username=F("player__username"))
    ordered = loaded.filter(session__account__isnull=False, pk__gt=after).order_by("id")
    rounds = list(ordered[:BATCH])
    found = {round_.version_id for round_ in rounds}
    versions = TableVersion.objects.select_related("table").in_bulk(found)
    for round_ in rounds:
        round_.version = versions[round_.version_id]
        round_.table = round_.version.table
    return rounds


@transaction.atomic
def _void_batch(sweep: _Sweep, due: QuerySet[Round], *, after: int) -> int:
    """Void the next rounds; the number of the last one, 0 when there are no more."""
    locked = due.select_for_update(
        of=("session", "self", "session__account"), no_key=True, skip_locked=True
    )
    rounds = _private(locked, after=after)
    if not rounds:
        return 0
    aged = list(_aged(rounds, sweep.swept.failed))
    if aged:
        lines = [one.line() for one in aged]
        _write_bets(aged, sweep.now)
        _give_back(aged, lines)
        _change_shoes(aged, sweep.now)
        partly = [one.round_ for one, line in zip(aged, lines, strict=True) if line.decided]
        rounds_done = [one.round_ for one in aged]
        mark_age(rounds_done, partly=partly, order=sweep.the_order(), now=sweep.now)
        _tell(aged, lines, sweep.now)
        sweep.write_down(lines)
        sweep.swept.count(lines)
    return rounds[-1].pk


@transaction.atomic
def _void_live(sweep: _Sweep, round_id: int) -> None:
    line = void_open_live_bets(round_id=round_id, order=sweep.the_order, now=sweep.now)
    if line is not None:
        sweep.write_down([line])
        sweep.swept.count([line])


def _aged(
    rounds: Sequence[Annotated[Round, Annotations[Named]]], failed: list[str]
) -> Iterator[AgedRound]:
    """Deal the rounds again, to see what is decided. What cannot be dealt is left and named."""
    taken: dict[int, list[Action]] = {round_.pk: [] for round_ in rounds}
    for action in Action.objects.filter(round__in=rounds).order_by("round", "ordinal"):
        taken[action.round_id].append(action)
    for round_ in rounds:
        actions = taken[round_.pk]
        try:
            bets = void_what_is_open(fold(round_, actions))
        except (SealBroken, EngineRefusal):
            logger.exception("Round %s cannot be dealt again; its bets stay open.", round_)
            failed.append(round_.number)
        else:
            yield AgedRound(round_, round_.username, tuple(actions), bets)


def _write_bets(aged: Sequence[AgedRound], now: datetime.datetime) -> None:
    """Results of all bets, and the ends of all golden chips."""
    untouched = [one.round_ for one in aged if one.is_untouched]
    Bet.objects.filter(round__in=untouched).update(
        result=VOID,
        paid_cents=F("real_cents"),
        golden_returned_cents=F("golden_cents"),
        settled_at=now,
    )
    write_rows(
        row
        for one in aged
        if not one.is_untouched
        for row in bet_rows(one.round_, one.bets, actions=one.actions, now=now)
    )
    golden = [one for one in aged if one.round_.with_golden]
    if golden:
        settle_chips_of_rounds(
            endings={one.round_.number: endings(one.session.player_id, one.bets) for one in golden},
            now=now,
        )


def _give_back(aged: Sequence[AgedRound], lines: Sequence[AgedLine]) -> None:
    """The stakes, to the sessions or on to the cash. One statement."""
    closed = [one.session for one in aged if one.session.state == GameSession.State.CLOSED]
    cash = lock_cash([session.player_id for session in closed])
    postings = []
    for one, line in zip(aged, lines, strict=True):
        if not line.stakes_cents:
            continue
        postings.append(
            Posting(
                debit_id=HOUSE_ID,
                credit_id=one.session.account_id,
                amount_cents=line.stakes_cents,
                kind=TransferKind.REFUND,
                key=f"round:{one.round_.public_id}:aged",
                reference=line.number,
            )
        )
        if one.session.state == GameSession.State.CLOSED:
            postings.append(
                between_stake_and_cash(
                    Cause(one.round_, None, ""),
                    line.stakes_cents,
                    account_id=one.session.account_id,
                    cash_id=cash[one.session.player_id].pk,
                )
            )
    post(postings=postings)


def _change_shoes(aged: Sequence[AgedRound], now: datetime.datetime) -> None:
    """The seeds are open from now on, and sessions that go on have their next shoe."""
    reveal_all([one.round_.shoe for one in aged], now=now)
    going_on = [one.session for one in aged if one.session.state == GameSession.State.OPEN]
    shoes = make_shoes(len(going_on))
    set_values(
        "tables_gamesession",
        types={"shoe_id": "bigint"},
        rows=[(session.pk, shoe.pk) for session, shoe in zip(going_on, shoes, strict=True)],
    )


def _tell(aged: Sequence[AgedRound], lines: Sequence[AgedLine], now: datetime.datetime) -> None:
    tell(
        told=[
            (
                one.session.player_id,
                {
                    "table": line.table,
                    "round": line.number,
                    "stakes_cents": line.stakes_cents,
                    "golden_cents": line.golden_cents,
                    "to_cash": one.session.state == GameSession.State.CLOSED,
                },
            )
            for one, line in zip(aged, lines, strict=True)
        ],
        kind="bets_voided",
        now=now,
    )
