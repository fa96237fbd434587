"""A player's statement of account: what stood where, and everything that moved in between."""

import datetime
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.db.models import F, QuerySet, Sum

from casino.models import User
from wallet.models import AccountKind, Transfer, TransferKind

PIECE = 2_000


@dataclass(frozen=True, slots=True)
class Balances:
    """A player's money: in cash, and at the tables (the stakes of all his sessions)."""

    cash_cents: int
    tables_cents: int


@dataclass(frozen=True, slots=True)
class StatementLine:
    """One transfer with what it moved on either side, and what stood there after it.

    A buy-in moves on both: out of the cash, to the tables.
    """

    number: int
    at: datetime.datetime
    kind: TransferKind
    reference: str
    reason: str
    reverses: int | None
    cash_cents: int
    tables_cents: int
    after: Balances


def balances_before(*, player: User, moment: datetime.datetime) -> Balances:
    """What stood on the player's accounts at a moment, by the transfers alone: two queries."""
    moved = dict.fromkeys(AccountKind, 0)
    for side, sign in (("credit", 1), ("debit", -1)):
        sums = (
            _on(player, side)
            .filter(created_at__lt=moment)
            .order_by()
            .values_list(f"{side}__kind")
            .annotate(Sum("amount_cents"))
        )
        for kind, cents in sums:
            moved[AccountKind(kind)] += sign * cents
    return Balances(moved[AccountKind.CASH], moved[AccountKind.SESSION])


def statement_lines(
    *, player: User, since: datetime.datetime, until: datetime.datetime, opening: Balances
) -> Iterator[StatementLine]:
    """Every transfer from ``since`` and before ``until``, the oldest first: one query, read in
    pieces."""
    legs = _legs(player, "credit", since, until).union(
        _legs(player, "debit", since, until), all=True
    )
    rows = legs.order_by("created_at", "id").iterator(chunk_size=PIECE)
    after = opening
    for _number, both in groupby(rows, key=lambda row: row["id"]):
        cash_cents = tables_cents = 0
        for leg in both:
            if leg["account_kind"] == AccountKind.CASH:
                cash_cents += leg["signed"]
            else:
                tables_cents += leg["signed"]
        after = Balances(after.cash_cents + cash_cents, after.tables_cents + tables_cents)
        yield StatementLine(
            number=leg["id"],
            at=leg["created_at"],
            kind=TransferKind(leg["kind"]),
            reference=leg["reference"],
            reason=leg["reason"],
            reverses=leg["reverses"],
            cash_cents=cash_cents,
            tables_cents=tables_cents,
            after=after,
        )


def _on(player: User, side: str) -> QuerySet[Transfer]:
    return Transfer.objects.filter(**{f"{side}__owner": player})


def _legs(
    player: User, side: str, since: datetime.datetime, until: datetime.datetime
) -> QuerySet[Transfer, Any]:
    """The transfers with the player's account on one side; each side has an index of its own."""
    sign = 1 if side == "credit" else -1
    return (
        _on(player, side)
        .filter(created_at__gte=since, created_at__lt=until)
        .order_by()
        .annotate(account_kind=F(f"{side}__kind"), signed=F("amount_cents") * sign)
        .values(
            "id", "created_at", "kind", "reference", "reason", "reverses", "account_kind", "signed"
        )
    )
