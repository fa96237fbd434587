"""Two workers on the same voids in real threads; each race has a twin without the locks."""

import datetime
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import transaction
from django.utils import timezone

from casino.models import Notice
from tables.models import Round, VoidOrder
from tables.selectors.void_preview import VoidScope
from tables.services import order_voids, run_void_order
from tables.services import void_orders as orders
from tables.services.ageing import Swept, void_unsettled
from tables.services.locking import lock_round
from tests import factories
from tests.race import meet_at, raised, together, without_locks
from tests.tables.conftest import DealCards
from tests.tables.seat import Seat, sit_down
from wallet.models import Transfer

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

OPEN_ENDED = "2S 6D 3H TC 4C 5C 9C 9D"


@pytest.fixture
def seats(deal_cards: DealCards) -> list[Seat]:
    """Two rounds in play, 91 days old."""
    deal_cards(OPEN_ENDED)
    table = factories.table()
    seats = [sit_down(table), sit_down(table)]
    for seat in seats:
        seat.deal(1_000)
    Round.objects.update(opened_at=timezone.now() - datetime.timedelta(days=91))
    return seats


def _sweep() -> Swept:
    return void_unsettled(now=timezone.now())


def _refunds() -> list[int]:
    return list(Transfer.objects.filter(kind="refund").values_list("amount_cents", flat=True))


def test_two_sweeps_void_nothing_twice(seats: list[Seat], monkeypatch: pytest.MonkeyPatch):
    meet_at(monkeypatch, "tables.services.ageing.reveal_all")

    swept = together(_sweep, _sweep)

    assert sorted(one.rounds for one in swept if isinstance(one, Swept)) == [0, 2]
    assert _refunds() == [1_000, 1_000]
    assert [seat.stake_cents for seat in seats] == [10_000, 10_000]
    assert Notice.objects.filter(kind="bets_voided").count() == 2
    assert VoidOrder.objects.get().found == 2
    call_command("reconcile")


@pytest.mark.usefixtures("seats")
def test_without_the_locks_a_second_sweep_voids_them_again(monkeypatch: pytest.MonkeyPatch):
    meet_at(monkeypatch, "tables.services.ageing.reveal_all")
    without_locks(monkeypatch)

    swept = together(_sweep, _sweep)

    # The keys of the transfers keep the money right; the seed of a shoe is opened once.
    assert len(raised(swept, Exception)) == 1
    assert _refunds() == [1_000, 1_000]


def _ordered(seats: list[Seat]) -> VoidOrder:
    scope = VoidScope(tuple(Round.objects.order_by("pk").values_list("pk", flat=True)))
    assert len(scope.round_ids) == len(seats)
    return order_voids(
        scope=scope,
        key=uuid4(),
        actor=factories.staff(),
        reason="jam",
        later=lambda _: None,
    )


def test_two_workers_take_turns_at_an_order(seats: list[Seat], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(orders, "ONE_GO", 1)
    order = _ordered(seats)
    meet_at(monkeypatch, "tables.services.void_orders.void_round")

    done = together(
        lambda: run_void_order(order_id=order.pk), lambda: run_void_order(order_id=order.pk)
    )

    assert raised(done, Exception) == []
    assert _refunds() == [1_000, 1_000]
    assert Notice.objects.filter(kind="round_voided").count() == 2
    order.refresh_from_db()
    assert (order.state, order.left_alone) == ("done", 0)
    call_command("reconcile")


def test_without_the_lock_both_work_on_the_same_round(
    seats: list[Seat], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(orders, "ONE_GO", 1)
    order = _ordered(seats)
    meet_at(monkeypatch, "tables.services.voids.change_shoe")
    without_locks(monkeypatch)

    done = together(
        lambda: run_void_order(order_id=order.pk), lambda: run_void_order(order_id=order.pk)
    )

    # The keys of the transfers keep the money right; the seed of a shoe is opened once.
    assert len(raised(done, Exception)) == 1


def test_a_sweep_passes_over_a_round_that_a_player_has_locked(seats: list[Seat]):
    playing, waiting = seats

    with transaction.atomic():
        lock_round(public_id=playing.round.public_id)
        [swept] = together(_sweep)

    assert isinstance(swept, Swept)
    assert swept.rounds == 1
    assert (playing.stake_cents, waiting.stake_cents) == (9_000, 10_000)
    assert _sweep().rounds == 1
    assert playing.stake_cents == 10_000
    call_command("reconcile")
