"""Posting: the one place that writes transfers.

Posting is an INSERT. The database's own triggers (migration 0002) move the balances and refuse an
overdraft, so that a set of ten thousand transfers costs one statement and no code can forget them.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import psycopg
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from casino.errors import IdempotencyConflict
from wallet.errors import InsufficientFunds
from wallet.models import Account, Transfer, TransferKind

NO_OVERDRAFT: Final = "wallet_account_no_overdraft"

# What a posting fills, in the order of the columns below.
COLUMNS: Final = (
    "debit_id",
    "credit_id",
    "amount_cents",
    "kind",
    "key",
    "reference",
    "actor_id",
    "reverses_id",
    "reason",
)

# The set travels as one array per column, or as one JSON text; its rows are inserted in its order.
INSERT: Final = {
    "postgresql": """
        INSERT INTO wallet_transfer (created_at, debit_id, credit_id, amount_cents, kind, key,
                                     reference, actor_id, reverses_id, reason)
        SELECT %s, posting.*
        FROM unnest(%s::bigint[], %s::bigint[], %s::bigint[], %s::text[], %s::text[],
                    %s::text[], %s::bigint[], %s::bigint[], %s::text[]) AS posting
        ON CONFLICT (key) DO NOTHING RETURNING key, id
    """,
    "sqlite": """
        INSERT INTO wallet_transfer (created_at, debit_id, credit_id, amount_cents, kind, key,
                                     reference, actor_id, reverses_id, reason)
        SELECT %s, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4,
               value ->> 5, value ->> 6, value ->> 7, value ->> 8
        FROM json_each(%s) WHERE true
        ON CONFLICT (key) DO NOTHING RETURNING key, id
    """,
}


@dataclass(frozen=True, slots=True)
class Posting:
    """A transfer to be made: ``amount_cents`` from the debit account to the credit account.

    ``reference`` is the number of the round, session or order it belongs to; ``actor_id`` is set
    where a member of staff decided, with the ``reason``.
    """

    debit_id: int
    credit_id: int
    amount_cents: int
    kind: TransferKind
    key: str
    reference: str
    actor_id: int | None = None
    reverses_id: int | None = None
    reason: str = ""

    def __post_init__(self) -> None:
        if self.amount_cents <= 0:
            raise ValueError(f"A transfer moves more than nothing, not {self.amount_cents} cents.")
        if self.debit_id == self.credit_id:
            raise ValueError("A transfer moves money between two accounts.")
        if not self.key:
            raise ValueError("A transfer needs an idempotency key.")


def post(*, postings: Sequence[Posting]) -> list[Transfer]:
    """Make all of the transfers or none, as if one after the other, in one statement.

    Returns the transfers in the order of the postings. When all of the keys were booked before with
    the same contents, those transfers are returned and nothing moves. To be called inside a
    transaction, and once in it: within one call accounts are locked in the order of their numbers.
    After a refusal that transaction can only be rolled back.

    Raises ``InsufficientFunds`` and ``IdempotencyConflict``.
    """
    if not connection.in_atomic_block:
        raise transaction.TransactionManagementError("post() needs a transaction around it.")
    if not postings:
        return []
    if len({posting.key for posting in postings}) < len(postings):
        raise ValueError("Two postings of one set have the same key.")
    booked_at = timezone.now()
    try:
        numbers = _insert(postings, booked_at)
    except IntegrityError as error:
        refusal = overdraft(error, postings)
        transaction.set_rollback(True)
        if refusal is None:
            raise
        raise refusal from error
    if len(numbers) == len(postings):
        return [_transfer(posting, numbers[posting.key], booked_at) for posting in postings]
    return _first_answer(postings, inserted=len(numbers))


def _row(posting: Posting) -> tuple[Any, ...]:
    return tuple(getattr(posting, name) for name in COLUMNS)


def _insert(postings: Sequence[Posting], booked_at: datetime) -> dict[str, int]:
    """Insert what is new and give its numbers by key. A key that is there already is left out."""
    moment = connection.ops.adapt_datetimefield_value(booked_at)
    rows = [_row(posting) for posting in postings]
    parameters: list[Any]
    if connection.vendor == "postgresql":
        parameters = [moment, *(list(column) for column in zip(*rows, strict=True))]
    else:
        parameters = [moment, json.dumps(rows)]
    with connection.cursor() as cursor:
        cursor.execute(INSERT[connection.vendor], parameters)
        return dict(cursor.fetchall())


def _transfer(posting: Posting, number: int, booked_at: datetime) -> Transfer:
    return Transfer.from_db(
        connection.alias,
        ["id", *COLUMNS, "created_at"],
        [number, *_row(posting), booked_at],
    )


def _first_answer(postings: Sequence[Posting], *, inserted: int) -> list[Transfer]:
    """What the keys were booked for, provided that it is what is asked for again."""
    booked = Transfer.objects.in_bulk([posting.key for posting in postings], field_name="key")
    if inserted or any(_row(posting) != _booked_row(booked[posting.key]) for posting in postings):
        transaction.set_rollback(True)
        raise IdempotencyConflict
    return [booked[posting.key] for posting in postings]


def _booked_row(transfer: Transfer) -> tuple[Any, ...]:
    return tuple(getattr(transfer, name) for name in COLUMNS)


def overdraft(error: IntegrityError, postings: Sequence[Posting]) -> InsufficientFunds | None:
    """Which account fell short and by how much, if that is what the database refused."""
    if NO_OVERDRAFT not in str(error):
        return None
    if isinstance(error.__cause__, psycopg.Error):
        # PostgreSQL answers no more queries in this transaction: the trigger says what it found.
        facts = (error.__cause__.diag.message_detail or "").split()
        account_id, available, needed = (int(fact) for fact in facts)
        return InsufficientFunds(
            account_id=account_id, available_cents=available, needed_cents=needed
        )
    return _first_shortfall(postings)


def _first_shortfall(postings: Sequence[Posting]) -> InsufficientFunds | None:
    numbers = {posting.debit_id for posting in postings}
    balances = dict(
        Account.objects.filter(pk__in=numbers, balance_cents__isnull=False).values_list(
            "pk", "balance_cents"
        )
    )
    for posting in postings:
        if posting.debit_id in balances:
            available = balances[posting.debit_id] or 0
            if available < posting.amount_cents:
                return InsufficientFunds(
                    account_id=posting.debit_id,
                    available_cents=available,
                    needed_cents=posting.amount_cents,
                )
            balances[posting.debit_id] = available - posting.amount_cents
        if posting.credit_id in balances:
            balances[posting.credit_id] = (balances[posting.credit_id] or 0) + posting.amount_cents
    return None
