"""Large wins: rounds in which a player has won much."""

from typing import Any, Final

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from casino.backoffice.reports.filters import Asked
from casino.backoffice.reports.ledger import round_reference
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
from tables.models import Bet, Round
from wallet.models import HOUSE_ID, Transfer, TransferKind

SUMS: Final = ("staked", "paid", "net", "ledger")


class LargeWins(Report):
    """Every round that brought a player so much more than he had staked in it."""

    slug = "large-wins"
    title = gettext_lazy("Large wins")
    about = gettext_lazy("Rounds in which a player won an amount or more, his stakes taken off.")
    filters = ("least_cents", "game", "table", "version", "player")

    def produce(self, asked: Asked) -> Produced:
        """The oldest first. It costs the bets of the period."""
        found = _wins(asked)
        sums = found.aggregate(
            wins=Count("round_id"), **{f"all_{name}": Sum(name) for name in SUMS}
        )
        staked, paid, net, ledger = (sums[f"all_{name}"] or 0 for name in SUMS)
        columns = _columns()
        return Produced(
            columns=columns,
            rows=map(_row, found.iterator(chunk_size=2_000)),
            count=sums["wins"],
            totals=total_row(columns, {6: staked, 7: paid, 8: net}),
            comparisons=[Comparison(_("Paid"), paid, ledger)],
            notes=[_("Test accounts are left out. What golden chips have won is in it.")],
        )


def _wins(asked: Asked) -> QuerySet[Any, Any]:
    bets = Bet.objects.filter(
        asked.at("round__table", "round__version"),
        round__state=Round.State.SETTLED,
        round__settled_at__gte=asked.period.start,
        round__settled_at__lt=asked.period.end,
        session__player__is_test=False,
    ).exclude(result=Bet.Result.VOID)
    if asked.player is not None:
        bets = bets.filter(session__player=asked.player)
    paid = (
        Transfer.objects.filter(
            reference=round_reference(OuterRef("round_id")),
            credit=OuterRef("session__account_id"),
            debit=HOUSE_ID,
            kind__in=[TransferKind.PAYOUT, TransferKind.GOLDEN_PAYOUT],
        )
        .order_by()
        .values("credit")
        .annotate(sum=Sum("amount_cents"))
        .values("sum")
    )
    return (
        bets.order_by()
        .values(
            "round_id", "session_id", "session__account_id", "round__settled_at",
            "session__player__username", "round__table__name", "round__version__number",
        )
        .annotate(staked=Sum("real_cents"), paid=Sum("paid_cents"), golden=Sum("golden_cents"))
        .annotate(net=F("paid") - F("staked"))
        .filter(Q(net__gte=asked.least_cents))
        .annotate(ledger=Coalesce(Subquery(paid), 0))
        .order_by("round__settled_at", "round_id", "session_id")
    )  # fmt: skip


def _columns() -> list[Column]:
    return [
        Column(_("Settled"), Kind.MOMENT),
        Column(_("Round")),
        Column(_("Player")),
        Column(_("Table")),
        whole_column(_("Version")),
        money_column(_("Golden stakes")),
        money_column(_("Staked")),
        money_column(_("Paid")),
        money_column(_("Amount won")),
        golden_mark_column(),
    ]


def _row(win: dict[str, Any]) -> Row:
    url = reverse("admin:tables_round_change", args=[win["round_id"]])
    return [
        win["round__settled_at"],
        Linked(Round(pk=win["round_id"]).number, url),
        win["session__player__username"],
        win["round__table__name"],
        win["round__version__number"],
        win["golden"],
        win["staked"],
        win["paid"],
        win["net"],
        golden_mark(win["golden"] > 0),
    ]
