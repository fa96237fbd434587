"""Voids: by malfunction, and of bets that stayed open for 90 days."""

from django.db.models import Count, F, Q, QuerySet, Sum
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from casino.backoffice.reports.filters import Asked
from casino.backoffice.reports.ledger import moved, round_numbers
from casino.backoffice.reports.report import (
    Column,
    Comparison,
    Kind,
    Linked,
    Produced,
    Report,
    Row,
    golden_mark,
    golden_mark_column,
    money_column,
    total_row,
    whole_column,
)
from tables.models import Bet, Round, VoidCause
from tables.selectors.void_report import TAKEN_BACK, VoidLine, void_lines
from wallet.models import Claim, TransferKind


class Voids(Report):
    """Rounds of which something was voided in the period."""

    slug = "voids"
    title = gettext_lazy("Voids")
    about = gettext_lazy("Who voided which rounds and why, and what money went back and forth.")
    filters = ("table",)

    def produce(self, asked: Asked) -> Produced:
        """The oldest void first."""
        period, table = asked.period, asked.table
        rounds = Round.objects.filter(
            asked.at("table", "version"), voided_at__gte=period.start, voided_at__lt=period.end
        )
        references = round_numbers(rounds)
        bets = Bet.objects.filter(round__in=rounds, result=Bet.Result.VOID)
        back = bets.aggregate(real=Sum("real_cents"), golden=Sum("golden_returned_cents"))
        claims = _claims(references)
        taken = moved(references, TAKEN_BACK)
        stakes = back["real"] or 0
        columns = _columns()
        sums = {
            9: stakes,
            10: back["golden"] or 0,
            11: taken,
            12: claims["all"] or 0,
            13: (claims["all"] or 0) - (claims["closed"] or 0),
        }
        lines = void_lines(
            since=period.start, until=period.end, table_id=None if table is None else table.pk
        )
        return Produced(
            columns=columns,
            rows=map(_row, lines),
            count=rounds.count(),
            totals=total_row(columns, dict(sums)),
            comparisons=[
                Comparison(_("Stakes back"), stakes, _given_back(references)),
                Comparison(_("Payouts taken back"), taken, _paid(rounds)),
            ],
            notes=[_("Rounds of test accounts are in it.")],
        )


def _claims(references: QuerySet[Round]) -> dict[str, int | None]:
    return Claim.objects.filter(reference__in=references).aggregate(
        all=Sum("amount_cents"),
        closed=Sum(F("paid_cents") + F("written_off_cents")),
        count=Count("pk"),
    )


def _given_back(references: QuerySet[Round]) -> int:
    """Stakes that went back, those once: a malfunction takes back what age had given back, and
    gives all of it."""
    taken = moved(references, [TransferKind.REVERSAL], Q(reverses__kind=TransferKind.REFUND))
    return moved(references, [TransferKind.REFUND]) - taken


def _paid(rounds: QuerySet[Round]) -> int:
    """What rounds that are void as a whole had paid."""
    kinds = (TransferKind.PAYOUT, TransferKind.GOLDEN_PAYOUT)
    return moved(round_numbers(rounds.filter(state=Round.State.VOID)), kinds)


def _columns() -> list[Column]:
    return [
        Column(_("Voided"), Kind.MOMENT),
        Column(_("Round")),
        Column(_("Table")),
        whole_column(_("Version")),
        Column(_("Cause")),
        Column(_("By")),
        Column(_("Reason"), Kind.PROSE),
        whole_column(_("Players")),
        whole_column(_("Bets")),
        money_column(_("Stakes back")),
        money_column(_("Golden chips back")),
        money_column(_("Payouts taken back")),
        money_column(_("Claims made")),
        money_column(_("Still owed")),
        golden_mark_column(),
    ]


def _row(line: VoidLine) -> Row:
    pk = int(line.number.removeprefix("R"))
    return [
        line.at,
        Linked(line.number, reverse("admin:tables_round_change", args=[pk])),
        line.table,
        line.version,
        str(VoidCause(line.cause).label),
        line.by,
        line.reason,
        line.players,
        line.bets,
        line.stakes_cents,
        line.golden_cents,
        line.payouts_cents,
        line.claims_cents,
        line.open_claims_cents,
        golden_mark(line.with_golden),
    ]
