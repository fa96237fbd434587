"""Money under real concurrency, and twins that show what would happen without the guard."""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from functools import partial

import pytest
from django.db import OperationalError, connection, transaction
from django.db.models import Sum
from pytest_django import Settings

from casino.models import User
from casino.selectors.books import check_books
from tests.factories import fund, player, staff
from tests.race import together
from wallet.models import CASHIER_ID, HOUSE_ID, Account, CashierOrder, Transfer, TransferKind
from wallet.providers import ProviderAnswer, SandboxProvider
from wallet.selectors import cash_balance
from wallet.selectors.reconcile import checks
from wallet.services import (
    Posting,
    adjust,
    cash_account,
    deposit,
    finish_open_orders,
    post,
    reverse,
    withdraw,
)

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

THREADS = 8
SECONDS = 30


@pytest.fixture
def ann() -> User:
    return player("ann")


def kinds(outcomes: Sequence[object]) -> dict[str, int]:
    """How often each type came out."""
    names = [type(outcome).__name__ for outcome in outcomes]
    return {name: names.count(name) for name in sorted(set(names))}


def balance(account: Account) -> int | None:
    account.refresh_from_db()
    return account.balance_cents


def book(*postings: Posting) -> list[Transfer]:
    with transaction.atomic():
        return post(postings=postings)


def bet(account: Account, cents: int, key: str) -> Posting:
    return Posting(account.pk, HOUSE_ID, cents, TransferKind.BET, key, "R1")


@contextmanager
def guards_off() -> Iterator[None]:
    """Let the twins write balances by hand."""
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE wallet_account DISABLE TRIGGER USER")
        cursor.execute("ALTER TABLE wallet_transfer DISABLE TRIGGER USER")
        yield
        cursor.execute("ALTER TABLE wallet_account ENABLE TRIGGER USER")
        cursor.execute("ALTER TABLE wallet_transfer ENABLE TRIGGER USER")


def test_of_many_bets_only_those_that_are_covered_are_taken(ann: User) -> None:
    cash = fund(ann, 50_00)
    outcomes = together(*(partial(book, bet(cash, 10_00, f"bet {n}")) for n in range(THREADS)))
    assert kinds(outcomes) == {"InsufficientFunds": 3, "list": 5}
    assert balance(cash) == 0
    assert Transfer.objects.filter(debit=cash).count() == 5
    assert not any(check.discrepancies for check in checks())


def test_twin_balances_that_are_read_and_written_take_bets_that_are_not_covered(
    ann: User,
) -> None:
    cash = fund(ann, 50_00)
    all_have_read = threading.Barrier(THREADS)

    def naive(key: str) -> list[Transfer]:
        with transaction.atomic():
            read = Account.objects.get(pk=cash.pk).balance_cents or 0
            all_have_read.wait(SECONDS)
            assert read >= 10_00
            Account.objects.filter(pk=cash.pk).update(balance_cents=read - 10_00)
            return post(postings=[bet(cash, 10_00, key)])

    with guards_off():
        outcomes = together(*[partial(naive, f"bet {n}") for n in range(THREADS)])
    assert kinds(outcomes) == {"list": THREADS}
    assert Transfer.objects.filter(debit=cash).aggregate(cents=Sum("amount_cents")) == {
        "cents": 80_00
    }
    assert balance(cash) == 40_00


def test_one_key_books_once_however_many_send_it(ann: User) -> None:
    cash = fund(ann, 100_00)
    outcomes = together(*[partial(book, bet(cash, 10_00, "bet"))] * THREADS)
    assert outcomes == [[Transfer.objects.get(key="bet")]] * THREADS
    assert balance(cash) == 90_00


def test_one_key_with_two_contents_books_one_of_them(ann: User) -> None:
    cash = fund(ann, 100_00)
    outcomes = together(
        *[partial(book, bet(cash, cents, "bet")) for cents in (10_00, 20_00)],
    )
    assert kinds(outcomes) == {"IdempotencyConflict": 1, "list": 1}
    assert balance(cash) == 100_00 - Transfer.objects.get(key="bet").amount_cents


def test_a_double_click_pays_in_once(ann: User) -> None:
    call = partial(deposit, player=ann, amount_cents=50_00, key="form 1")
    outcomes = together(*[call] * THREADS)
    assert outcomes == [CashierOrder.objects.get()] * THREADS
    assert cash_balance(player=ann) == 50_00
    assert Transfer.objects.count() == 1


