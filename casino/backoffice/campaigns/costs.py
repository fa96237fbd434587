"""What a campaign costs: by its face, as it is to be expected, and in fact.

A chip is worth less than its face, since a win uses it up; how much less depends on the bet
(``tables.analysis.golden``). A table version knows what a chip costs on each of its positions, at
the play that gets the most out of it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import floor
from typing import Final

from django.db.models import F, Sum
from django.utils.translation import gettext

from casino.errors import gettext_noop
from golden_chips.models import Campaign, ChipEvent
from golden_chips.selectors import CampaignFigures, campaign_figures
from tables.bet_names import SIDE_BETS
from tables.engine.actions import DOUBLE
from tables.engine.bets import MAIN
from tables.engine.duel import RAISE
from tables.models import Round, Table, TableVersion

MAIN_NAME: Final = gettext_noop("main bet")
PIECE: Final = 1_000
"""So many rounds are looked up with one query."""


@dataclass(frozen=True, slots=True)
class TableCost:
    """What one chip of the campaign costs at a table, in cents by the position's name."""

    table: str
    by_position: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class CampaignCosts:
    """All in cents. ``used_cents`` is what the chips that are used up were expected to cost where
    they were bet, ``to_come_cents`` what the outstanding ones are: at the dearest main bet that
    takes them. ``most_to_come_cents``: if all of them went on the dearest side bet."""

    figures: CampaignFigures
    tables: tuple[TableCost, ...]
    used_cents: int
    to_come_cents: int
    most_to_come_cents: int

    @property
    def expected_cents(self) -> int:
        """Of all chips that were issued and neither expired nor were cancelled."""
        return self.used_cents + self.to_come_cents


def campaign_costs(campaign: Campaign) -> CampaignCosts:
    """The figures of one campaign with its costs."""
    figures = campaign_figures(Campaign.objects.filter(pk=campaign.pk))[0]
    versions = _admitted(campaign, versions_with_chips())
    outstanding_cents = figures.outstanding * campaign.chip_cents
    main = dearest_main_cost(campaign, versions)
    dearest = max((max(version.golden_cost.values()) for version in versions), default=0.0)
    return CampaignCosts(
        figures=figures,
        tables=tuple(_table_cost(campaign, version) for version in versions),
        used_cents=_used(campaign),
        to_come_cents=floor(outstanding_cents * main),
        most_to_come_cents=floor(outstanding_cents * dearest),
    )


def versions_with_chips() -> list[TableVersion]:
    """The versions in force that take golden chips, by table."""
    tables = Table.objects.filter(current__golden_allowed=True).select_related("current")
    return [table.in_force for table in tables.order_by("name")]


def dearest_main_cost(campaign: Campaign, versions: Iterable[TableVersion]) -> float:
    """What a chip of the campaign costs on the dearest main bet that takes it, by its value."""
    return max((version.golden_cost[MAIN] for version in _admitted(campaign, versions)), default=0)


def _admitted(campaign: Campaign, versions: Iterable[TableVersion]) -> list[TableVersion]:
    return [
        version
        for version in versions
        if campaign.admits(table_id=version.table_id, game=version.table.game)
    ]


def _table_cost(campaign: Campaign, version: TableVersion) -> TableCost:
    costs = {
        gettext(SIDE_BETS.get(position, MAIN_NAME)): floor(campaign.chip_cents * cost)
        for position, cost in version.golden_cost.items()
    }
    return TableCost(version.table.name, costs)


def _used(campaign: Campaign) -> int:
    """What the used chips were expected to cost, each under the version it was bet under."""
    ends = ChipEvent.objects.filter(
        grant__campaign=campaign,
        kind__in=[ChipEvent.Kind.WON, ChipEvent.Kind.LOST],
        reversed_by__isnull=True,
    )
    faces = list(
        ends.order_by()
        .values("reference", "place")
        .annotate(face=Sum(F("chips") * F("grant__chip_cents")))
        .values_list("reference", "place", "face")
    )
    costs = _costs_of_rounds({reference for reference, _, _ in faces})
    expected: float = sum(
        face_cents * costs[reference].get(_position(place), 0.0)
        for reference, place, face_cents in faces
    )
    return floor(expected)


def _position(place: str) -> str:
    """What golden costs are known by: added stakes belong to the main bet."""
    bet = place.partition(":")[2]
    return MAIN if bet in (DOUBLE, RAISE) else bet


def _costs_of_rounds(references: Iterable[str]) -> dict[str, Mapping[str, float]]:
    """The golden costs of the versions that rounds were played under."""
    numbers = sorted(int(reference.removeprefix("R")) for reference in references)
    found: dict[str, Mapping[str, float]] = {}
    for start in range(0, len(numbers), PIECE):
        rounds = Round.objects.filter(pk__in=numbers[start : start + PIECE])
        for round_ in rounds.select_related("version"):
            found[round_.number] = round_.version.golden_cost
    return found
