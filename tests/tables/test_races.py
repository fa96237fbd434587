"""Double clicks, two tabs and repeated requests in real threads, and what the locks are for.

Each race has a twin that runs it with the locks off and shows what would go wrong.
"""

from dataclasses import replace
from uuid import uuid4

import pytest
from django.db import IntegrityError

from casino.models import AuditEntry
from tables import services
from tables.errors import (
    DepositBarred,
    DepositPending,
    RoundInPlay,
    SessionAlreadyOpen,
    SessionCapReached,
    SessionOver,
    VersionMoved,
)
from tables.models import Action, GameSession, Round, Table, TableVersion
from tables.selectors import TablePage
from tables.services.offers import offer_of
from tables.services.versions import publish_version
from tests import factories
from tests.race import meet_at, raised, together, without_locks
from tests.tables.conftest import DealCards
from tests.tables.seat import Seat, sit_down
from wallet.errors import InsufficientFunds
from wallet.models import Account, CashierOrder, Transfer
from wallet.services import deposit

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

OPEN_ENDED = "2S 6D 3H TC 4C 5C 9C 9D"
"""A hand that hit or stand go on from: 2-3, then 4, 5 and 9."""


def _moved(*kinds: str) -> list[int]:
    moved = Transfer.objects.filter(kind__in=kinds).order_by("id")
    return list(moved.values_list("amount_cents", flat=True))


# A double click on Deal


def _deal_twice(seat: Seat) -> list[TablePage | Exception]:
    key = uuid4()

    def deal() -> TablePage:
        return services.open_round(
            player=seat.player,
            session_id=seat.session.public_id,
            bets=factories.main_bets(1_000),
            key=key,
        )

    return together(deal, deal)


def test_a_double_click_on_deal_deals_once(deal_cards: DealCards, monkeypatch: pytest.MonkeyPatch):
    deal_cards(OPEN_ENDED)
    seat = sit_down()
    meet_at(monkeypatch, "tables.services.rounds.start")

    pages = _deal_twice(seat)

    dealt = Round.objects.get()
    for page in pages:
        assert isinstance(page, TablePage)
        assert page.round is not None
        assert page.round.public_id == dealt.public_id
        assert page.session is not None
        assert page.session.stake_cents == 9_000
    assert _moved("bet") == [1_000]


def test_without_the_lock_the_second_click_fails(
    deal_cards: DealCards, monkeypatch: pytest.MonkeyPatch
):
    deal_cards(OPEN_ENDED)
    seat = sit_down()
    meet_at(monkeypatch, "tables.services.rounds.start")
    without_locks(monkeypatch)

    pages = _deal_twice(seat)

    assert len(raised(pages, IntegrityError)) == 1
    assert _moved("bet") == [1_000]


# Two tabs


def _hit_and_stand(seat: Seat) -> list[services.Acted | Exception]:
    round_id = seat.round.public_id

    def decide(action: str) -> services.Acted:
        return services.act(player=seat.player, round_id=round_id, step=0, hand="1", action=action)

    return together(lambda: decide("hit"), lambda: decide("stand"))


def test_of_two_tabs_one_decides_and_the_other_sees_it(
    deal_cards: DealCards, monkeypatch: pytest.MonkeyPatch
):
    deal_cards(OPEN_ENDED)
    seat = sit_down()
    seat.deal(1_000)
    meet_at(monkeypatch, "tables.services.rounds.fold")

    results = _hit_and_stand(seat)

    decided = Action.objects.get()
    moved_on = []
    for acted in results:
        assert isinstance(acted, services.Acted)
        assert acted.page.round is not None
        assert acted.page.round.step == 1
        moved_on.append(acted.moved_on)
    assert moved_on == [decided.action != "hit", decided.action != "stand"]


def test_without_the_lock_the_second_tab_fails(
    deal_cards: DealCards, monkeypatch: pytest.MonkeyPatch
):
    deal_cards(OPEN_ENDED)
    seat = sit_down()
    seat.deal(1_000)
    meet_at(monkeypatch, "tables.services.rounds.fold")
    without_locks(monkeypatch)

    results = _hit_and_stand(seat)

    assert len(raised(results, IntegrityError)) == 1


