"""A live table for tests: its players, and a dealer whose clock the test moves."""

import datetime
from collections.abc import Mapping, Sequence
from uuid import uuid4

from django.utils import timezone

from casino.models import User
from golden_chips.models import Grant
from golden_chips.selectors.reconcile import checks as chip_checks
from tables.engine.stake import Stake
from tables.models import Bet, Decision, GameSession, Layout, LiveTable, Round, Table
from tables.selectors.reconcile import checks as round_checks
from tables.services import live as services
from tables.services.clock import database_now
from tests import factories
from wallet.selectors.reconcile import checks as ledger_checks

SIDES = ("21+3", "player_pair", "dealer_pair")
LIMITS = {"1": {"main": [100, 100_000], **{side: [100, 10_000] for side in SIDES}}}

LONG_TIMERS = {"betting_seconds": 600, "insurance_seconds": 600, "decision_seconds": 600}


def live_table(**offer) -> Table:
    """An open live table whose first round waits for bets; its timers end when a test says so."""
    table = factories.table(game="majority", limits=LIMITS, **{**LONG_TIMERS, **offer})
    services.prepare_table(table_id=table.pk, now=database_now())
    return table


class Guest:
    """A player with a session at a live table."""

    def __init__(
        self, table: Table, *, cents: int = 10_000, auto_actions: bool | None = True, name=None
    ):
        self.table = table
        self.user: User = factories.player(name, cents=cents)
        self.session: GameSession = factories.session(self.user, table, cents=cents)
        if auto_actions is not None:
            self.choose(auto_actions)

    def choose(self, auto_actions: bool) -> GameSession:
        """Choose whether doubles and splits are paid by themselves."""
        return services.choose_auto_actions(
            player=self.user, session_id=self.session.public_id, auto_actions=auto_actions
        )

    def lay(self, bets: Mapping[str, int | Stake], *, round_id=None) -> Layout | None:
        """Lay so many cents on some positions."""
        return services.lay(
            player=self.user,
            session_id=self.session.public_id,
            round_id=round_id or live(self.table).round.public_id,
            bets={
                position: stake if isinstance(stake, Stake) else Stake(stake)
                for position, stake in bets.items()
            },
        )

    def vote(self, hand: str, action: str) -> None:
        """Vote on the decision that is open on the hand."""
        decision = Decision.objects.get(
            round__live__table=self.table, hand=hand, closed_at__isnull=True
        )
        self.vote_on(decision, action)

    def vote_on(self, decision: Decision, action: str) -> None:
        """Vote on a decision, open or not."""
        seat = services.seat_pass(session_id=self.session.pk, round_id=decision.round_id)
        services.cast_vote(seat=seat, decision=decision.pk, action=action)

    def insure(self, insure: bool = True) -> None:
        """Answer the offer of insurance."""
        services.answer_insurance(
            player=self.user,
            session_id=self.session.public_id,
            round_id=live(self.table).round.public_id,
            insure=insure,
        )

    @property
    def stake_cents(self) -> int:
        """What the session holds."""
        self.session.account.refresh_from_db()
        return self.session.account.balance_cents or 0

    @property
    def chips(self) -> list[int]:
        """The golden chips in the player's hands by value, those that expire first first."""
        grants = Grant.objects.filter(player=self.user).order_by("expires_at", "id")
        return [grant.chip_cents for grant in grants for _ in range(grant.remaining)]

    @property
    def mixes(self) -> bool:
        """Whether the table takes golden chips beside real money."""
        return live(self.table).round.version.golden_mixed

    def golden_bets(self, round_: Round) -> dict[str, tuple[int, int, int]]:
        """Bets with golden chips: their face, what they won, what came back, by position."""
        rows = Bet.objects.filter(round=round_, session=self.session, golden_cents__gt=0)
        return {
            bet.position: (bet.golden_cents, bet.golden_paid_cents, bet.golden_returned_cents)
            for bet in rows
        }

    def bets(self, round_: Round) -> dict[str, tuple[int, int | None, str]]:
        """The player's bets of a round: stake, payment and result by position."""
        rows = Bet.objects.filter(round=round_, session=self.session)
        return {bet.position: (bet.real_cents, bet.paid_cents, bet.result) for bet in rows}


def give_chips(guest: Guest, chip_cents: int, chips: int, *, days: int = 7) -> Grant:
    """Golden chips that expire in so many days."""
    expires_at = timezone.now() + datetime.timedelta(days=days)
    return factories.golden_chips(
        guest.user, chip_cents=chip_cents, chips=chips, expires_at=expires_at
    )


def guests(table: Table, *names: str, **options) -> list[Guest]:
    """Some players at a table."""
    return [Guest(table, name=f"{name}-{uuid4().hex[:6]}", **options) for name in names]


def live(table: Table) -> LiveTable:
    """The live table's row as it stands."""
    return LiveTable.objects.select_related("round").get(table=table)


def run_out(table: Table) -> datetime.datetime:
    """Let every timer at the table be over; the present moment."""
    now = database_now()
    over = now - datetime.timedelta(seconds=1)
    LiveTable.objects.filter(table=table, phase_ends_at__isnull=False).update(phase_ends_at=over)
    Decision.objects.filter(round__live__table=table, closed_at__isnull=True).update(ends_at=over)
    return now


def deal(table: Table, players: Sequence[Guest], bets: Mapping[str, int]) -> Round:
    """All players lay the same bets, and the window closes."""
    for guest in players:
        guest.lay(bets)
    return close(table)


def close(table: Table) -> Round:
    """The window's time is over: the dealer deals."""
    services.start_clock(table_id=table.pk, now=database_now())
    services.close_window(table_id=table.pk, now=run_out(table))
    return live(table).round


def count(table: Table, *, timer_over: bool = False) -> None:
    """The dealer counts the votes."""
    now = run_out(table) if timer_over else database_now()
    services.count_votes(table_id=table.pk, now=now)


def count_answers(table: Table) -> None:
    """The dealer counts the answers to insurance."""
    services.count_answers(table_id=table.pk, now=database_now())


def close_insurance(table: Table) -> None:
    """The time for insurance is over."""
    services.count_answers(table_id=table.pk, now=run_out(table))


def next_window(table: Table) -> Round:
    """The results have been shown; the round whose bets are placed now."""
    services.open_window(table_id=table.pk, now=run_out(table))
    return live(table).round


def problems() -> list[str]:
    """What ``manage.py reconcile`` would list."""
    found = [*round_checks(), *ledger_checks(), *chip_checks()]
    return [str(discrepancy) for check in found for discrepancy in check.discrepancies]
