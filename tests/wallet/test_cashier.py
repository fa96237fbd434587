"""Deposits and withdrawals: once per key, on record before the provider is asked."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import transaction
from pytest_django import Settings

from casino.errors import CasinoError, IdempotencyConflict
from casino.models import User
from tests.factories import player
from wallet.errors import (
    DepositTooLarge,
    DepositTooSmall,
    InsufficientFunds,
    NothingToWithdraw,
    PaymentDeclined,
    PaymentPending,
)
from wallet.models import CASHIER_ID, CashierOrder, Transfer
from wallet.providers import ProviderAnswer, ProviderUnavailable, SandboxProvider
from wallet.selectors import cash_balance, totals
from wallet.services import cash_account, deposit, finish_open_orders, withdraw
from wallet.tasks import finish_open_orders_task

pytestmark = pytest.mark.django_db

DECLINED = SandboxProvider.DECLINED_CENTS
SILENT = SandboxProvider.SILENT_CENTS


class NoDeposits(CasinoError):
    code = "no_deposits"


def refuse(player: User) -> CasinoError | None:
    return NoDeposits(who=player.username)


def allow(player: User) -> CasinoError | None:
    assert player.pk
    return None


@pytest.fixture
def ann() -> User:
    return player("ann")


def transfers(player: User) -> list[tuple[str, int, str]]:
    """Kind, signed amount and the order's reference of each movement of cash."""
    cash = cash_account(player)
    return [
        (
            line.kind,
            line.amount_cents if line.credit_id == cash.pk else -line.amount_cents,
            line.reference,
        )
        for line in Transfer.objects.filter(reference__gt="").order_by("id")
        if cash.pk in (line.debit_id, line.credit_id)
    ]


def test_a_deposit_is_booked_from_the_cashier(ann: User) -> None:
    order = deposit(player=ann, amount_cents=50_00, key="k")
    assert cash_balance(player=ann) == 50_00
    assert transfers(ann) == [("deposit", 50_00, order.reference)]
    assert Transfer.objects.get().debit_id == CASHIER_ID
    stored = CashierOrder.objects.get()
    assert (stored.kind, stored.state, stored.amount_cents) == ("deposit", "confirmed", 50_00)
    assert (stored.provider, stored.answer) == ("sandbox", "accepted")
    assert stored.provider_reference == f"sandbox-{stored.reference}"
    assert stored.answered_at is not None
    assert stored.requested_at <= stored.answered_at


def test_a_withdrawal_goes_to_the_cashier(ann: User) -> None:
    deposit(player=ann, amount_cents=50_00, key="k")
    order = withdraw(player=ann, amount_cents=20_00, key="w")
    assert cash_balance(player=ann) == 30_00
    assert transfers(ann)[1:] == [("withdrawal", -20_00, order.reference)]
    assert totals().cashier_cents == -30_00


def test_the_same_key_pays_in_once(ann: User) -> None:
    first = deposit(player=ann, amount_cents=50_00, key="k")
    assert deposit(player=ann, amount_cents=50_00, key="k") == first
    assert cash_balance(player=ann) == 50_00
    assert CashierOrder.objects.count() == 1


def test_the_same_key_pays_out_once(ann: User) -> None:
    deposit(player=ann, amount_cents=50_00, key="k")
    first = withdraw(player=ann, amount_cents=50_00, key="w")
    assert withdraw(player=ann, amount_cents=50_00, key="w") == first
    assert cash_balance(player=ann) == 0


def test_two_players_may_use_the_same_key(ann: User) -> None:
    bob = player("bob")
    deposit(player=ann, amount_cents=1_00, key="k")
    deposit(player=bob, amount_cents=2_00, key="k")
    assert (cash_balance(player=ann), cash_balance(player=bob)) == (1_00, 2_00)


def test_the_same_key_for_something_else_is_a_conflict(ann: User) -> None:
    deposit(player=ann, amount_cents=50_00, key="k")
    with pytest.raises(IdempotencyConflict):
        deposit(player=ann, amount_cents=50_01, key="k")
    with pytest.raises(IdempotencyConflict):
        withdraw(player=ann, amount_cents=50_00, key="k")
    assert cash_balance(player=ann) == 50_00
    assert CashierOrder.objects.count() == 1


