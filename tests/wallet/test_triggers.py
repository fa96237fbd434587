"""The database guards the ledger by itself, whatever code runs."""

import pytest
from django.db import IntegrityError, connection, transaction

from tests.factories import player
from wallet.models import CASHIER_ID, HOUSE_ID, Account, AccountKind, Transfer, TransferKind
from wallet.services import cash_account

pytestmark = pytest.mark.django_db


@pytest.fixture
def cash() -> Account:
    return cash_account(player(cents=100_00))


@pytest.fixture
def deposit(cash: Account) -> Transfer:
    return Transfer.objects.get(credit=cash)


def insert(*, debit_id: int, credit_id: int, cents: int, key: str = "k", **more: object) -> None:
    Transfer.objects.create(
        debit_id=debit_id,
        credit_id=credit_id,
        amount_cents=cents,
        kind=TransferKind.PAYOUT,
        key=key,
        **more,
    )


def test_an_insert_past_the_services_moves_the_balances_too(cash: Account) -> None:
    insert(debit_id=HOUSE_ID, credit_id=cash.pk, cents=5)
    insert(debit_id=cash.pk, credit_id=HOUSE_ID, cents=105, key="other")
    cash.refresh_from_db()
    assert cash.balance_cents == 99_00


def test_an_insert_past_the_services_cannot_overdraw(cash: Account) -> None:
    with pytest.raises(IntegrityError, match="wallet_account_no_overdraft"), transaction.atomic():
        insert(debit_id=cash.pk, credit_id=HOUSE_ID, cents=100_01)
    cash.refresh_from_db()
    assert cash.balance_cents == 100_00


def test_the_house_and_the_cashier_have_no_stored_balance(cash: Account) -> None:
    insert(debit_id=HOUSE_ID, credit_id=cash.pk, cents=5)
    balances = Account.objects.in_bulk([HOUSE_ID, CASHIER_ID])
    assert [balances[HOUSE_ID].balance_cents, balances[CASHIER_ID].balance_cents] == [None, None]


@pytest.mark.parametrize(
    "change", [{"amount_cents": 1}, {"credit_id": HOUSE_ID}, {"reason": ""}, {"created_at": None}]
)
def test_a_transfer_is_never_changed(
    deposit: Transfer, cash: Account, change: dict[str, object]
) -> None:
    if change == {"created_at": None}:
        change = {"created_at": deposit.created_at}
    with pytest.raises(IntegrityError, match="never changed or deleted"), transaction.atomic():
        Transfer.objects.filter(pk=deposit.pk).update(**change)
    deposit.refresh_from_db()
    assert (deposit.amount_cents, deposit.credit_id) == (100_00, cash.pk)


def test_a_transfer_is_never_deleted(deposit: Transfer) -> None:
    with transaction.atomic():
        with connection.cursor() as cursor:  # as in a database that is none of the tests'
            cursor.execute("DROP TABLE ledger_may_be_emptied")
        with pytest.raises(IntegrityError, match="never changed or deleted"), transaction.atomic():
            deposit.delete()
        transaction.set_rollback(True)
    assert Transfer.objects.filter(pk=deposit.pk).exists()


@pytest.mark.postgres
def test_the_ledger_is_never_emptied(deposit: Transfer) -> None:
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("DROP TABLE ledger_may_be_emptied")
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            with pytest.raises(IntegrityError, match="never emptied"), transaction.atomic():
                cursor.execute("TRUNCATE wallet_transfer CASCADE")
        transaction.set_rollback(True)
    assert Transfer.objects.filter(pk=deposit.pk).exists()


@pytest.mark.parametrize("cents", [0, 100_01, 99_99])
def test_a_balance_is_moved_by_transfers_only(cash: Account, cents: int) -> None:
    with pytest.raises(IntegrityError, match="moved by transfers only"), transaction.atomic():
        Account.objects.filter(pk=cash.pk).update(balance_cents=cents)
    cash.refresh_from_db()
    assert cash.balance_cents == 100_00


def test_an_account_opens_empty() -> None:
    owner = player()
    with pytest.raises(IntegrityError, match="opened empty"), transaction.atomic():
        Account.objects.create(kind=AccountKind.SESSION, owner=owner, balance_cents=1)
    assert not Account.objects.filter(owner=owner).exists()


