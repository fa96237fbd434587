"""Many rounds voided for one reason: previewed, carried out round by round, resumed."""

import datetime
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from casino.errors import IdempotencyConflict
from casino.models import AuditEntry, Notice, User
from tables.engine.bets import BoxBets
from tables.engine.stake import Stake
from tables.errors import (
    NothingToVoid,
    ReasonMissing,
    TooManyRoundsChosen,
    VoidIntervalInFuture,
    VoidIntervalReversed,
)
from tables.models import Action, Round, Table, VoidOrder
from tables.selectors.void_preview import VoidPreview, VoidScope, preview
from tables.selectors.void_report import order_lines
from tables.services import finish_void_orders, order_voids, run_void_order
from tables.services import void_orders as orders
from tables.services.voids import void_round
from tests import factories
from tests.tables.conftest import DealCards
from tests.tables.seat import Seat, everything, sit_down
from wallet.models import Claim, Transfer

pytestmark = pytest.mark.django_db

BLACKJACK = "AS 9D TS 7C"
LOST = "TS 9D 5C TC 8S"
OPEN_ENDED = "2S 6D 3H TC 4C 5C 9C 9D"
MINUTE = datetime.timedelta(minutes=1)


@pytest.fixture
def clerk() -> User:
    return factories.staff("clerk")


@pytest.fixture
def table() -> Table:
    return factories.table(golden_allowed=True)


def _interval(table: Table, *, end: datetime.datetime | None = None) -> VoidScope:
    now = end or timezone.now()
    return VoidScope(table=table, from_at=now - 10 * MINUTE, to_at=now)


def _play(table: Table, deal_cards: DealCards) -> tuple[Seat, Seat, Seat]:
    """Three players: one won 15.00 and lost it again, one lost 10.00 and one is in play."""
    rich, poor, playing = (
        sit_down(table, cash=1_000, buy_in=1_000),
        sit_down(table),
        sit_down(table),
    )
    deal_cards(BLACKJACK)
    rich.deal(1_000)
    deal_cards(LOST)
    rich.deal(2_500)
    rich.act("hit")
    poor.deal(1_000)
    poor.act("hit")
    deal_cards(OPEN_ENDED)
    playing.deal(500)
    return rich, poor, playing


def test_a_preview_says_what_would_be_moved(table: Table, deal_cards: DealCards, clerk: User):
    _, poor, _ = _play(table, deal_cards)
    deal_cards(LOST)
    poor.deal(700)
    poor.act("hit")
    void_round(round_id=poor.round.public_id, actor=clerk, reason="another")
    before = everything()

    found = preview(_interval(table), now=timezone.now())

    assert found == VoidPreview(
        rounds=4,
        in_play=1,
        void_before=1,
        players=3,
        stakes_cents=1_000 + 2_500 + 1_000 + 500,
        payouts_cents=2_500,
        golden_chips=0,
        golden_cents=0,
        claims_cents=1_500,
        claims=1,
    )
    assert everything() == before


def test_what_was_previewed_happens(table: Table, deal_cards: DealCards, clerk: User):
    rich, poor, playing = _play(table, deal_cards)
    scope = _interval(table)
    found = preview(scope, now=timezone.now())

    order = order_voids(scope=scope, key=uuid4(), actor=clerk, reason=" shuffler jammed ")

    assert (order.state, order.found, order.left_alone, order.failed) == ("done", 4, 0, [])
    assert (order.reason, order.ordered_by, order.cause) == (
        "shuffler jammed", clerk, "malfunction",
    )  # fmt: skip
    assert set(Round.objects.values_list("state", "void_reason", "void_order")) == {
        ("void", "shuffler jammed", order.pk)
    }
    lines = list(order_lines(order))
    assert sum(line.stakes_cents for line in lines) == found.stakes_cents
    assert sum(line.payouts_cents for line in lines) == found.payouts_cents
    assert sum(line.claims_cents for line in lines) == found.claims_cents == 1_500
    assert sum(line.open_claims_cents for line in lines) == 1_500
    assert [(line.by, line.order) for line in lines] == [("clerk", order.number)] * 4
    assert (rich.stake_cents, poor.stake_cents, playing.stake_cents) == (2_500, 10_000, 10_000)
    assert Claim.objects.get().player == rich.player
    assert Notice.objects.filter(kind="round_voided").count() == 4
    call_command("reconcile")


def test_golden_chips_are_previewed(table: Table, deal_cards: DealCards, clerk: User):
    deal_cards(LOST)
    seat = sit_down(table)
    grant = factories.golden_chips(seat.player, chip_cents=500, chips=3)
    seat.deal_bets([BoxBets(1, Stake(0, (500, 500)))])
    seat.act("hit")
    scope = _interval(table)

    found = preview(scope, now=timezone.now())
    order_voids(scope=scope, key=uuid4(), actor=clerk, reason="misdealt")

    assert (found.golden_chips, found.golden_cents, found.stakes_cents) == (2, 1_000, 0)
    grant.refresh_from_db()
    assert grant.remaining == 3
    assert Notice.objects.get(kind="round_voided").facts["net_cents"] == 0
    call_command("reconcile")


