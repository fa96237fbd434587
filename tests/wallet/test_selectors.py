"""What the wallet tells about accounts and their movements."""

from datetime import UTC, datetime

import pytest
from django.db import connection, transaction

from casino.models import User
from tests.factories import fund, player
from wallet.models import CASHIER_ID, HOUSE_ID, CashierOrder, OrderKind, TransferKind
from wallet.selectors import Movement, Totals, cash_balance, has_open_deposit, movements, totals
from wallet.services import Posting, cash_account, open_session_account, post

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> User:
    """Paid in 100, bought in for 60, lost 10, won 25 and cashed out 75."""
    ann = player("ann", cents=100_00)
    cash = cash_account(ann)
    stake = open_session_account(player=ann)
    with transaction.atomic():
        post(
            postings=[
                Posting(cash.pk, stake.pk, 60_00, TransferKind.BUY_IN, "a", "S1"),
                Posting(stake.pk, HOUSE_ID, 10_00, TransferKind.BET, "b", "R1"),
                Posting(HOUSE_ID, stake.pk, 25_00, TransferKind.PAYOUT, "c", "R1"),
                Posting(stake.pk, cash.pk, 75_00, TransferKind.CASH_OUT, "d", "S1"),
            ]
        )
    return ann


def test_cash_before_the_first_deposit_is_nothing() -> None:
    assert cash_balance(player=player()) == 0


def test_totals_by_kind_add_up_to_zero(ann: User) -> None:
    assert cash_balance(player=ann) == 115_00
    assert totals() == Totals(
        cash_cents=115_00, session_cents=0, house_cents=-15_00, cashier_cents=-100_00
    )


def test_totals_of_an_empty_ledger_are_zero() -> None:
    assert totals() == Totals(cash_cents=0, session_cents=0, house_cents=0, cashier_cents=0)


def lines(found: list[Movement]) -> list[tuple[str, int, int, int]]:
    return [(line.kind, line.amount_cents, line.before_cents, line.after_cents) for line in found]


def test_a_statement_shows_the_balance_around_each_movement(
    ann: User, django_assert_num_queries
) -> None:
    fund(player("bob"), 500_00)
    with django_assert_num_queries(1):
        found = movements(player=ann)
    assert lines(found) == [
        ("cash_out", 75_00, 40_00, 115_00),
        ("buy_in", -60_00, 100_00, 40_00),
        ("deposit", 100_00, 0, 100_00),
    ]
    assert [line.reference for line in found[:2]] == ["S1", "S1"]


def test_the_newest_movements_keep_their_balances(ann: User) -> None:
    assert lines(movements(player=ann, newest=1)) == [("cash_out", 75_00, 40_00, 115_00)]


def test_a_period_starts_from_the_balance_it_found(monkeypatch: pytest.MonkeyPatch) -> None:
    eve = player("eve")
    cash = cash_account(eve)
    for day, cents in ((1, 10_00), (2, 20_00), (3, 30_00)):
        moment = datetime(2026, 3, day, 12, tzinfo=UTC)
        monkeypatch.setattr("wallet.services.posting.timezone.now", lambda at=moment: at)
        with transaction.atomic():
            post(
                postings=[
                    Posting(
                        CASHIER_ID, cash.pk, cents, TransferKind.DEPOSIT, f"day {day}", f"day {day}"
                    )
                ]
            )
    found = movements(
        player=eve,
        since=datetime(2026, 3, 2, tzinfo=UTC),
        until=datetime(2026, 3, 3, tzinfo=UTC),
    )
    assert lines(found) == [("deposit", 20_00, 10_00, 30_00)]
    assert found[0].at == datetime(2026, 3, 2, 12, tzinfo=UTC)


def test_an_open_deposit_is_known() -> None:
    ann = player()
    assert not has_open_deposit(player=ann)
    CashierOrder.objects.create(
        player=ann, kind=OrderKind.DEPOSIT, amount_cents=1, key="k", provider="p", reference="r"
    )
    assert has_open_deposit(player=ann)


def test_sums_are_whole_numbers_on_every_database(ann: User) -> None:
    assert connection.vendor in {"postgresql", "sqlite"}
    held = totals()
    assert {type(held.house_cents), type(held.cash_cents), type(cash_balance(player=ann))} == {int}
