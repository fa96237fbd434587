"""What was booked stays; it is put right by another transfer, on somebody's decision."""

import pytest
from django.db import transaction

from casino.errors import IdempotencyConflict
from casino.models import User
from tests.factories import player, staff
from wallet.errors import AlreadyReversed, InsufficientFunds, ReasonMissing
from wallet.models import HOUSE_ID, Account, Transfer, TransferKind
from wallet.selectors import cash_balance
from wallet.services import Posting, adjust, cash_account, open_session_account, post, reverse

pytestmark = pytest.mark.django_db


@pytest.fixture
def boss() -> User:
    return staff()


@pytest.fixture
def stake() -> Account:
    """A session bought in for 60 that has bet 10 and won 25."""
    ann = player("ann", cents=100_00)
    stake = open_session_account(player=ann)
    with transaction.atomic():
        post(
            postings=[
                Posting(cash_account(ann).pk, stake.pk, 60_00, TransferKind.BUY_IN, "in", "S1"),
                Posting(stake.pk, HOUSE_ID, 10_00, TransferKind.BET, "bet", "R1"),
                Posting(HOUSE_ID, stake.pk, 25_00, TransferKind.PAYOUT, "payout", "R1"),
            ]
        )
    return stake


def balance(account: Account) -> int | None:
    account.refresh_from_db()
    return account.balance_cents


def booked(key: str) -> Transfer:
    return Transfer.objects.get(key=key)


@pytest.mark.parametrize(
    ("key", "kind", "left"),
    [
        ("bet", "refund", 85_00),
        ("payout", "payout_reversal", 50_00),
        ("in", "reversal", 15_00),
    ],
)
def test_a_reversal_is_the_mirror_and_names_what_who_and_why(
    stake: Account, boss: User, key: str, kind: str, left: int
) -> None:
    first = booked(key)
    with transaction.atomic():
        back = reverse(transfer=first, key="back", actor=boss, reason="dealt wrongly")
    back.refresh_from_db()
    assert (back.debit_id, back.credit_id) == (first.credit_id, first.debit_id)
    assert (back.amount_cents, back.kind) == (first.amount_cents, kind)
    assert (back.reverses, back.reference) == (first, first.reference)
    assert (back.actor, back.reason) == (boss, "dealt wrongly")
    assert balance(stake) == left


def test_the_same_reversal_again_is_the_same_transfer(stake: Account, boss: User) -> None:
    with transaction.atomic():
        back = reverse(transfer=booked("bet"), key="back", actor=boss, reason="why")
    with transaction.atomic():
        assert reverse(transfer=booked("bet"), key="back", actor=boss, reason="why") == back
    with pytest.raises(IdempotencyConflict), transaction.atomic():
        reverse(transfer=booked("bet"), key="back", actor=boss, reason="another")
    assert balance(stake) == 85_00


def test_nothing_is_reversed_twice(stake: Account, boss: User) -> None:
    with transaction.atomic():
        back = reverse(transfer=booked("bet"), key="back", actor=boss, reason="why")
    for transfer in (booked("bet"), back):
        with pytest.raises(AlreadyReversed) as refusal, transaction.atomic():
            reverse(transfer=transfer, key="again", actor=boss, reason="why")
        assert refusal.value.data == {"transfer": transfer.pk}
    assert balance(stake) == 85_00


def test_what_has_been_spent_cannot_be_taken_back(stake: Account, boss: User) -> None:
    with transaction.atomic():
        post(postings=[Posting(stake.pk, HOUSE_ID, 70_00, TransferKind.BET, "bet 2", "R2")])
    with pytest.raises(InsufficientFunds) as refusal, transaction.atomic():
        reverse(transfer=booked("payout"), key="back", actor=boss, reason="why")
    assert refusal.value.data["available_cents"] == 5_00
    assert balance(stake) == 5_00
    assert not Transfer.objects.filter(reverses__isnull=False).exists()


@pytest.mark.parametrize("reason", ["", "  "])
def test_a_correction_needs_a_reason(stake: Account, boss: User, reason: str) -> None:
    with pytest.raises(ReasonMissing), transaction.atomic():
        reverse(transfer=booked("bet"), key="back", actor=boss, reason=reason)
    assert stake.owner is not None
    with pytest.raises(ReasonMissing), transaction.atomic():
        adjust(player=stake.owner, amount_cents=1, key="a", actor=boss, reason=reason)
    assert balance(stake) == 75_00
    assert cash_balance(player=stake.owner) == 40_00


@pytest.mark.parametrize(("cents", "left"), [(5_00, 15_00), (-5_00, 5_00)])
def test_an_adjustment_moves_between_house_and_cash(boss: User, cents: int, left: int) -> None:
    bob = player("bob", cents=10_00)
    with transaction.atomic():
        transfer = adjust(player=bob, amount_cents=cents, key="a", actor=boss, reason="goodwill")
    assert cash_balance(player=bob) == left
    transfer.refresh_from_db()
    assert (transfer.kind, transfer.actor, transfer.reason) == ("adjustment", boss, "goodwill")
    assert HOUSE_ID in (transfer.debit_id, transfer.credit_id)


def test_an_adjustment_takes_no_more_than_there_is(boss: User) -> None:
    bob = player("bob", cents=10_00)
    with pytest.raises(InsufficientFunds), transaction.atomic():
        adjust(player=bob, amount_cents=-10_01, key="a", actor=boss, reason="error")
    assert cash_balance(player=bob) == 10_00
