"""A player's statement: every movement of cash with the balance before and after it."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Case, F, Max, Q, Sum, When, Window

from casino.models import User
from wallet.models import AccountKind, Transfer, TransferKind


@dataclass(frozen=True, slots=True)
class Movement:
    """One line of the statement. ``amount_cents`` is above zero when money came in."""

    number: int
    at: datetime
    kind: TransferKind
    amount_cents: int
    before_cents: int
    after_cents: int
    reference: str
    reason: str


def movements(
    *,
    player: User,
    since: datetime | None = None,
    until: datetime | None = None,
    newest: int | None = None,
) -> list[Movement]:
    """The movements of a player's cash, newest first: from ``since``, before ``until``.

    ``newest`` gives that many at most. One query.
    """
    incoming = Q(credit__owner=player, credit__kind=AccountKind.CASH)
    outgoing = Q(debit__owner=player, debit__kind=AccountKind.CASH)
    lines = (
        Transfer.objects.filter(incoming | outgoing)
        .annotate(moved=Case(When(incoming, then=F("amount_cents")), default=-F("amount_cents")))
        .annotate(
            after=Window(Sum("moved"), order_by=F("id").asc()),
            # As a window too, so that the dates are applied after the running sum, not before it.
            booked_at=Window(Max("created_at"), partition_by=F("id")),
        )
        .order_by("-id")
    )
    if since is not None:
        lines = lines.filter(booked_at__gte=since)
    if until is not None:
        lines = lines.filter(booked_at__lt=until)
    return [
        Movement(
            number=line["id"],
            at=line["booked_at"],
            kind=TransferKind(line["kind"]),
            amount_cents=line["moved"],
            before_cents=line["after"] - line["moved"],
            after_cents=line["after"],
            reference=line["reference"],
            reason=line["reason"],
        )
        for line in lines.values(
            "id", "booked_at", "kind", "moved", "after", "reference", "reason"
        )[:newest]
    ]