def test_an_order_and_its_rounds_are_on_the_audit_trail(
    table: Table, deal_cards: DealCards, clerk: User
):
    _play(table, deal_cards)
    scope = _interval(table)

    order = order_voids(scope=scope, key=uuid4(), actor=clerk, reason="misdealt")

    given = AuditEntry.objects.get(action="void_order.given")
    assert (given.actor, given.subject_name, given.reason) == (clerk, order.number, "misdealt")
    assert scope.from_at is not None
    assert scope.to_at is not None
    assert given.after == {
        "table": table.name,
        "from_at": scope.from_at.isoformat(),
        "to_at": scope.to_at.isoformat(),
        "round_ids": [],
        "rounds": 4,
    }
    voided = AuditEntry.objects.filter(action="round.voided")
    assert [entry.after["order"] for entry in voided] == [order.number] * 4


def test_void_rounds_are_left_alone_and_counted(table: Table, deal_cards: DealCards, clerk: User):
    _, poor, _ = _play(table, deal_cards)
    void_round(round_id=poor.round.public_id, actor=clerk, reason="first")
    transfers = Transfer.objects.filter(reference=poor.round.number).count()

    order = order_voids(scope=_interval(table), key=uuid4(), actor=clerk, reason="second")

    assert (order.found, order.left_alone, order.rounds.count()) == (3, 1, 3)
    assert Round.objects.get(public_id=poor.round.public_id).void_reason == "first"
    assert Transfer.objects.filter(reference=poor.round.number).count() == transfers


def test_rounds_outside_of_the_interval_are_left_alone(
    table: Table, deal_cards: DealCards, clerk: User
):
    """From the first moment on, and before the last one."""
    rich, _, playing = _play(table, deal_cards)
    rounds = list(Round.objects.order_by("id"))
    now = timezone.now()
    for round_, ago in zip(rounds, (3, 2, 1, 0), strict=True):
        Round.objects.filter(pk=round_.pk).update(opened_at=now - ago * MINUTE)
    elsewhere = sit_down(factories.table())
    elsewhere.deal(1_000)
    scope = VoidScope(table=table, from_at=now - 2 * MINUTE, to_at=now)

    order_voids(scope=scope, key=uuid4(), actor=clerk, reason="misdealt")

    states = list(Round.objects.order_by("id").values_list("state", flat=True))
    assert states == ["settled", "void", "void", "open", "open"]
    assert rich.session.rounds.count() == 2
    assert playing.stake_cents == 9_500


def test_some_rounds_are_chosen(table: Table, deal_cards: DealCards, clerk: User):
    _, poor, playing = _play(table, deal_cards)
    chosen = [Round.objects.get(public_id=seat.round.public_id).pk for seat in (poor, playing)]

    order = order_voids(scope=VoidScope(tuple(chosen)), key=uuid4(), actor=clerk, reason="misdealt")

    assert set(order.rounds.values_list("pk", flat=True)) == set(chosen)
    assert Round.objects.filter(state="void").count() == 2


def test_the_same_key_is_one_order(table: Table, deal_cards: DealCards, clerk: User):
    _play(table, deal_cards)
    scope, key = _interval(table), uuid4()
    order = order_voids(scope=scope, key=key, actor=clerk, reason="misdealt")
    before = everything()

    assert order_voids(scope=scope, key=key, actor=clerk, reason="misdealt") == order
    with pytest.raises(IdempotencyConflict):
        order_voids(scope=VoidScope((1,)), key=key, actor=clerk, reason="misdealt")

    assert VoidOrder.objects.count() == 1
    assert everything() == before


def test_what_cannot_be_voided_is_refused(table: Table, deal_cards: DealCards, clerk: User):
    _play(table, deal_cards)
    now = timezone.now()
    before = everything()

    def order(scope: VoidScope, reason: str = "misdealt") -> VoidOrder:
        return order_voids(scope=scope, key=uuid4(), actor=clerk, reason=reason)

    with pytest.raises(VoidIntervalReversed):
        order(VoidScope(table=table, from_at=now, to_at=now - MINUTE))
    with pytest.raises(VoidIntervalReversed):
        order(VoidScope(table=table, from_at=now, to_at=now))
    with pytest.raises(VoidIntervalInFuture):
        order(VoidScope(table=table, from_at=now - MINUTE, to_at=now + MINUTE))
    with pytest.raises(NothingToVoid) as nothing:
        order(VoidScope(table=table, from_at=now - 20 * MINUTE, to_at=now - 10 * MINUTE))
    assert nothing.value.data == {"void": 0}
    with pytest.raises(NothingToVoid):
        order(VoidScope())
    with pytest.raises(TooManyRoundsChosen):
        order(VoidScope(tuple(range(501))))
    with pytest.raises(ReasonMissing):
        order(_interval(table), reason=" ")

    assert everything() == before
    assert not VoidOrder.objects.exists()