def test_an_account_keeps_its_kind_and_its_owner(cash: Account) -> None:
    for change in ({"owner": player()}, {"kind": AccountKind.SESSION}):
        with pytest.raises(IntegrityError, match="keeps its kind"), transaction.atomic():
            Account.objects.filter(pk=cash.pk).update(**change)
    assert Account.objects.get(pk=cash.pk).owner == cash.owner


@pytest.mark.parametrize(
    ("kind", "owned", "cents"),
    [
        (AccountKind.CASH, False, 0),
        (AccountKind.SESSION, True, None),
        (AccountKind.HOUSE, False, None),
        (AccountKind.CASHIER, False, None),
        (AccountKind.HOUSE, True, None),
        (AccountKind.CASH, True, 0),
    ],
    ids=["no owner", "no balance", "second house", "second cashier", "owned house", "second cash"],
)
def test_accounts_that_make_no_sense_are_refused(
    cash: Account, kind: AccountKind, owned: bool, cents: int | None
) -> None:
    before = Account.objects.count()
    with pytest.raises(IntegrityError), transaction.atomic():
        Account.objects.create(kind=kind, owner=cash.owner if owned else None, balance_cents=cents)
    assert Account.objects.count() == before


@pytest.mark.parametrize("cents", [0, -1])
def test_a_transfer_moves_more_than_nothing(cash: Account, cents: int) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        insert(debit_id=HOUSE_ID, credit_id=cash.pk, cents=cents)
    assert Transfer.objects.filter(credit=cash).count() == 1


def test_a_transfer_is_between_two_accounts(cash: Account) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        insert(debit_id=cash.pk, credit_id=cash.pk, cents=1)
    assert Transfer.objects.filter(credit=cash).count() == 1


def test_an_adjustment_names_who_and_why(cash: Account) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Transfer.objects.create(
            debit_id=HOUSE_ID,
            credit=cash,
            amount_cents=1,
            kind=TransferKind.ADJUSTMENT,
            key="k",
        )
    assert Transfer.objects.filter(credit=cash).count() == 1


@pytest.mark.parametrize(
    ("debit_is_cash", "cents"), [(True, 99_99), (True, 100_01), (False, 100_00)]
)
def test_a_reversal_that_is_no_mirror_is_refused(
    deposit: Transfer, cash: Account, debit_is_cash: bool, cents: int
) -> None:
    insert(debit_id=HOUSE_ID, credit_id=cash.pk, cents=50_00)
    pair = (cash.pk, CASHIER_ID) if debit_is_cash else (CASHIER_ID, cash.pk)
    with pytest.raises(IntegrityError, match="mirrors"), transaction.atomic():
        insert(debit_id=pair[0], credit_id=pair[1], cents=cents, key="back", reverses=deposit)
    cash.refresh_from_db()
    assert cash.balance_cents == 150_00


def test_a_transfer_is_reversed_once(deposit: Transfer, cash: Account) -> None:
    insert(debit_id=HOUSE_ID, credit_id=cash.pk, cents=100_00)
    insert(debit_id=cash.pk, credit_id=CASHIER_ID, cents=100_00, key="back", reverses=deposit)
    with pytest.raises(IntegrityError), transaction.atomic():
        insert(debit_id=cash.pk, credit_id=CASHIER_ID, cents=100_00, key="x", reverses=deposit)
    cash.refresh_from_db()
    assert cash.balance_cents == 100_00


@pytest.mark.django_db(transaction=True)
def test_the_house_and_the_cashier_are_there_after_all_tables_were_emptied() -> None:
    kinds = Account.objects.order_by("id").values_list("id", "kind")
    assert list(kinds) == [(HOUSE_ID, "house"), (CASHIER_ID, "cashier")]
    cash_account(player(cents=1))  # and the next test finds them again


@pytest.mark.django_db(transaction=True)
def test_tables_are_emptied_between_tests_that_commit() -> None:
    test_the_house_and_the_cashier_are_there_after_all_tables_were_emptied()
    assert Transfer.objects.count() == 1
