"""What an order of voids would do, before it is given."""

import datetime
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from django.db.models import QuerySet

from golden_chips.selectors import chips_on_table
from tables.errors import (
    NothingToVoid,
    TooManyRoundsChosen,
    VoidIntervalInFuture,
    VoidIntervalReversed,
)
from tables.models import MOST_CHOSEN, Bet, GameSession, Round, Table, VoidOrder
from tables.selectors.void_money import Moved, even_out, moved_for, sums_by_account
from wallet.models import Account, AccountKind, Transfer

PIECE: Final = 1_000

TO_VOID: Final = (Round.State.OPEN, Round.State.SETTLED)


@dataclass(frozen=True, slots=True)
class VoidScope:
    """Which rounds are meant: some by their ids, or all that began at a table from a moment on
    and before another."""

    round_ids: tuple[int, ...] = ()
    table: Table | None = None
    from_at: datetime.datetime | None = None
    to_at: datetime.datetime | None = None

    def rounds(self) -> QuerySet[Round]:
        """All of them that were dealt, void ones included."""
        dealt = Round.objects.exclude(state=Round.State.BETTING)
        if self.table is None:
            return dealt.filter(pk__in=self.round_ids)
        return dealt.filter(table=self.table, opened_at__gte=self.from_at, opened_at__lt=self.to_at)


@dataclass(frozen=True, slots=True)
class VoidPreview:
    """What would be voided; amounts in cents. ``claims_cents`` is the part of the payouts that
    players no longer have: as it stands now, and with the rounds voided one after the other."""

    rounds: int
    in_play: int
    void_before: int
    players: int
    stakes_cents: int
    payouts_cents: int
    golden_chips: int
    golden_cents: int
    claims_cents: int
    claims: int


def scope_of(order: VoidOrder) -> VoidScope:
    """The scope that an order was given with."""
    return VoidScope(tuple(order.round_ids), order.table, order.from_at, order.to_at)


def check_scope(scope: VoidScope, *, now: datetime.datetime) -> None:
    """Raises ``VoidIntervalReversed``, ``VoidIntervalInFuture``, ``TooManyRoundsChosen``,
    ``NothingToVoid``."""
    if len(scope.round_ids) > MOST_CHOSEN:
        raise TooManyRoundsChosen(most=MOST_CHOSEN)
    if scope.from_at is not None and scope.to_at is not None:
        if scope.from_at >= scope.to_at:
            raise VoidIntervalReversed
        if scope.to_at > now:
            raise VoidIntervalInFuture
    if not scope.rounds().filter(state__in=TO_VOID).exists():
        raise NothingToVoid(void=scope.rounds().count())


def preview(scope: VoidScope, *, now: datetime.datetime) -> VoidPreview:
    """What the order would do now. Raises as ``check_scope``."""
    check_scope(scope, now=now)
    meant = scope.rounds()
    to_void = meant.filter(state__in=TO_VOID)
    purses = _Purses()
    rounds = chips = golden_cents = 0
    for numbers in _pieces(to_void):
        rounds += len(numbers)
        purses.void(moved_for(numbers))
        on_table = chips_on_table(references=numbers)
        chips += on_table.chips
        golden_cents += on_table.face_cents
    bets = Bet.objects.filter(round__in=to_void)
    return VoidPreview(
        rounds=rounds,
        in_play=to_void.filter(state=Round.State.OPEN).count(),
        void_before=meant.filter(state=Round.State.VOID).count(),
        players=bets.order_by().values("session__player").distinct().count(),
        stakes_cents=purses.stakes_cents,
        payouts_cents=purses.payouts_cents,
        golden_chips=chips,
        golden_cents=golden_cents,
        claims_cents=sum(purses.claims),
        claims=len(purses.claims),
    )


def _pieces(rounds: QuerySet[Round]) -> Iterator[list[str]]:
    """The numbers of the rounds in the order in which they are voided."""
    ordered = rounds.only("pk").order_by("id").iterator(chunk_size=PIECE)
    while piece := [round_.number for round_ in islice(ordered, PIECE)]:
        yield piece


@dataclass(slots=True)
class _Purses:
    """What stands on the accounts while round after round is voided, in thought."""

    stakes_cents: int = 0
    payouts_cents: int = 0
    claims: list[int] = field(default_factory=list)
    sessions: dict[int, GameSession] = field(default_factory=dict)
    stakes: dict[int, int] = field(default_factory=dict)
    cash: dict[int, int] = field(default_factory=dict)

    def void(self, transfers: list[Transfer]) -> None:
        """Rounds with these transfers are voided, in the order of their numbers."""
        by_round: dict[str, list[Transfer]] = {}
        for transfer in transfers:
            by_round.setdefault(transfer.reference, []).append(transfer)
        sums = {number: sums_by_account(of_round) for number, of_round in by_round.items()}
        self._open({account for of_round in sums.values() for account in of_round})
        for _, of_round in sorted(sums.items()):
            for account_id, moved in of_round.items():
                self._even(account_id, moved)

    def _open(self, accounts: Iterable[int]) -> None:
        missing = [account for account in accounts if account not in self.sessions]
        found = GameSession.objects.filter(account__in=missing).select_related("account")
        for session in found:
            self.sessions[session.account_id] = session
            self.stakes[session.account_id] = session.account.balance_cents or 0
        players = {session.player_id for session in self.sessions.values()} - set(self.cash)
        held = Account.objects.filter(owner__in=players, kind=AccountKind.CASH)
        self.cash |= {
            owner: cents or 0
            for owner, cents in held.values_list("owner", "balance_cents")
            if owner is not None
        }

    def _even(self, account_id: int, moved: Moved) -> None:
        session = self.sessions[account_id]
        stake, cash = self.stakes[account_id], self.cash[session.player_id]
        evened = even_out(
            moved,
            stake_cents=stake,
            cash_cents=cash,
            closed=session.state == GameSession.State.CLOSED,
        )
        self.stakes_cents += moved.staked_cents
        self.payouts_cents += moved.paid_cents
        added = evened.from_cash_cents + evened.claim_cents - evened.to_cash_cents
        self.stakes[account_id] = stake + moved.staked_cents - moved.paid_cents + added
        self.cash[session.player_id] = cash + evened.to_cash_cents - evened.from_cash_cents
        if evened.claim_cents:
            self.claims.append(evened.claim_cents)
