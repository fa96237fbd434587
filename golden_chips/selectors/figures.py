"""What became of a campaign's chips."""

from dataclasses import dataclass
from typing import Annotated, Any, TypedDict

from django.db.models import Count, Q, QuerySet, Sum
from django.db.models.functions import Coalesce
from django_stubs_ext import Annotations

from golden_chips.models import Campaign, ChipEvent, Grant

Kind = ChipEvent.Kind


class Told(TypedDict):
    """The sums of a campaign's events; ``undone`` ones are those that voids gave back."""

    players: int
    chips_issued: int
    chips_bet: int
    chips_returned: int
    chips_won: int
    chips_lost: int
    chips_expired: int
    chips_cancelled: int
    undone_won: int
    undone_lost: int
    paid: int
    undone_paid: int


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


def with_events(campaigns: QuerySet[Campaign]) -> QuerySet[Any]:
    """Campaigns with the sums of ``Told`` that ``figures_of`` reads: no further query for any."""
    granted = ~Q(grants__state=Grant.State.PREPARED)
    return campaigns.annotate(
        players=Count("grants__player", filter=granted, distinct=True),
        **{f"chips_{kind.value}": _chips(Q(grants__events__kind=kind)) for kind in Kind},
        undone_won=_chips(Q(grants__events__reverses__kind=Kind.WON)),
        undone_lost=_chips(Q(grants__events__reverses__kind=Kind.LOST)),
        paid=Coalesce(Sum("grants__events__paid_cents"), 0),
        undone_paid=Coalesce(Sum("grants__events__reverses__paid_cents"), 0),
    )


def _chips(condition: Q) -> Coalesce:
    return Coalesce(Sum("grants__events__chips", filter=condition), 0)


def campaign_figures(campaigns: QuerySet[Campaign]) -> list[CampaignFigures]:
    """The figures of some campaigns, in their order: one query."""
    return [figures_of(campaign) for campaign in with_events(campaigns)]


def figures_of(campaign: Annotated[Campaign, Annotations[Told]]) -> CampaignFigures:
    """The figures of a campaign that ``with_events`` has read."""
    won = campaign.chips_won - campaign.undone_won
    lost = campaign.chips_lost - campaign.undone_lost
    left = campaign.chips_issued - campaign.chips_expired - campaign.chips_cancelled
    return CampaignFigures(
        campaign=campaign,
        players=campaign.players,
        issued=campaign.chips_issued,
        in_hand=left + campaign.chips_returned - campaign.chips_bet,
        on_tables=campaign.chips_bet - campaign.chips_returned - won - lost,
        won=won,
        lost=lost,
        expired=campaign.chips_expired,
        cancelled=campaign.chips_cancelled,
        paid_cents=campaign.paid - campaign.undone_paid,
    )
