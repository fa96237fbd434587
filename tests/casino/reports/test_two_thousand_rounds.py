"""Two thousand random rounds of all five games: every report beside sums made another way.

The sums of this test are made in Python from the rows of transfers, bets and chip events, one by
one. They share nothing with the reports but the rows.
"""

import datetime
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from django.core.management import call_command
from django.utils import timezone

from casino.backoffice.models import SummarisedDay
from casino.backoffice.reports.filters import AskForm
from casino.backoffice.reports.reading import reading
from casino.backoffice.reports.registry import BY_SLUG
from casino.backoffice.reports.report import Linked
from casino.backoffice.reports.summarising import summarise_days
from casino.models import AuditEntry, User
from golden_chips.models import ChipEvent, Grant
from tables.models import Bet, GameSession, Round, Table
from tables.services.voids import void_round
from tests import factories
from tests.tables.live import seats
from tests.tables.live.seats import Guest
from tests.tables.live.test_random_sessions import play_round
from tests.tables.test_golden_stress import VALUES, GoldenPlayer
from wallet.models import HOUSE_ID, Account, AccountKind, Transfer

# Once is enough: its rounds take minutes, and other tests read every report on SQLite.
# In one transaction rows that change with each round would be read ever more slowly.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres, pytest.mark.long]

PRIVATE, LIVE = 1_700, 300
PLAYERS = 5
ROME = ZoneInfo("Europe/Rome")
FIRST = datetime.datetime(2026, 10, 23, 12, tzinfo=ROME)
"""Rounds are spread over eight days; on the third of them, the clocks are put back."""

STAKES = ("bet", "added_stake", "insurance")
PAID = ("payout", "golden_payout")


