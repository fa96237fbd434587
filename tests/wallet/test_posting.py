"""Posting moves balances, all or nothing, once per key."""

import dataclasses
from typing import Any

import pytest
from django.db import connection, transaction

from casino.errors import IdempotencyConflict
from tests.factories import player
from wallet.errors import InsufficientFunds
from wallet.models import HOUSE_ID, Account, Transfer, TransferKind
from wallet.services import Posting, cash_account, open_session_account, post

pytestmark = pytest.mark.django_db


def balance(account: Account) -> int | None:
    account.refresh_from_db()
    return account.balance_cents


@pytest.fixture
def cash() -> Account:
    return cash_account(player(cents=100_00))


@pytest.fixture
def stake(cash: Account) -> Account:
    assert cash.owner is not None
    return open_session_account(player=cash.owner)


def buy_in(cash: Account, stake: Account, cents: int = 60_00, key: str = "buy-in") -> Posting:
    return Posting(cash.pk, stake.pk, cents, TransferKind.BUY_IN, key, "S1")


def test_a_transfer_moves_both_balances(cash: Account, stake: Account) -> None:
    with transaction.atomic():
        (transfer,) = post(postings=[buy_in(cash, stake)])
    assert (balance(cash), balance(stake)) == (40_00, 60_00)
    assert transfer == Transfer.objects.get(key="buy-in")
    booked = Transfer.objects.get(pk=transfer.pk)
    assert (booked.debit_id, booked.credit_id, booked.amount_cents) == (cash.pk, stake.pk, 60_00)
    assert (booked.kind, booked.reference, booked.reason) == ("buy_in", "S1", "")
    assert booked.created_at == transfer.created_at


def test_one_statement_books_a_set(
    cash: Account, stake: Account, django_assert_num_queries
) -> None:
    with transaction.atomic(), django_assert_num_queries(1):
        transfers = post(
            postings=[
                buy_in(cash, stake),
                Posting(stake.pk, HOUSE_ID, 10_00, TransferKind.BET, "bet", "R1"),
                Posting(HOUSE_ID, stake.pk, 25_00, TransferKind.PAYOUT, "payout", "R1"),
            ]
        )
    assert [transfer.key for transfer in transfers] == ["buy-in", "bet", "payout"]
    assert (balance(cash), balance(stake)) == (40_00, 75_00)


def test_nothing_to_post_costs_nothing(django_assert_num_queries) -> None:
    with transaction.atomic(), django_assert_num_queries(0):
        assert post(postings=[]) == []


def test_an_overdraft_is_refused_with_what_is_there(cash: Account, stake: Account) -> None:
    before = Transfer.objects.count()
    with pytest.raises(InsufficientFunds) as refusal, transaction.atomic():
        post(postings=[buy_in(cash, stake, cents=100_01)])
    assert refusal.value.data == {
        "account_id": cash.pk,
        "available_cents": 100_00,
        "needed_cents": 100_01,
    }
    assert refusal.value.status == 409
    assert (balance(cash), balance(stake)) == (100_00, 0)
    assert Transfer.objects.count() == before


def test_a_set_falls_with_its_first_transfer_that_is_not_covered(
    cash: Account, stake: Account
) -> None:
    with pytest.raises(InsufficientFunds) as refusal, transaction.atomic():
        post(
            postings=[
                buy_in(cash, stake, 50_00),
                Posting(stake.pk, HOUSE_ID, 30_00, TransferKind.BET, "bet", "R1"),
                Posting(stake.pk, HOUSE_ID, 20_01, TransferKind.ADDED_STAKE, "double", "R1"),
                Posting(HOUSE_ID, stake.pk, 90_00, TransferKind.PAYOUT, "payout", "R1"),
            ]
        )
    assert refusal.value.data == {
        "account_id": stake.pk,
        "available_cents": 20_00,
        "needed_cents": 20_01,
    }
    assert (balance(cash), balance(stake)) == (100_00, 0)
    assert not Transfer.objects.filter(reference__in=["S1", "R1"]).exists()


def test_the_same_key_with_the_same_contents_gives_the_first_transfers(
    cash: Account, stake: Account
) -> None:
    postings = [
        buy_in(cash, stake),
        Posting(stake.pk, HOUSE_ID, 10_00, TransferKind.BET, "bet", "R1"),
    ]
    with transaction.atomic():
        first = post(postings=postings)
    with transaction.atomic():
        again = post(postings=list(reversed(postings)))
    assert again == [first[1], first[0]]
    assert (balance(cash), balance(stake)) == (40_00, 50_00)


@pytest.mark.parametrize(
    "change",
    [
        {"amount_cents": 60_01},
        {"kind": TransferKind.REBUY},
        {"reference": "S2"},
        {"debit_id": HOUSE_ID},
        {"reason": "because"},
    ],
)
def test_the_same_key_with_other_contents_is_a_conflict(
    cash: Account, stake: Account, change: dict[str, Any]
) -> None:
    with transaction.atomic():
        post(postings=[buy_in(cash, stake)])
    other = dataclasses.replace(buy_in(cash, stake), **change)
    with pytest.raises(IdempotencyConflict), transaction.atomic():
        post(postings=[other])
    assert (balance(cash), balance(stake)) == (40_00, 60_00)


def test_a_set_of_which_a_part_was_booked_is_a_conflict(cash: Account, stake: Account) -> None:
    with transaction.atomic():
        post(postings=[buy_in(cash, stake)])
    bet = Posting(stake.pk, HOUSE_ID, 10_00, TransferKind.BET, "bet", "R1")
    with pytest.raises(IdempotencyConflict), transaction.atomic():
        post(postings=[buy_in(cash, stake), bet])
    assert (balance(cash), balance(stake)) == (40_00, 60_00)
    assert not Transfer.objects.filter(key="bet").exists()


def test_a_caller_that_swallows_a_refusal_cannot_commit(cash: Account, stake: Account) -> None:
    with transaction.atomic():
        post(postings=[buy_in(cash, stake)])
    bet = Posting(stake.pk, HOUSE_ID, 10_00, TransferKind.BET, "bet", "R1")
    with transaction.atomic():
        try:
            post(postings=[buy_in(cash, stake, 1), bet])
        except IdempotencyConflict:
            assert connection.needs_rollback
    assert not Transfer.objects.filter(key="bet").exists()
    assert balance(stake) == 60_00


@pytest.mark.parametrize("cents", [0, -1])
def test_a_posting_moves_more_than_nothing(cash: Account, stake: Account, cents: int) -> None:
    with pytest.raises(ValueError, match="more than nothing"):
        buy_in(cash, stake, cents)


def test_a_posting_needs_two_accounts_and_a_key(cash: Account, stake: Account) -> None:
    with pytest.raises(ValueError, match="two accounts"):
        buy_in(cash, cash)
    with pytest.raises(ValueError, match="key"):
        buy_in(cash, stake, key="")


def test_two_postings_of_a_set_have_two_keys(cash: Account, stake: Account) -> None:
    with pytest.raises(ValueError, match="same key"), transaction.atomic():
        post(postings=[buy_in(cash, stake, 1), buy_in(cash, stake, 2)])
