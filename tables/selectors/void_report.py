"""What was voided: for the report of voids, and for the page of an order.

``void_lines(since=…, until=…, table_id=…)`` gives one ``VoidLine`` for each round of which
something was voided from ``since`` and before ``until`` (aware datetimes), by malfunction or by
age, the oldest void first; ``order_lines(order)`` those of one order. Both are iterators that read
a fixed number of queries for every ``PIECE`` rounds.
"""

import datetime
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from django.db.models import Count, F, QuerySet, Sum

from tables.models import Bet, Round, Table, VoidCause, VoidOrder
from wallet.models import Claim, Transfer, TransferKind

PIECE: Final = 1_000

TAKEN_BACK: Final = (TransferKind.PAYOUT_REVERSAL, TransferKind.GOLDEN_REVERSAL)


@dataclass(frozen=True, slots=True)
class VoidLine:
    """One round of which something was voided; all amounts in cents.

    ``cause`` is a ``VoidCause``; ``by`` is empty where the house's own job did it; ``order`` is the
    number of the order, empty for a round voided by itself. ``stakes_cents`` were given back,
    ``golden_cents`` are the faces of the chips that came back, ``payouts_cents`` were taken back;
    ``claims_cents`` of that were no longer there, of which ``open_claims_cents`` are still owed.
    """

    pk: int
    public_id: uuid.UUID
    number: str
    table: str
    game: str
    version: int
    with_golden: bool
    cause: str
    at: datetime.datetime
    by: str
    reason: str
    order: str
    players: int
    bets: int
    stakes_cents: int
    golden_cents: int
    payouts_cents: int
    claims_cents: int
    open_claims_cents: int


@dataclass(frozen=True, slots=True)
class VoidTotals:
    """All that an order has voided so far; amounts in cents."""

    rounds: int
    players: int
    stakes_cents: int
    golden_cents: int
    payouts_cents: int
    claims_cents: int


def void_lines(
    *, since: datetime.datetime, until: datetime.datetime, table_id: int | None = None
) -> Iterator[VoidLine]:
    """Rounds of which something was voided from ``since`` and before ``until``."""
    rounds = Round.objects.filter(voided_at__gte=since, voided_at__lt=until)
    if table_id is not None:
        rounds = rounds.filter(table=table_id)
    return _lines(rounds)


def order_lines(order: VoidOrder) -> Iterator[VoidLine]:
    """The rounds that an order has voided so far."""
    return _lines(Round.objects.filter(void_order=order))


def order_totals(order: VoidOrder) -> VoidTotals:
    """The sums of an order. Age takes no payout back: only for a malfunction are they looked up,
    with two queries for every ``PIECE`` rounds."""
    bets = Bet.objects.filter(round__void_order=order, result=Bet.Result.VOID).aggregate(
        rounds=Count("round", distinct=True),
        players=Count("session__player", distinct=True),
        stakes=Sum("real_cents", default=0),
        golden=Sum("golden_returned_cents", default=0),
    )
    payouts = claims = 0
    if order.cause == VoidCause.MALFUNCTION:
        rounds = Round.objects.filter(void_order=order).only("pk").iterator(chunk_size=PIECE)
        while piece := [round_.number for round_ in islice(rounds, PIECE)]:
            moved = Transfer.objects.filter(reference__in=piece, kind__in=TAKEN_BACK)
            payouts += moved.aggregate(cents=Sum("amount_cents", default=0))["cents"]
            owed = Claim.objects.filter(reference__in=piece)
            claims += owed.aggregate(cents=Sum("amount_cents", default=0))["cents"]
    return VoidTotals(
        rounds=bets["rounds"],
        players=bets["players"],
        stakes_cents=bets["stakes"],
        golden_cents=bets["golden"],
        payouts_cents=payouts,
        claims_cents=claims,
    )


def _lines(rounds: QuerySet[Round]) -> Iterator[VoidLine]:
    found = rounds.select_related("version__table", "voided_by", "void_order")
    ordered = found.order_by("voided_at", "id").iterator(chunk_size=PIECE)
    while piece := list(islice(ordered, PIECE)):
        yield from _piece(piece)


def _piece(rounds: Sequence[Round]) -> Iterator[VoidLine]:
    bets = _by_subject(
        Bet.objects.filter(round__in=rounds, result=Bet.Result.VOID)
        .order_by()
        .values(about=F("round_id"))
        .annotate(
            players=Count("session__player", distinct=True),
            bets=Count("id"),
            stakes=Sum("real_cents"),
            golden=Sum("golden_returned_cents"),
        )
    )
    references = [round_.number for round_ in rounds]
    payouts = _by_subject(
        Transfer.objects.filter(reference__in=references, kind__in=TAKEN_BACK)
        .order_by()
        .values(about=F("reference"))
        .annotate(cents=Sum("amount_cents"))
    )
    claims = _by_subject(
        Claim.objects.filter(reference__in=references)
        .order_by()
        .values(about=F("reference"))
        .annotate(cents=Sum("amount_cents"), closed=Sum(F("paid_cents") + F("written_off_cents")))
    )
    for round_ in rounds:
        owed = claims.get(round_.number, {"cents": 0, "closed": 0})
        yield _line(
            round_,
            bets[round_.pk],
            payouts_cents=payouts.get(round_.number, {"cents": 0})["cents"],
            claims_cents=owed["cents"],
            open_claims_cents=owed["cents"] - owed["closed"],
        )


def _by_subject(rows: Iterable[Mapping[str, Any]]) -> dict[Any, Mapping[str, Any]]:
    return {row["about"]: row for row in rows}


def _line(round_: Round, bets: Mapping[str, int], **money: int) -> VoidLine:
    if round_.voided_at is None:
        raise ValueError(f"{round_.number} is not void.")
    return VoidLine(
        pk=round_.pk,
        public_id=round_.public_id,
        number=round_.number,
        table=round_.version.table.name,
        game=str(Table.Game(round_.game).label),
        version=round_.version.number,
        with_golden=round_.with_golden,
        cause=round_.void_cause,
        at=round_.voided_at,
        by=str(round_.voided_by or ""),
        reason=round_.why_void,
        order=str(round_.void_order or ""),
        players=bets["players"],
        bets=bets["bets"],
        stakes_cents=bets["stakes"],
        golden_cents=bets["golden"],
        **money,
    )