def test_twin_looking_for_the_key_before_booking_pays_in_twice(ann: User) -> None:
    cash = cash_account(ann)
    all_have_looked = threading.Barrier(2)

    def naive(number: int) -> list[Transfer]:
        known = Transfer.objects.filter(key__startswith="form 1").exists()
        all_have_looked.wait(SECONDS)
        assert not known
        key = f"form 1, booking {number}"
        return book(Posting(CASHIER_ID, cash.pk, 50_00, TransferKind.DEPOSIT, key, "O1"))

    together(*[partial(naive, number) for number in range(2)])
    assert cash_balance(player=ann) == 100_00


def test_a_balance_is_paid_out_once(ann: User) -> None:
    fund(ann, 50_00)
    outcomes = together(
        *[
            partial(withdraw, player=ann, amount_cents=50_00, key=f"form {n}")
            for n in range(THREADS)
        ]
    )
    assert kinds(outcomes) == {"CashierOrder": 1, "InsufficientFunds": THREADS - 1}
    assert cash_balance(player=ann) == 0


def test_a_cash_account_is_opened_once(ann: User) -> None:
    outcomes = together(*[partial(cash_account, ann)] * THREADS)
    assert outcomes == [Account.objects.get(owner=ann)] * THREADS


def test_sets_over_the_same_accounts_in_any_order_do_not_deadlock() -> None:
    accounts = [fund(player(), 100_00) for _ in range(20)]

    def settle(name: int) -> int:
        order = accounts if name % 2 else accounts[::-1]
        for turn in range(5):
            book(*(bet(account, 1, f"{name}/{turn}/{account.pk}") for account in order))
        return name

    assert together(*[partial(settle, name) for name in range(THREADS)]) == list(range(THREADS))
    assert {balance(account) for account in accounts} == {100_00 - THREADS * 5}


def test_twin_accounts_taken_one_by_one_in_opposite_order_deadlock() -> None:
    first, second = (fund(player(), 100_00) for _ in range(2))
    both_hold_one = threading.Barrier(2)

    def one_by_one(*order: Account) -> None:
        with transaction.atomic():
            post(postings=[bet(order[0], 1, f"{order[0].pk} before {order[1].pk}")])
            both_hold_one.wait(SECONDS)
            post(postings=[bet(order[1], 1, f"{order[1].pk} after {order[0].pk}")])

    outcomes = together(partial(one_by_one, first, second), partial(one_by_one, second, first))
    (failure,) = (outcome for outcome in outcomes if outcome is not None)
    assert isinstance(failure, OperationalError)
    assert "deadlock detected" in str(failure)


def test_a_transfer_is_taken_back_once(ann: User) -> None:
    boss = staff()
    with transaction.atomic():
        gift = adjust(player=ann, amount_cents=10_00, key="gift", actor=boss, reason="goodwill")
    fund(ann, 100_00)

    def take_back(key: str) -> Transfer:
        with transaction.atomic():
            return reverse(transfer=gift, key=key, actor=boss, reason="a mistake")

    outcomes = together(*[partial(take_back, f"back {n}") for n in range(THREADS)])
    assert kinds(outcomes) == {"AlreadyReversed": THREADS - 1, "Transfer": 1}
    assert cash_balance(player=ann) == 100_00


class Hurried(SandboxProvider):
    """Answers when all who ask are there, so that all of them bring the answer at once."""

    everybody = threading.Barrier(THREADS)

    def collect(self, *, reference: str, amount_cents: int) -> ProviderAnswer:
        self.everybody.wait(SECONDS)
        return super().collect(reference=reference, amount_cents=amount_cents)


def test_an_open_deposit_is_finished_once_by_many_workers(ann: User, settings: Settings) -> None:
    CashierOrder.objects.create(
        player=ann,
        kind="deposit",
        amount_cents=50_00,
        key="k",
        provider="sandbox",
        reference="open",
    )
    settings.PAYMENT_PROVIDER = f"{__name__}.Hurried"
    together(*[partial(finish_open_orders, older_than=timedelta(0))] * THREADS)
    assert cash_balance(player=ann) == 50_00
    assert Transfer.objects.count() == 1


def test_books_that_are_checked_while_money_moves_balance(settings: Settings) -> None:
    settings.RECONCILE_CHECKS = ["wallet.selectors.reconcile.checks"]
    accounts = [fund(player(), 100_00) for _ in range(4)]

    def play(account: Account) -> int:
        for turn in range(20):
            back = Posting(
                HOUSE_ID, account.pk, 2, TransferKind.PAYOUT, f"{account.pk}-{turn}", "R1"
            )
            book(bet(account, 1, f"{account.pk}+{turn}"), back)
        return 0

    def look() -> int:
        return sum(len(check.discrepancies) for _ in range(5) for check in check_books())

    calls: list[Callable[[], int]] = [partial(play, account) for account in accounts]
    assert set(together(*calls, look)) == {0}
    assert {balance(account) for account in accounts} == {100_20}