@pytest.mark.parametrize(
    ("cents", "refusal", "facts"),
    [
        (99, DepositTooSmall, {"least_cents": 1_00}),
        (0, DepositTooSmall, {"least_cents": 1_00}),
        (-5, DepositTooSmall, {"least_cents": 1_00}),
        (10_000_01, DepositTooLarge, {"most_cents": 10_000_00}),
    ],
)
def test_a_deposit_outside_the_limits_leaves_nothing(
    ann: User, cents: int, refusal: type[CasinoError], facts: dict[str, int]
) -> None:
    with pytest.raises(refusal) as caught:
        deposit(player=ann, amount_cents=cents, key="k")
    assert caught.value.data == facts
    assert not CashierOrder.objects.exists()
    assert not Transfer.objects.exists()


@pytest.mark.parametrize("cents", [1_00, 10_000_00])
def test_the_limits_themselves_are_accepted(ann: User, cents: int) -> None:
    deposit(player=ann, amount_cents=cents, key="k")
    assert cash_balance(player=ann) == cents


@pytest.mark.parametrize("cents", [0, -1])
def test_a_withdrawal_of_nothing_is_refused(ann: User, cents: int) -> None:
    with pytest.raises(NothingToWithdraw):
        withdraw(player=ann, amount_cents=cents, key="w")
    assert not CashierOrder.objects.exists()


def test_a_withdrawal_of_more_than_there_is_leaves_nothing(ann: User) -> None:
    deposit(player=ann, amount_cents=5_00, key="k")
    with pytest.raises(InsufficientFunds) as refusal:
        withdraw(player=ann, amount_cents=5_01, key="w")
    assert refusal.value.data["available_cents"] == 5_00
    assert refusal.value.data["needed_cents"] == 5_01
    assert cash_balance(player=ann) == 5_00
    assert CashierOrder.objects.count() == 1


def test_a_declined_deposit_moves_nothing_however_often_it_is_sent(ann: User) -> None:
    for _ in range(2):
        with pytest.raises(PaymentDeclined) as refusal:
            deposit(player=ann, amount_cents=DECLINED, key="k")
    order = CashierOrder.objects.get()
    assert refusal.value.data == {"amount_cents": DECLINED, "order": order.reference}
    assert (order.state, order.answer) == ("declined", "declined by the sandbox")
    assert order.answered_at is not None
    assert not Transfer.objects.exists()


def test_a_declined_withdrawal_comes_back_once(ann: User) -> None:
    deposit(player=ann, amount_cents=50_00, key="k")
    for _ in range(2):
        with pytest.raises(PaymentDeclined):
            withdraw(player=ann, amount_cents=DECLINED, key="w")
    order = CashierOrder.objects.get(key="w")
    assert order.state == "declined"
    assert transfers(ann)[1:] == [
        ("withdrawal", -DECLINED, order.reference),
        ("reversal", DECLINED, order.reference),
    ]
    taken, given_back = Transfer.objects.filter(reference=order.reference).order_by("id")
    assert given_back.reverses == taken
    assert cash_balance(player=ann) == 50_00


def test_a_guard_stops_a_deposit_before_it_is_on_record(ann: User, settings: Settings) -> None:
    settings.DEPOSIT_GUARDS = [f"{__name__}.allow", f"{__name__}.refuse"]
    with pytest.raises(NoDeposits) as refusal:
        deposit(player=ann, amount_cents=50_00, key="k")
    assert refusal.value.data == {"who": "ann"}
    assert not CashierOrder.objects.exists()
    assert cash_balance(player=ann) == 0


def test_guards_do_not_stop_withdrawals_or_the_first_answer(ann: User, settings: Settings) -> None:
    settings.DEPOSIT_GUARDS = [f"{__name__}.allow"]
    first = deposit(player=ann, amount_cents=50_00, key="k")
    settings.DEPOSIT_GUARDS = [f"{__name__}.refuse"]
    assert deposit(player=ann, amount_cents=50_00, key="k") == first
    withdraw(player=ann, amount_cents=50_00, key="w")
    assert cash_balance(player=ann) == 0


class Recovering(SandboxProvider):
    """Gives no answer until it is told to; then accepts or declines."""

    verdict: bool | None = None
    asked: list[str] = []

    def _answer(self, reference: str, amount_cents: int) -> ProviderAnswer:
        self.asked.append(reference)
        if self.verdict is None:
            raise ProviderUnavailable
        return ProviderAnswer(self.verdict, f"late-{reference}", f"{amount_cents} at last")


