"""Posting: sets in one statement beside a trigger per row, single rounds beside plain ORM code."""

import itertools
import statistics
import threading
import time
from collections.abc import Callable
from uuid import uuid4

from django.db import connection, transaction
from django.db.models import F

from casino.models import User
from tests.bench import Row, median_seconds
from wallet.models import HOUSE_ID, Account, AccountKind, Transfer, TransferKind
from wallet.services import Posting, post

ACCOUNTS = 50_000
SET = 10_000
CLIENTS = 8
SECONDS = 3.0

TRIGGER_PER_ROW = """
    ALTER TABLE wallet_transfer DISABLE TRIGGER wallet_transfer_moves_balances;
    CREATE FUNCTION bench_move_balances() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        UPDATE wallet_account SET balance_cents = balance_cents - NEW.amount_cents
        WHERE id = NEW.debit_id AND balance_cents IS NOT NULL;
        UPDATE wallet_account SET balance_cents = balance_cents + NEW.amount_cents
        WHERE id = NEW.credit_id AND balance_cents IS NOT NULL;
        RETURN NULL;
    END $$;
    CREATE TRIGGER bench_moves_balances AFTER INSERT ON wallet_transfer
    FOR EACH ROW EXECUTE FUNCTION bench_move_balances();
"""
TRIGGER_PER_STATEMENT = """
    DROP TRIGGER bench_moves_balances ON wallet_transfer;
    ALTER TABLE wallet_transfer ENABLE TRIGGER wallet_transfer_moves_balances;
"""


def measure(_database_url: str) -> list[Row]:
    """A settled set of 10,000, one posting among many accounts, and rounds by eight clients."""
    accounts = _open_accounts()
    per_statement = median_seconds(lambda: _pay_out(accounts[:SET]))
    single = _median_single(accounts)
    _run(TRIGGER_PER_ROW)
    per_row = median_seconds(lambda: _pay_out(accounts[:SET]))
    _run(TRIGGER_PER_STATEMENT)
    _pay_out(accounts)
    return [
        Row(
            f"post() of {SET:,} payouts",
            f"{per_statement * 1000:.0f} ms",
            f"trigger per row: {per_row * 1000:.0f} ms",
        ),
        Row(
            f"post() of one, {ACCOUNTS:,} accounts, after a set",
            f"{single * 1000:.2f} ms",
            f"SELECT 1 in a transaction: {_median_empty() * 1000:.2f} ms",
        ),
        Row(
            f"bet and payout, {CLIENTS} clients",
            f"{_rounds_per_second(accounts, _round_by_posting):.0f} rounds/s",
            f"plain ORM: {_rounds_per_second(accounts, _round_by_orm):.0f} rounds/s",
        ),
    ]


def _run(sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql)


def _open_accounts() -> list[int]:
    owner = User.objects.create_user("bench", "bench@casino.test", "secret")
    Account.objects.bulk_create(
        (Account(kind=AccountKind.SESSION, owner=owner, balance_cents=0) for _ in range(ACCOUNTS)),
        batch_size=10_000,
    )
    _run("ANALYZE wallet_account")
    return list(Account.objects.filter(owner=owner).values_list("pk", flat=True))


def _posting(debit_id: int, credit_id: int, kind: TransferKind) -> Posting:
    return Posting(debit_id, credit_id, 10, kind, uuid4().hex, "R1")


def _pay_out(accounts: list[int]) -> None:
    with transaction.atomic():
        post(postings=[_posting(HOUSE_ID, account, TransferKind.PAYOUT) for account in accounts])


def _median_single(accounts: list[int]) -> float:
    turns = itertools.cycle(accounts)
    return statistics.median(_timed(lambda: _pay_out([next(turns)])) for _ in range(200))


def _median_empty() -> float:
    def empty() -> None:
        with transaction.atomic():
            _run("SELECT 1")

    return statistics.median(_timed(empty) for _ in range(200))


def _timed(work: Callable[[], None]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def _round_by_posting(account: int) -> None:
    with transaction.atomic():
        post(
            postings=[
                _posting(account, HOUSE_ID, TransferKind.BET),
                _posting(HOUSE_ID, account, TransferKind.PAYOUT),
            ]
        )


def _round_by_orm(account: int) -> None:
    """Lock, write the transfer, move the balance, for the bet and for the payout."""
    with transaction.atomic():
        for debit, credit, kind in (
            (account, HOUSE_ID, TransferKind.BET),
            (HOUSE_ID, account, TransferKind.PAYOUT),
        ):
            locked = Account.objects.select_for_update().get(pk=account)
            Transfer.objects.create(
                debit_id=debit,
                credit_id=credit,
                amount_cents=10,
                kind=kind,
                key=uuid4().hex,
                reference="R1",
            )
            # The trigger moves the balance as well; this is the statement it would take without.
            Account.objects.filter(pk=locked.pk).update(balance_cents=F("balance_cents"))


def _rounds_per_second(accounts: list[int], play: Callable[[int], None]) -> float:
    stop = time.perf_counter() + SECONDS
    played = [0] * CLIENTS

    def client(number: int) -> None:
        try:
            for account in itertools.cycle(accounts[number::CLIENTS]):
                if time.perf_counter() > stop:
                    return
                play(account)
                played[number] += 1
        finally:
            connection.close()

    threads = [threading.Thread(target=client, args=(number,)) for number in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(played) / SECONDS
