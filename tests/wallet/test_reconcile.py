"""Reconciliation finds every kind of damage, here done with the guards switched off."""

from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection, transaction
from pytest_django import Settings

from casino.reconciliation import BooksDoNotBalance, Check, Discrepancy
from casino.tasks import reconcile
from tests.factories import player, staff
from wallet.models import CASHIER_ID, HOUSE_ID, Account, CashierOrder, Transfer, TransferKind
from wallet.selectors.reconcile import TRIGGERS, checks
from wallet.services import (
    Posting,
    cash_account,
    deposit,
    open_session_account,
    post,
    reverse,
    withdraw,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def only_the_ledger(settings: Settings) -> None:
    """Leave out the checks of other apps, which ask for the rounds behind the transfers."""
    settings.RECONCILE_CHECKS = ["wallet.selectors.reconcile.checks"]


@pytest.fixture
def cash() -> Account:
    """A player with history: paid in 100, paid out 20, lost 10, had another 10 refunded."""
    ann = player("ann")
    deposit(player=ann, amount_cents=100_00, key="d")
    withdraw(player=ann, amount_cents=20_00, key="w")
    cash, stake = cash_account(ann), open_session_account(player=ann)
    with transaction.atomic():
        transfers = post(
            postings=[
                Posting(cash.pk, stake.pk, 60_00, TransferKind.BUY_IN, "in", "S1"),
                Posting(stake.pk, HOUSE_ID, 10_00, TransferKind.BET, "lost", "R1"),
                Posting(stake.pk, HOUSE_ID, 10_00, TransferKind.BET, "void", "R2"),
            ]
        )
    with transaction.atomic():
        reverse(transfer=transfers[2], key="back", actor=staff(), reason="malfunction")
    return cash


@contextmanager
def guards_off() -> Iterator[None]:
    """Take the triggers away as somebody with the database's password could, and bring them back.

    On SQLite a trigger can only be dropped and made again.
    """
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            tables = ("wallet_transfer", "wallet_account")
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            for table in tables:
                cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
            yield
            for table in tables:
                cursor.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")
            return
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        triggers = cursor.fetchall()
        for name, _ in triggers:
            cursor.execute(f"DROP TRIGGER {name}")
        yield
        for _, sql in triggers:
            cursor.execute(sql)


def found() -> list[Discrepancy]:
    return [discrepancy for check in checks() for discrepancy in check.discrepancies]


def codes() -> list[str]:
    return sorted({discrepancy.code for discrepancy in found()})


def booked(key: str) -> Transfer:
    return Transfer.objects.get(key=key)


def test_honest_books_balance(cash: Account) -> None:
    assert [(check.statement, check.counted, check.discrepancies) for check in checks()] == [
        ("The ledger's triggers are in place", 7, ()),
        ("Stored balances equal their transfers", 2, ()),
        ("Cash, sessions, house and cashier sum to zero", 4, ()),
        ("Reversals mirror what they reverse", 1, ()),
        ("No transfer goes from player to player", 6, ()),
        ("Cashier orders match their transfers", 2, ()),
        ("Claims equal their events and transfers", 0, ()),
    ]
    assert cash.owner is not None


def test_empty_books_balance() -> None:
    assert found() == []


def test_the_number_of_queries_does_not_grow_with_the_ledger(
    cash: Account, django_assert_max_num_queries
) -> None:
    with django_assert_max_num_queries(19):
        assert cash.pk
        checks()


def test_a_balance_that_was_changed_is_found(cash: Account) -> None:
    with guards_off():
        Account.objects.filter(pk=cash.pk).update(balance_cents=20_01)
    assert found() == [
        Discrepancy(
            "balance_differs",
            f"Account {cash.pk} holds 20.01, but its transfers make 20.00.",
        ),
        Discrepancy(
            "sum_not_zero",
            "All accounts add up to 0.01: cash 20.01, session 50.00, house 10.00, cashier -80.00.",
        ),
    ]


def test_a_transfer_that_was_deleted_is_found(cash: Account) -> None:
    with guards_off():
        booked("lost").delete()
    assert codes() == ["balance_differs", "sum_not_zero"]
    assert cash.pk


def test_a_transfer_whose_amount_was_changed_is_found(cash: Account) -> None:
    with guards_off():
        Transfer.objects.filter(key="void").update(amount_cents=9_00)
    assert codes() == ["balance_differs", "reversal_differs", "sum_not_zero"]
    assert cash.pk


def test_a_transfer_that_was_turned_to_another_account_is_found(cash: Account) -> None:
    other = cash_account(player("bob"))
    with guards_off():
        Transfer.objects.filter(key="in").update(credit=other)
    assert codes() == ["balance_differs", "between_players"]
    assert (
        f"Transfer {booked('in').pk} goes from user {cash.owner_id} to user {other.owner_id}."
        in {discrepancy.sentence for discrepancy in found()}
    )


def test_a_reversal_that_does_not_mirror_is_found(cash: Account) -> None:
    back, lost = booked("back"), booked("lost")
    with guards_off():
        Transfer.objects.filter(pk=back.pk).update(amount_cents=10_01)
    assert codes() == ["balance_differs", "reversal_differs", "sum_not_zero"]
    with guards_off():
        Transfer.objects.filter(pk=back.pk).update(amount_cents=10_00)
        Transfer.objects.filter(pk=lost.pk).update(reverses=back)
    assert [discrepancy.code for discrepancy in found()] == ["reversal_differs"]
    assert cash.pk


@pytest.mark.parametrize(
    ("key", "change", "sentence"),
    [
        (
            "d",
            {"amount_cents": 99_99},
            "is confirmed and should have moved 99.99 to the player, but moved 100.00.",
        ),
        (
            "d",
            {"state": "declined"},
            "is declined and should have moved 0.00 to the player, but moved 100.00.",
        ),
        (
            "d",
            {"state": "requested", "answered_at": None},
            "is requested and should have moved 0.00 to the player, but moved 100.00.",
        ),
        (
            "w",
            {"state": "declined"},
            "is declined and should have moved 0.00 to the player, but moved -20.00.",
        ),
        (
            "w",
            {"amount_cents": 30_00},
            "is confirmed and should have moved -30.00 to the player, but moved -20.00.",
        ),
    ],
)
def test_an_order_that_differs_from_its_transfers_is_found(
    cash: Account, key: str, change: dict[str, object], sentence: str
) -> None:
    orders = CashierOrder.objects.filter(player=cash.owner, key=key)
    orders.update(**change)
    assert found() == [Discrepancy("order_differs", f"Order {orders.get().reference} {sentence}")]


def test_money_through_the_cashier_without_an_order_is_found(cash: Account) -> None:
    with transaction.atomic():
        (transfer,) = post(
            postings=[Posting(CASHIER_ID, cash.pk, 1, TransferKind.DEPOSIT, "forged", "nowhere")]
        )
    assert found() == [
        Discrepancy(
            "order_missing",
            f"Transfer {transfer.pk} goes through the cashier without an order (nowhere).",
        )
    ]


@pytest.mark.parametrize("name", sorted(TRIGGERS["sqlite"] & TRIGGERS["postgresql"]))
def test_a_missing_guard_is_found(name: str) -> None:
    table = "wallet_transfer" if "transfer_" in name else "wallet_account"
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER {name}")
        else:
            cursor.execute(f"DROP TRIGGER {name}")
    assert found() == [
        Discrepancy("trigger_missing", f"The trigger {name} is missing or switched off.")
    ]


def run_command() -> tuple[int, str, str]:
    out, err = StringIO(), StringIO()
    try:
        call_command("reconcile", stdout=out, stderr=err, no_color=True)
    except SystemExit as end:
        return int(end.code or 0), out.getvalue(), err.getvalue()
    return 0, out.getvalue(), err.getvalue()


def test_the_command_says_what_it_checked(cash: Account) -> None:
    status, out, err = run_command()
    assert (status, err) == (0, "")
    assert "Stored balances equal their transfers: 2 checked, holds\n" in out
    assert out.endswith("books balance\n")
    assert cash.pk


def test_the_command_lists_what_is_wrong_and_exits_with_1(cash: Account) -> None:
    with guards_off():
        Account.objects.filter(pk=cash.pk).update(balance_cents=20_01)
    status, out, err = run_command()
    assert status == 1
    assert "Stored balances equal their transfers: 2 checked, 1 wrong\n" in out
    assert (
        f"  balance_differs: Account {cash.pk} holds 20.01, but its transfers make 20.00.\n" in out
    )
    assert "books balance" not in out
    assert err == "The books do not balance: 2 discrepancies\n"


def of_another_app() -> list[Check]:
    return [Check("Chips add up", 3, (Discrepancy("chip_lost", "Chip 7 is lost."),))]


def test_the_command_runs_the_checks_of_every_app(settings: Settings) -> None:
    settings.RECONCILE_CHECKS = ["wallet.selectors.reconcile.checks", f"{__name__}.of_another_app"]
    status, out, _ = run_command()
    assert status == 1
    assert "Chips add up: 3 checked, 1 wrong\n  chip_lost: Chip 7 is lost.\n" in out


def test_the_nightly_job_fails_when_the_books_do_not_balance(cash: Account) -> None:
    reconcile.run()
    with guards_off():
        Account.objects.filter(pk=cash.pk).update(balance_cents=0)
    with pytest.raises(BooksDoNotBalance, match="2 discrepancies"):
        reconcile.run()


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_the_books_are_checked_on_one_state_of_the_database() -> None:
    assert run_command()[0] == 0


def test_books_that_cannot_be_read_are_told_apart_from_wrong_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def unreadable() -> None:
        raise OperationalError("no such table")

    monkeypatch.setattr("casino.management.commands.reconcile.check_books", unreadable)

    with pytest.raises(CommandError, match="cannot be read: no such table") as end:
        run_command()

    assert end.value.returncode == 2