@pytest.fixture
def played() -> list[User]:
    """The players; the first is a test account."""
    rng = Random("reports")
    tables = [
        factories.table(game=game, golden_allowed=game != "lux")
        for game in ("american", "classic", "lux", "duel")
    ]
    actor = factories.staff()
    people = [factories.player(cents=50_000_000) for _ in range(PLAYERS)]
    for person in people:
        for value in VALUES:
            factories.golden_chips(person, chip_cents=value, chips=400, name=f"Chips {uuid4()}")
    User.objects.filter(pk=people[0].pk).update(is_test=True)
    for seed, person in enumerate(people):
        GoldenPlayer(person, tables, seed=seed, actor=actor).play(PRIVATE // PLAYERS)
    play_live(rng)
    spread(rng)
    for round_ in Round.objects.filter(state=Round.State.SETTLED).order_by("?")[:60]:
        void_round(round_id=round_.public_id, actor=actor, reason="random")
    return people


def play_live(rng: Random) -> None:
    table = seats.live_table(golden_allowed=True)
    guests = [Guest(table, cents=90_000, auto_actions=rng.random() < 0.5) for _ in range(3)]
    User.objects.filter(pk=guests[0].user.pk).update(is_test=True)
    for guest in guests:
        for value in (5, 101):
            seats.give_chips(guest, value, 100)
    for _ in range(LIVE):
        play_round(table, guests, rng)


def spread(rng: Random) -> None:
    """Settled rounds go to moments of eight days; nothing else of them is changed."""
    for pk in Round.objects.filter(settled_at__isnull=False).values_list("pk", flat=True):
        at = FIRST + datetime.timedelta(minutes=rng.randrange(8 * 24 * 60))
        Round.objects.filter(pk=pk).update(settled_at=at)


def test_every_report_agrees_with_sums_straight_from_transfers_and_bets(
    played: list[User], capsys: pytest.CaptureFixture[str]
):
    assert Round.objects.exclude(state=Round.State.BETTING).count() >= PRIVATE + LIVE
    books = Books()
    check_revenue(books)
    check_returns(books)

    assert summarise_days(now=timezone.now()) > 8
    check_revenue(books)
    check_returns(books)

    last = Round.objects.filter(state=Round.State.SETTLED, session__isnull=False).last()
    void_round(round_id=last.public_id, actor=factories.staff(), reason="late")
    books = Books()
    check_revenue(books)  # the day of that round is summed from its bets again
    assert summarise_days(now=timezone.now()) == 1
    check_revenue(books)
    check_returns(books)

    check_sessions(books)
    check_unsettled(books)
    check_voids(books)
    check_golden(books)
    check_liabilities(books)
    check_wins(books)
    for player in played[:2]:
        check_statement(player)
    assert produce("staff-changes").count == AuditEntry.objects.count() > 60
    assert SummarisedDay.objects.count() > 8
    call_command("reconcile")
    assert "books balance" in capsys.readouterr().out


@dataclass
class Read:
    """A report whose rows were read; links are their texts."""

    count: int
    columns: list[Any]
    rows: list[list[Any]]
    totals: list[Any]


def counters(number: int) -> list[Counter[Any]]:
    """So many empty ones."""
    return [Counter() for _ in range(number)]


def produce(slug: str, **asked: str) -> Read:
    """The report of all time, its rows read; all its totals agree with the ledger."""
    report = BY_SLUG[slug]
    form = AskForm({"since": "", "until": "", **asked}, filters=report.filters)
    assert form.is_valid(), form.errors
    with reading():
        made = report.produce(form.asked)
        rows = [[plain(cell) for cell in row] for row in made.rows]
    for line in made.comparisons:
        assert line.agrees, (slug, line)
    return Read(made.count, [*made.columns], rows, [*(made.totals or ())])


def plain(cell: Any) -> Any:
    return cell.text if isinstance(cell, Linked) else cell


class Books:
    """All rows once, and what is known of them by the number of a round."""

    def __init__(self) -> None:
        self.rounds = {
            round_.number: round_
            for round_ in Round.objects.select_related("version__table").defer("version__rules")
        }
        self.transfers = list(Transfer.objects.order_by("id"))
        self.accounts = {account.pk: account for account in Account.objects.select_related("owner")}
        self.bets = list(Bet.objects.select_related("session__player"))
        self.round_of = {round_.pk: round_ for round_ in self.rounds.values()}

    def player(self, transfer: Transfer) -> User:
        """Whose session or cash it moved."""
        own = transfer.debit_id if transfer.credit_id == HOUSE_ID else transfer.credit_id
        owner = self.accounts[own].owner
        assert owner is not None
        return owner

    def of_rounds(self, kinds: Iterable[str], state: str) -> Iterable[tuple[Transfer, Round]]:
        """Transfers of real players for rounds in a state."""
        for transfer in self.transfers:
            round_ = self.rounds.get(transfer.reference)
            if round_ is None or round_.state != state or transfer.kind not in kinds:
                continue
            if not self.player(transfer).is_test:
                yield transfer, round_

    def bets_in(self, state: str) -> Iterable[tuple[Bet, Round]]:
        """Bets of real players in rounds in a state."""
        for bet in self.bets:
            round_ = self.round_of[bet.round_id]
            if round_.state == state and not bet.session.player.is_test:
                yield bet, round_


def day(at: datetime.datetime | None) -> datetime.date:
    return at.astimezone(ROME).date()


KEYS = {
    "day": lambda round_: (day(round_.settled_at),),
    "game": lambda round_: (str(Table.Game(round_.game).label),),
    "table": lambda round_: (round_.version.table.name, str(Table.Game(round_.game).label)),
    "version": lambda round_: (
        round_.version.table.name,
        round_.version.number,
        str(Table.Game(round_.game).label),
    ),
}


def check_revenue(books: Books) -> None:
    for group, key in KEYS.items():
        handle, payouts, bonus, golden = counters(4)
        rounds = defaultdict(set)
        for transfer, round_ in books.of_rounds((*STAKES, *PAID), "settled"):
            into = {"payout": payouts, "golden_payout": bonus}.get(transfer.kind, handle)
            into[key(round_)] += transfer.amount_cents
        for bet, round_ in books.bets_in("settled"):
            golden[key(round_)] += bet.golden_cents
            rounds[key(round_)].add(round_.pk)
        found = produce("revenue", group=group)
        expected = {
            place: [
                len(rounds[place]), handle[place], payouts[place], handle[place] - payouts[place],
                golden[place], bonus[place], handle[place] - payouts[place] - bonus[place],
            ]
            for place in rounds
        }  # fmt: skip
        heads = len(found.columns) - 8
        shown = {tuple(row[:heads]): without(row[heads:], 4) for row in found.rows}
        assert shown == expected
        assert without(found.totals[heads:], 4) == [
            sum(column) for column in zip(*expected.values(), strict=True)
        ]


def without(row: Any, place: int) -> list[Any]:
    return [*row[:place], *row[place + 1 :]]


def check_returns(books: Books) -> None:
    with_chips = {(bet.round_id, bet.session_id) for bet in books.bets if bet.golden_cents}
    opening, staked, paid = counters(3)
    for bet, round_ in books.bets_in("settled"):
        hand, _, name = bet.placed_as.partition(":")
        kind = "main bet" if name in ("main", "double", "raise") else name
        if (bet.round_id, bet.session_id) in with_chips:
            continue
        place = (round_.version.table.name, kind)
        if name not in ("double", "raise") and not hand.endswith("L"):
            opening[place] += bet.real_cents - bet.added_cents
        staked[place] += bet.real_cents
        paid[place] += bet.paid_cents or 0
    names = {"Player Pair": "player_pair", "Dealer Pair": "dealer_pair", "2 Up": "2up"}
    found = {
        (row[0], names.get(row[2], row[2])): row[4:7] for row in produce("returns").rows if row[3]
    }
    assert found == {place: [opening[place], staked[place], paid[place]] for place in staked}


def check_sessions(books: Books) -> None:
    into, out = counters(2)
    for transfer in books.transfers:
        if transfer.kind in ("buy_in", "rebuy"):
            into[transfer.reference] += transfer.amount_cents
        elif transfer.kind == "cash_out":
            out[transfer.reference] += transfer.amount_cents
    tested = {
        f"S{pk:07d}"
        for pk in GameSession.objects.filter(player__is_test=True).values_list("pk", flat=True)
    }
    found = produce("sessions")
    assert {row[0]: (row[8], row[11] or 0) for row in found.rows} == {
        number: (into[number], out[number]) for number in into if number not in tested
    }
    assert found.totals[8] == sum(into[number] for number in into if number not in tested)


def check_unsettled(books: Books) -> None:
    found = produce("unsettled")
    open_cents = sum(transfer.amount_cents for transfer, _ in books.of_rounds(STAKES, "open"))
    assert found.totals[8] == open_cents
    assert sum(row[8] for row in found.rows) == open_cents
    ages = [row[0] for row in found.rows]
    assert all(older <= newer for older, newer in pairwise(ages))


def check_voids(books: Books) -> None:
    stakes, taken = counters(2)
    for transfer in books.transfers:
        if transfer.kind == "refund":
            stakes[transfer.reference] += transfer.amount_cents
        elif transfer.kind in ("payout_reversal", "golden_reversal"):
            taken[transfer.reference] += transfer.amount_cents
    void = [number for number, round_ in books.rounds.items() if round_.state == "void"]
    found = produce("voids")
    assert {row[1]: (row[9], row[11]) for row in found.rows} == {
        number: (stakes[number], taken[number]) for number in void
    }
    assert (found.totals[9], found.totals[11]) == (
        sum(stakes[number] for number in void),
        sum(taken[number] for number in void),
    )


def check_golden(books: Books) -> None:
    left, paid, chips = counters(3)
    events = ChipEvent.objects.select_related("grant__campaign", "grant__player")
    by_pk = {event.pk: event for event in events}
    for event in by_pk.values():
        if event.grant.player.is_test:
            continue
        name = event.grant.campaign.name
        chips[name, event.kind] += event.chips
        paid[name] += event.paid_cents
        undone = by_pk[event.reverses_id] if event.reverses_id else None
        if undone is not None:
            chips[name, undone.kind] -= event.chips
            paid[name] -= undone.paid_cents
    for grant in Grant.objects.select_related("campaign", "player"):
        if not grant.player.is_test:
            left[grant.campaign.name] += grant.remaining
    found = produce("golden-chips")
    rows = {row[0]: row for row in found.rows}
    assert {name: [*row[2:7], row[10]] for name, row in rows.items()} == {
        name: [
            chips[name, "issued"], chips[name, "won"] + chips[name, "lost"], chips[name, "won"],
            chips[name, "expired"], chips[name, "cancelled"], paid[name],
        ]
        for name in left
    }  # fmt: skip
    # Outstanding are those in hand and those that lie in open rounds.
    in_play = counters(1)[0]
    for event in by_pk.values():
        round_ = books.rounds.get(event.reference)
        if event.kind == "bet" and round_ and round_.state == "open":
            in_play[event.grant.campaign.name] += event.chips
    assert {name: row[7] for name, row in rows.items()} == {
        name: left[name] + in_play[name] for name in left
    }


def check_liabilities(books: Books) -> None:
    held = counters(1)[0]
    for transfer in books.transfers:
        held[transfer.credit_id] += transfer.amount_cents
        held[transfer.debit_id] -= transfer.amount_cents
    by_kind = counters(1)[0]
    for pk, cents in held.items():
        account = books.accounts[pk]
        if account.owner is not None:
            by_kind[account.kind, account.owner.is_test] += cents
    in_play = counters(1)[0]
    for transfer in books.transfers:
        round_ = books.rounds.get(transfer.reference)
        if round_ and round_.state == "open" and transfer.kind in STAKES:
            in_play[books.player(transfer).is_test] += transfer.amount_cents
    rows = produce("liabilities").rows
    cash, session = AccountKind.CASH, AccountKind.SESSION
    assert [row[1:3] for row in rows[:3]] == [
        [by_kind[cash, False], by_kind[cash, True]],
        [by_kind[session, False], by_kind[session, True]],
        [in_play[False], in_play[True]],
    ]


def check_wins(books: Books) -> None:
    net = counters(1)[0]
    for transfer, round_ in books.of_rounds((*STAKES, *PAID), "settled"):
        sign = -1 if transfer.kind in STAKES else 1
        net[round_.number, books.player(transfer).username] += sign * transfer.amount_cents
    least = sorted(net.values())[-40]
    shown = f"{least // 100}.{least % 100:02d}"
    found = produce("large-wins", least_cents=shown)
    assert {(row[1], row[2]): row[8] for row in found.rows} == {
        place: cents for place, cents in net.items() if cents >= least
    }


def check_statement(player: User) -> None:
    own = {account.pk: account.kind for account in Account.objects.filter(owner=player)}
    cash, tables = [], []
    for transfer in Transfer.objects.order_by("created_at", "id"):
        moved = counters(1)[0]
        for pk, sign in ((transfer.credit_id, 1), (transfer.debit_id, -1)):
            if pk in own:
                moved[own[pk]] += sign * transfer.amount_cents
        if own.keys() & {transfer.credit_id, transfer.debit_id}:
            cash.append(moved[AccountKind.CASH])
            tables.append(moved[AccountKind.SESSION])
    found = produce("statement", player=player.username)
    assert [row[5] for row in found.rows[1:]] == cash
    assert [row[6] for row in found.rows[1:]] == tables
    assert found.totals[5:9] == [sum(cash), sum(tables), sum(cash), sum(tables)]
    held = Account.objects.filter(owner=player, kind=AccountKind.CASH).get().balance_cents
    assert found.rows[-1][7] == held == sum(cash)
