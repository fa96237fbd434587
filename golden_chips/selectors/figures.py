"""What became of a campaign's chips."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from golden_chips.models import Campaign, ChipEvent, Grant

Kind = ChipEvent.Kind


@dataclass(frozen=True, slots=True)
class CampaignFigures:
    """Chips, by what became of them, and cash. ``in_hand`` and ``on_tables`` are outstanding.

    ``won`` and ``lost`` are used up; a round that was voided later does not count.
    ``paid_cents`` is the cash that chips have won: what the campaign has cost.
    """

    campaign: Campaign
    players: int
    issued: int
    in_hand: int
    on_tables: int
    won: int
    lost: int
    expired: int
    cancelled: int
    paid_cents: int

    @property
    def used(self) -> int:
        """Chips that are gone because they were bet."""
        return self.won + self.lost

    @property
    def outstanding(self) -> int:
        """Chips that can still cost something."""
        return self.in_hand + self.on_tables

    @property
    def face_cents(self) -> int:
        """What the issued chips are worth by their face."""
        return self.issued * self.campaign.chip_cents

    @property
    def status(self) -> str:
        """``open``: more chips can be granted; else ``closed``."""
        return "closed" if self.campaign.closed_at else "open"


def campaign_figures(campaigns: QuerySet[Campaign]) -> list[CampaignFigures]:
    """The figures of some campaigns, in their order: three queries, however many."""
    chosen = list(campaigns)
    events = (
        ChipEvent.objects.filter(grant__campaign__in=chosen)
        .order_by()
        .values("grant__campaign")
        .annotate(
            **{kind.value: _chips(Q(kind=kind)) for kind in Kind},
            unwon=_chips(Q(reverses__kind=Kind.WON)),
            unlost=_chips(Q(reverses__kind=Kind.LOST)),
            paid=Coalesce(Sum("paid_cents"), 0),
            unpaid=Coalesce(Sum("reverses__paid_cents"), 0),
        )
    )
    by_campaign = {line["grant__campaign"]: line for line in events}
    holders = dict(
        Grant.objects.filter(campaign__in=chosen)
        .exclude(state=Grant.State.PREPARED)
        .order_by()
        .values_list("campaign")
        .annotate(Count("player", distinct=True))
    )
    return [
        _figures(campaign, by_campaign.get(campaign.pk, {}), holders.get(campaign.pk, 0))
        for campaign in chosen
    ]


def _chips(condition: Q) -> Coalesce:
    return Coalesce(Sum("chips", filter=condition), 0)


def _figures(campaign: Campaign, line: Mapping[str, Any], players: int) -> CampaignFigures:
    def told(name: str) -> int:
        return int(line.get(name, 0))

    won, lost = told("won") - told("unwon"), told("lost") - told("unlost")
    in_hand = told("issued") + told("returned") - told("bet") - told("expired") - told("cancelled")
    return CampaignFigures(
        campaign=campaign,
        players=players,
        issued=told("issued"),
        in_hand=in_hand,
        on_tables=told("bet") - told("returned") - won - lost,
        won=won,
        lost=lost,
        expired=told("expired"),
        cancelled=told("cancelled"),
        paid_cents=told("paid") - told("unpaid"),
    )
