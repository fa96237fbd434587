"""Posting for everybody at once: the amounts are a query, and one statement books them.

At a live table thousands of sessions move money in the same step. What ``post`` reads from a list,
this reads from the database itself, so that the number of statements is the same for ten players
and for ten thousand.
"""

import re
from dataclasses import dataclass
from typing import Any, Final

from django.core.exceptions import EmptyResultSet
from django.db import IntegrityError, connection, transaction
from django.db.models import QuerySet
from django.utils import timezone

from casino.errors import CasinoError, IdempotencyConflict
from wallet.models import HOUSE_ID, TransferKind
from wallet.services.posting import NO_OVERDRAFT, Posting, overdraft

# Triggers behind the insert move the balances in the order of the rows, accounts by number.
INSERT: Final = """
    WITH part (account_id, amount_cents) AS ({amounts})
    INSERT INTO wallet_transfer (created_at, debit_id, credit_id, amount_cents, kind, key,
                                 reference, reason)
    SELECT %s, {debit}, {credit}, amount_cents, %s, %s || ':' || account_id, %s, ''
    FROM part ORDER BY account_id
    RETURNING amount_cents
"""

BOOKED_BEFORE: Final = re.compile(r"wallet_transfer(_key_|\.key)")
"""How PostgreSQL and SQLite name the index of the keys."""


@dataclass(frozen=True, slots=True)
class PostedSet:
    """How many transfers a set made, and what they come to."""

    count: int
    total_cents: int


def collect(
    *, amounts: QuerySet[Any, tuple[int, int]], kind: TransferKind, key: str, reference: str
) -> PostedSet:
    """From each account so much to the house. ``amounts``: account number and cents above 0.

    An account appears once; its transfer has the key ``key:account``. In a transaction, which can
    only be rolled back after a refusal.

    Raises ``InsufficientFunds`` and ``IdempotencyConflict`` (one of the keys was booked before).
    """
    return _post(amounts, kind, key, reference, to_house=True)


def pay(
    *, amounts: QuerySet[Any, tuple[int, int]], kind: TransferKind, key: str, reference: str
) -> PostedSet:
    """From the house so much to each account; otherwise as ``collect``."""
    return _post(amounts, kind, key, reference, to_house=False)


def _post(
    amounts: QuerySet[Any, tuple[int, int]],
    kind: TransferKind,
    key: str,
    reference: str,
    *,
    to_house: bool,
) -> PostedSet:
    if not connection.in_atomic_block:
        raise transaction.TransactionManagementError("A set is posted in a transaction.")
    try:
        source, parameters = amounts.order_by().query.sql_with_params()
    except EmptyResultSet:  # Django sees by itself that nothing can be in it
        return PostedSet(0, 0)
    debit, credit = ("account_id", HOUSE_ID) if to_house else (HOUSE_ID, "account_id")
    moment = connection.ops.adapt_datetimefield_value(timezone.now())
    try:
        with connection.cursor() as cursor:
            cursor.execute(
                INSERT.format(amounts=source, debit=debit, credit=credit),
                [*parameters, moment, kind.value, key, reference],
            )
            booked = [cents for (cents,) in cursor.fetchall()]
    except IntegrityError as error:
        refusal = _refusal(error, amounts, kind, key, reference)
        transaction.set_rollback(True)
        if refusal is None:
            raise
        raise refusal from error
    return PostedSet(len(booked), sum(booked))


def _refusal(
    error: IntegrityError,
    amounts: QuerySet[Any, tuple[int, int]],
    kind: TransferKind,
    key: str,
    reference: str,
) -> CasinoError | None:
    if NO_OVERDRAFT not in str(error):
        return IdempotencyConflict() if BOOKED_BEFORE.search(str(error)) else None
    if connection.vendor == "postgresql":
        return overdraft(error, [])
    postings = [
        Posting(
            debit_id=account_id,
            credit_id=HOUSE_ID,
            amount_cents=cents,
            kind=kind,
            key=f"{key}:{account_id}",
            reference=reference,
        )
        for account_id, cents in amounts
    ]
    return overdraft(error, postings)