@pytest.fixture
def provider(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Callable[[bool | None], None]:
    monkeypatch.setattr(Recovering, "asked", [])
    monkeypatch.setattr(Recovering, "verdict", None)
    settings.PAYMENT_PROVIDER = f"{__name__}.Recovering"
    return lambda verdict: monkeypatch.setattr(Recovering, "verdict", verdict)


NOW = timedelta(0)


def test_a_silent_provider_leaves_the_deposit_open(ann: User) -> None:
    with pytest.raises(PaymentPending) as refusal:
        deposit(player=ann, amount_cents=SILENT, key="k")
    order = CashierOrder.objects.get()
    assert refusal.value.data == {"amount_cents": SILENT, "order": order.reference}
    assert (order.state, order.answered_at) == ("requested", None)
    assert not Transfer.objects.exists()


def test_a_silent_provider_holds_the_money_of_a_withdrawal(
    ann: User, provider: Callable[[bool | None], None]
) -> None:
    provider(True)
    deposit(player=ann, amount_cents=50_00, key="k")
    provider(None)
    with pytest.raises(PaymentPending):
        withdraw(player=ann, amount_cents=50_00, key="w")
    assert cash_balance(player=ann) == 0
    with pytest.raises(InsufficientFunds):
        withdraw(player=ann, amount_cents=1, key="other")


@pytest.mark.parametrize(
    ("accepted", "state", "cents"), [(True, "confirmed", 50_00), (False, "declined", 0)]
)
def test_an_open_deposit_is_finished_with_the_same_reference(
    ann: User,
    provider: Callable[[bool | None], None],
    accepted: bool,
    state: str,
    cents: int,
) -> None:
    with pytest.raises(PaymentPending):
        deposit(player=ann, amount_cents=50_00, key="k")
    assert finish_open_orders(older_than=NOW) == 0
    provider(accepted)
    assert finish_open_orders() == 0  # it may still be in somebody's hands
    assert finish_open_orders(older_than=NOW) == 1
    assert finish_open_orders(older_than=NOW) == 0
    order = CashierOrder.objects.get()
    assert (order.state, order.answer) == (state, "5000 at last")
    assert Recovering.asked == [order.reference] * 3
    assert cash_balance(player=ann) == cents


def test_an_open_withdrawal_that_is_declined_comes_back(
    ann: User, provider: Callable[[bool | None], None]
) -> None:
    provider(True)
    deposit(player=ann, amount_cents=50_00, key="k")
    provider(None)
    with pytest.raises(PaymentPending):
        withdraw(player=ann, amount_cents=50_00, key="w")
    provider(False)
    assert finish_open_orders(older_than=NOW) == 1
    assert cash_balance(player=ann) == 50_00


def test_the_player_finishes_an_open_deposit_by_sending_it_again(
    ann: User, provider: Callable[[bool | None], None]
) -> None:
    with pytest.raises(PaymentPending):
        deposit(player=ann, amount_cents=50_00, key="k")
    provider(True)
    assert deposit(player=ann, amount_cents=50_00, key="k").state == "confirmed"
    assert cash_balance(player=ann) == 50_00


def test_orders_of_another_provider_are_left_to_people(
    ann: User, provider: Callable[[bool | None], None]
) -> None:
    with pytest.raises(PaymentPending):
        deposit(player=ann, amount_cents=50_00, key="k")
    provider(True)
    CashierOrder.objects.update(provider="another")
    assert finish_open_orders(older_than=NOW) == 0
    assert CashierOrder.objects.get().state == "requested"


def test_the_job_finishes_what_has_been_open_long_enough(
    ann: User, provider: Callable[[bool | None], None]
) -> None:
    with pytest.raises(PaymentPending):
        deposit(player=ann, amount_cents=50_00, key="k")
    provider(True)
    order = CashierOrder.objects.get()
    CashierOrder.objects.update(requested_at=order.requested_at - timedelta(minutes=3))
    assert finish_open_orders_task.run() == 1
    assert cash_balance(player=ann) == 50_00


@pytest.mark.django_db(transaction=True)
def test_the_cashier_refuses_to_work_inside_a_transaction() -> None:
    ann = player("ann")
    for move in (deposit, withdraw):
        with pytest.raises(RuntimeError, match="durable"), transaction.atomic():
            move(player=ann, amount_cents=1_00, key="k")
    assert not CashierOrder.objects.exists()