def test_a_second_order_finds_nothing_left(table: Table, deal_cards: DealCards, clerk: User):
    _play(table, deal_cards)
    scope = _interval(table)
    order_voids(scope=scope, key=uuid4(), actor=clerk, reason="misdealt")

    with pytest.raises(NothingToVoid) as nothing:
        order_voids(scope=scope, key=uuid4(), actor=clerk, reason="misdealt")

    assert nothing.value.data == {"void": 4}


def test_the_hour_that_comes_twice_is_two_hours(table: Table, deal_cards: DealCards):
    """On the last Sunday of October 2:30 is there twice; an interval from one to the other has an
    hour."""
    rome = timezone.get_default_timezone()
    first = datetime.datetime(2026, 10, 25, 2, 30, tzinfo=rome)
    again = first.replace(fold=1)
    _play(table, deal_cards)
    at = datetime.datetime(2026, 10, 25, 0, 59, tzinfo=datetime.UTC)
    Round.objects.update(opened_at=at)

    found = preview(
        VoidScope(
            table=table,
            from_at=first.astimezone(datetime.UTC),
            to_at=again.astimezone(datetime.UTC),
        ),
        now=timezone.now(),
    )

    assert found.rounds == 4
    assert at - first == datetime.timedelta(minutes=29)


# Long orders


def test_a_long_order_is_left_to_a_job(
    table: Table,
    deal_cards: DealCards,
    clerk: User,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks,
):
    monkeypatch.setattr(orders, "ONE_GO", 3)
    _play(table, deal_cards)
    called: list[int] = []

    with django_capture_on_commit_callbacks(execute=True):
        order = order_voids(
            scope=_interval(table), key=uuid4(), actor=clerk, reason="jam", later=called.append
        )

    assert (order.state, called) == ("waiting", [order.pk])
    assert not Round.objects.filter(state="void").exists()

    assert finish_void_orders() == 1

    order.refresh_from_db()
    assert (order.state, order.rounds.count()) == ("done", 4)
    assert finish_void_orders() == 0


def test_an_interrupted_order_goes_on(
    table: Table, deal_cards: DealCards, clerk: User, monkeypatch: pytest.MonkeyPatch
):
    _play(table, deal_cards)
    done: list[int] = []

    def dies(**command: object) -> Round:
        if len(done) == 2:
            raise ConnectionError
        done.append(1)
        return void_round(**command)  # type: ignore[arg-type]  # passed through

    with monkeypatch.context() as broken:
        broken.setattr(orders, "void_round", dies)
        with pytest.raises(ConnectionError):
            order_voids(scope=_interval(table), key=uuid4(), actor=clerk, reason="jam")
    order = VoidOrder.objects.get()
    assert (order.state, order.rounds.count()) == ("waiting", 2)

    run_void_order(order_id=order.pk)

    assert order.rounds.count() == 4
    assert Notice.objects.filter(kind="round_voided").count() == 4
    assert VoidOrder.objects.get().state == "done"
    call_command("reconcile")


def test_what_was_settled_after_the_order_is_voided_too(
    table: Table, deal_cards: DealCards, clerk: User, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(orders, "ONE_GO", 0)
    _, _, playing = _play(table, deal_cards)
    order = order_voids(
        scope=_interval(table), key=uuid4(), actor=clerk, reason="jam", later=lambda _: None
    )
    playing.act("stand")
    assert playing.round.state == "settled"

    run_void_order(order_id=order.pk)

    assert Round.objects.get(public_id=playing.round.public_id).state == "void"
    assert playing.stake_cents == 10_000
    call_command("reconcile")


def test_a_round_that_cannot_be_dealt_stops_no_other(
    table: Table, deal_cards: DealCards, clerk: User
):
    _, poor, _ = _play(table, deal_cards)
    damaged = Round.objects.get(public_id=poor.round.public_id)
    Action.objects.create(
        round=damaged, ordinal=99, hand="9", action="split", created_at=timezone.now()
    )

    order = order_voids(scope=_interval(table), key=uuid4(), actor=clerk, reason="jam")

    assert [number for number, _ in order.failed] == [poor.round.number]
    assert (order.state, order.rounds.count()) == ("done", 3)


def test_the_preview_costs_a_fixed_number_of_queries(table: Table, deal_cards: DealCards):
    _play(table, deal_cards)

    def cost() -> int:
        with CaptureQueriesContext(connection) as queries:
            preview(_interval(table), now=timezone.now())
        return len(queries)

    before = cost()
    _play(table, deal_cards)

    assert cost() == before == 9