def test_two_tabs_that_deal_begin_one_round(deal_cards: DealCards, monkeypatch: pytest.MonkeyPatch):
    deal_cards(OPEN_ENDED)
    seat = sit_down()
    meet_at(monkeypatch, "tables.services.rounds.start")

    def deal() -> TablePage:
        return services.open_round(
            player=seat.player,
            session_id=seat.session.public_id,
            bets=factories.main_bets(1_000),
            key=uuid4(),
        )

    results = together(deal, deal)

    assert len(raised(results, RoundInPlay)) == 1
    assert Round.objects.count() == 1
    assert _moved("bet") == [1_000]


def test_two_tables_of_a_game_begin_one_round(
    deal_cards: DealCards, monkeypatch: pytest.MonkeyPatch
):
    """Their sessions do not share a lock: the database's own constraint decides."""
    deal_cards(OPEN_ENDED)
    seat = sit_down()
    sessions = [seat.session, factories.session(seat.player, factories.table(), cents=1_000)]
    meet_at(monkeypatch, "tables.services.rounds.start")

    def deal(session: GameSession) -> TablePage:
        return services.open_round(
            player=seat.player,
            session_id=session.public_id,
            bets=factories.main_bets(1_000),
            key=uuid4(),
        )

    results = together(lambda: deal(sessions[0]), lambda: deal(sessions[1]))

    assert len(raised(results, RoundInPlay)) == 1
    assert Round.objects.count() == 1
    assert _moved("bet") == [1_000]


# The cap of a session


def _rebuy_twice(seat: Seat) -> list[GameSession | Exception]:
    def rebuy() -> GameSession:
        return services.rebuy(
            player=seat.player,
            session_id=seat.session.public_id,
            amount_cents=10_000,
            key=uuid4(),
        )

    return together(rebuy, rebuy)


def test_two_rebuys_at_once_keep_the_cap(monkeypatch: pytest.MonkeyPatch):
    seat = sit_down(cash=200_000, buy_in=90_000)
    meet_at(monkeypatch, "tables.services.sessions._check_rebuy")

    results = _rebuy_twice(seat)

    assert len(raised(results, SessionCapReached)) == 1
    assert (seat.stake_cents, seat.cash_cents) == (100_000, 100_000)


def test_without_the_lock_two_rebuys_pass_the_cap(monkeypatch: pytest.MonkeyPatch):
    seat = sit_down(cash=200_000, buy_in=90_000)
    meet_at(monkeypatch, "tables.services.sessions._check_rebuy")
    without_locks(monkeypatch)

    results = _rebuy_twice(seat)

    assert not raised(results, Exception)
    assert seat.stake_cents == 110_000
    seat.session.refresh_from_db()
    assert seat.session.bought_in_cents == 100_000


# The end of a session


def _deal_and_end(seat: Seat) -> list[object]:
    def deal() -> object:
        return services.open_round(
            player=seat.player,
            session_id=seat.session.public_id,
            bets=factories.main_bets(1_000),
            key=uuid4(),
        )

    def end() -> object:
        return services.end_session(player=seat.player, session_id=seat.session.public_id)

    return list(together(deal, end))


def test_a_session_does_not_end_under_a_round(
    deal_cards: DealCards, monkeypatch: pytest.MonkeyPatch
):
    deal_cards(OPEN_ENDED)
    seat = sit_down()
    meet_at(monkeypatch, "tables.services.sessions._close", "tables.services.rounds.start")

    dealt, ended = _deal_and_end(seat)

    seat.session.refresh_from_db()
    if isinstance(dealt, TablePage):
        assert isinstance(ended, RoundInPlay)
        assert (seat.session.state, seat.stake_cents, seat.cash_cents) == ("open", 9_000, 10_000)
    else:
        assert isinstance(dealt, SessionOver)
        assert (seat.session.state, seat.stake_cents, seat.cash_cents) == ("closed", 0, 20_000)


