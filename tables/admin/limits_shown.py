"""The limits of a version as a grid to be read: a row for each tier, a column for each position."""

from collections.abc import Sequence
from dataclasses import dataclass

from django_stubs_ext import StrOrPromise

from tables.bet_names import SIDE_BETS
from tables.engine.bets import MAIN, ROUND
from tables.models import TableVersion
from tables.version_words import NOTHING, Tiers, position_name, text_of, tier_name


@dataclass(frozen=True, slots=True)
class LimitsTable:
    """Headings of the positions, and the rows by tier."""

    columns: Sequence[StrOrPromise]
    rows: Sequence[tuple[str, Sequence[str]]]


def limits_rows(version: TableVersion, tiers: Tiers) -> LimitsTable:
    """What holds for every tier, also where it is taken from the one below."""
    used = {position for tier in version.limits.values() for position in tier}
    positions = [name for name in (MAIN, *SIDE_BETS, ROUND) if name in used]
    ranks = sorted({*tiers, *map(int, version.limits)})
    return LimitsTable(
        columns=[position_name(name) for name in positions],
        rows=[(tier_name(rank, tiers), _cells(version, rank, positions)) for rank in ranks],
    )


def _cells(version: TableVersion, rank: int, positions: Sequence[str]) -> list[str]:
    own = version.limits_for(rank)
    return [
        text_of(f"limits.{rank}.{name}", own[name]) if name in own else NOTHING
        for name in positions
    ]
