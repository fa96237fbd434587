"""Golden chips: what became of those of each campaign, and what they cost."""

from collections.abc import Mapping, Sequence
from math import floor
from typing import Any, Final

from django.db.models import Q, Sum
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from casino.backoffice.campaigns.costs import dearest_main_cost, versions_with_chips
from casino.backoffice.reports.filters import Asked
from casino.backoffice.reports.report import (
    Column,
    Comparison,
    Linked,
    Produced,
    Report,
    Value,
    money_column,
    total_row,
    whole_column,
)
from casino.presentation import money
from golden_chips.models import Campaign, ChipEvent
from wallet.models import Transfer, TransferKind

Kind = ChipEvent.Kind

USED: Final = (Kind.WON, Kind.LOST)
COUNTED: Final = (Kind.ISSUED, *USED, Kind.EXPIRED, Kind.CANCELLED)


class GoldenChips(Report):
    """By campaign: chips by what became of them in the period, outstanding ones at its end."""

    slug = "golden-chips"
    title = gettext_lazy("Golden chips")
    about = gettext_lazy("Issued, used, expired, cancelled and outstanding chips, and their cost.")
    filters = ("player",)

    def produce(self, asked: Asked) -> Produced:
        """Campaigns of which a chip was ever issued until then, the oldest first."""
        sums = _sums(asked)
        campaigns = Campaign.objects.in_bulk(sums)
        versions = versions_with_chips()
        columns = _columns()
        rows = [
            _row(campaigns[pk], sums[pk], dearest_main_cost(campaigns[pk], versions))
            for pk in sorted(sums)
        ]
        paid = sum(found["paid_in"] - found["undone_in"] for found in sums.values())
        to_date = sum(found["paid_until"] - found["undone_until"] for found in sums.values())
        return Produced(
            columns=columns,
            rows=rows,
            count=len(rows),
            totals=_totals(columns, rows),
            comparisons=[
                Comparison(_("Won in the period"), paid, _ledger(asked, since=True)),
                Comparison(_("Won to date"), to_date, _ledger(asked, since=False)),
            ],
            notes=_terms(to_date),
        )


def _sums(asked: Asked) -> dict[int, dict[str, Any]]:
    """The events of chips by campaign, in the period and until its end. One query.

    A void that gives a chip back undoes how it had ended, on the day of the void.
    """
    events = ChipEvent.objects.filter(created_at__lt=asked.period.end, grant__player__is_test=False)
    if asked.player is not None:
        events = events.filter(grant__player=asked.player)
    within = Q(created_at__gte=asked.period.start)
    grouped = (
        events.order_by()
        .values("grant__campaign")
        .annotate(
            **{f"{kind}_in": _chips(Q(kind=kind) & within) for kind in COUNTED},
            **{f"{kind}_until": _chips(Q(kind=kind)) for kind in COUNTED},
            **{
                f"un{kind}_in": _chips(Q(reverses__kind=kind) & within)
                for kind in (Kind.WON, Kind.LOST)
            },
            **{f"un{kind}_until": _chips(Q(reverses__kind=kind)) for kind in USED},
            paid_in=_cents("paid_cents", within),
            paid_until=_cents("paid_cents", Q()),
            undone_in=_cents("reverses__paid_cents", within),
            undone_until=_cents("reverses__paid_cents", Q()),
        )
    )
    return {row["grant__campaign"]: dict(row) for row in grouped}


def _chips(condition: Q) -> Coalesce:
    return Coalesce(Sum("chips", filter=condition), 0)


def _cents(column: str, condition: Q) -> Coalesce:
    return Coalesce(Sum(column, filter=condition), 0)


def _ledger(asked: Asked, *, since: bool) -> int:
    """What golden chips have won, from transfers: paid less taken back."""
    paid = _transferred(asked, TransferKind.GOLDEN_PAYOUT, "credit", since=since)
    return paid - _transferred(asked, TransferKind.GOLDEN_REVERSAL, "debit", since=since)


def _transferred(asked: Asked, kind: TransferKind, side: str, *, since: bool) -> int:
    """Transfers of a kind whose player stands on that side."""
    found = Transfer.objects.filter(
        kind=kind, created_at__lt=asked.period.end, **{f"{side}__owner__is_test": False}
    )
    if since:
        found = found.filter(created_at__gte=asked.period.start)
    if asked.player is not None:
        found = found.filter(**{f"{side}__owner": asked.player})
    return found.aggregate(cents=Sum("amount_cents"))["cents"] or 0


def _columns() -> list[Column]:
    return [
        Column(_("Campaign")),
        money_column(_("Chip")),
        whole_column(_("Issued")),
        whole_column(_("Used")),
        whole_column(_("of these won")),
        whole_column(_("Expired")),
        whole_column(_("Cancelled")),
        whole_column(_("Outstanding at the end")),
        money_column(_("Outstanding by face")),
        money_column(_("Expected cost of these")),
        money_column(_("Cost in the period")),
        money_column(_("Cost to date")),
    ]


def _row(campaign: Campaign, sums: Mapping[str, int], cost: float) -> list[Value]:
    won = sums["won_in"] - sums["unwon_in"]
    used = won + sums["lost_in"] - sums["unlost_in"]
    used_until = sums["won_until"] - sums["unwon_until"] + sums["lost_until"] - sums["unlost_until"]
    gone = used_until + sums["expired_until"] + sums["cancelled_until"]
    outstanding = sums["issued_until"] - gone
    face = outstanding * campaign.chip_cents
    url = reverse("admin:golden_chips_campaign_change", args=[campaign.pk])
    return [
        Linked(campaign.name, url),
        campaign.chip_cents,
        sums["issued_in"],
        used,
        won,
        sums["expired_in"],
        sums["cancelled_in"],
        outstanding,
        face,
        floor(face * cost),
        sums["paid_in"] - sums["undone_in"],
        sums["paid_until"] - sums["undone_until"],
    ]


def _totals(columns: Sequence[Column], rows: Sequence[Sequence[Value]]) -> list[Value]:
    """All but the values of the chips themselves, which are no amounts to be added up."""
    added = range(2, len(columns))
    return total_row(
        columns,
        {
            number: sum(cell for row in rows if isinstance(cell := row[number], int))
            for number in added
        },
    )


def _terms(to_date: int) -> list[str]:
    return [
        _(
            "The cost of a chip is the cash that it has won: %(cost)s to date. Outstanding chips "
            "are in players' hands or on tables; what they are expected to cost is exact for the "
            "dearest main bet that takes them."
        )
        % {"cost": money(to_date)},
        _("A void gives chips back on its own day. Test accounts are left out."),
    ]