def test_without_the_lock_only_the_ledger_keeps_the_end_from_a_dealt_stake(
    deal_cards: DealCards, monkeypatch: pytest.MonkeyPatch
):
    """Both pass their checks; the same stake is then bet and paid out, which the books refuse."""
    deal_cards(OPEN_ENDED)
    seat = sit_down()
    meet_at(monkeypatch, "tables.services.sessions._close", "tables.services.rounds.start")
    without_locks(monkeypatch)

    results = _deal_and_end(seat)

    assert len(raised(results, InsufficientFunds)) == 1


# Opening a session


def test_a_double_click_opens_one_session(monkeypatch: pytest.MonkeyPatch):
    ann = factories.player(cents=20_000)
    at = factories.table()
    key = uuid4()
    meet_at(monkeypatch, "tables.services.sessions.obtain_ticket")

    def buy_in() -> GameSession:
        return services.open_session(player=ann, slug=at.slug, buy_in_cents=15_000, key=key)

    results = together(buy_in, buy_in)

    opened = GameSession.objects.get()
    assert results == [opened, opened]
    assert _moved("buy_in") == [15_000]


def test_two_tabs_open_one_session_at_a_table(monkeypatch: pytest.MonkeyPatch):
    ann = factories.player(cents=20_000)
    at = factories.table()
    meet_at(monkeypatch, "tables.services.sessions.obtain_ticket")

    def buy_in() -> GameSession:
        return services.open_session(player=ann, slug=at.slug, buy_in_cents=5_000, key=uuid4())

    results = together(buy_in, buy_in)

    assert len(raised(results, SessionAlreadyOpen)) == 1
    assert GameSession.objects.count() == 1
    assert _moved("buy_in") == [5_000]


def test_no_deposit_slips_into_a_lux_session(monkeypatch: pytest.MonkeyPatch):
    ann = factories.player(cents=20_000)
    at = factories.table(game="lux", whole_amount_first=True, rebuy_allowed=False)
    meet_at(monkeypatch, "tables.services.sessions._open", "wallet.services.cashier._ask_guards")

    paid_in, opened = together(
        lambda: deposit(player=ann, amount_cents=1_000, key="1"),
        lambda: services.open_session(player=ann, slug=at.slug, buy_in_cents=20_000, key=uuid4()),
    )

    if isinstance(opened, GameSession):
        late = isinstance(paid_in, DepositBarred)
        assert late or (
            isinstance(paid_in, CashierOrder)
            and paid_in.answered_at is not None
            and paid_in.answered_at <= opened.opened_at
        )
    else:
        assert isinstance(opened, DepositPending)
        cash = Account.objects.get(owner=ann, kind="cash")
        assert cash.balance_cents == 21_000


# Two people publish


def _publish_twice(table: Table) -> list[TableVersion | Exception]:
    def publish(decks: int) -> TableVersion:
        offer = replace(offer_of(table.in_force), rules={"decks": decks})
        return publish_version(
            table=table, offer=offer, author=None, reason=f"{decks} decks", expected=1
        )

    return together(lambda: publish(2), lambda: publish(8))


def test_of_two_who_publish_at_once_the_second_is_told(monkeypatch: pytest.MonkeyPatch):
    table = factories.table()
    meet_at(monkeypatch, "tables.services.versions._put_in_force")

    outcomes = _publish_twice(table)

    (refused,) = (outcome for outcome in outcomes if isinstance(outcome, VersionMoved))
    assert refused.data == {"expected": 1, "number": 2}
    table.refresh_from_db()
    (published,) = [outcome for outcome in outcomes if isinstance(outcome, TableVersion)]
    assert (table.in_force, table.versions.count()) == (published, 2)
    assert AuditEntry.objects.filter(action="table.published").count() == 1


def test_without_the_lock_both_believe_that_theirs_is_the_second_version(
    monkeypatch: pytest.MonkeyPatch,
):
    table = factories.table()
    meet_at(monkeypatch, "tables.services.versions._put_in_force")
    without_locks(monkeypatch)

    outcomes = _publish_twice(table)

    assert len(raised(outcomes, IntegrityError)) == 1
    assert raised(outcomes, VersionMoved) == []
