"""What an operator sees before he publishes: what changes, in words and in returns."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import pairwise
from typing import Final

from django.utils.formats import number_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from casino.presentation import refusal_sentence
from casino.selectors.tiers import vip_tiers
from tables.admin.drafts import Draft
from tables.bet_names import SIDE_BETS
from tables.engine.bets import MAIN
from tables.errors import VersionRefused
from tables.models import Table, TableVersion
from tables.selectors.versions import versions_since
from tables.services.offers import offer_of
from tables.services.versions import prepare_version
from tables.version_words import NOTHING, Change, changes, name_of, position_name

DIGITS: Final = 4
"""Decimals of a percentage: a hundredth of what a change of rules ever moves."""

MEASURES: Final[Mapping[str, StrOrPromise]] = {
    "per_staked": _("per euro staked"),
    "per_initial": _("per euro of the first bet"),
}


@dataclass(frozen=True, slots=True)
class Figure:
    """A share before and after, in percent; ``moved`` is the difference in percentage points."""

    name: StrOrPromise
    measure: StrOrPromise
    before: str
    after: str
    moved: str
    fell: bool = False
    edge_before: str = ""
    edge_after: str = ""


@dataclass(frozen=True, slots=True)
class Publication:
    """A version that somebody published, and what it changed."""

    version: TableVersion
    changes: list[Change]


@dataclass(frozen=True, slots=True)
class Preview:
    """A draft beside what is in force.

    ``table`` is None for a new one. ``version`` is what would be published, None where the offer
    does not go together, which ``problem`` says. ``renames`` and ``changes`` are what is different;
    ``others`` was published since the operator looked, the oldest first; ``draft`` stands on it.
    """

    draft: Draft
    table: Table | None
    version: TableVersion | None
    problem: str
    renames: list[Change]
    changes: list[Change]
    returns: list[Figure]
    costs: list[Figure]
    others: list[Publication]

    @property
    def changes_nothing(self) -> bool:
        """Whether there is nothing to be published."""
        return not self.problem and self.table is not None and not self.renames + self.changes


def look_at(draft: Draft) -> Preview:
    """The draft on top of what is in force now. Raises ``Table.DoesNotExist``."""
    table, others = None, list[Publication]()
    if draft.table_id is not None:
        table = Table.objects.select_related("current").get(pk=draft.table_id)
        draft, others = _renewed(draft.renamed_as((table.name, table.slug)), table)
    before = table.current if table else None
    version, problem = None, ""
    try:
        version = prepare_version(game=draft.game, offer=draft.offer)
    except VersionRefused as refusal:
        problem = _named(refusal)
    return Preview(
        draft=draft,
        table=table,
        version=version,
        problem=problem,
        renames=_renames(table, draft) if table else [],
        changes=changed(before, version) if before and version else [],
        returns=return_figures(before, version) if version else [],
        costs=cost_figures(before, version) if version else [],
        others=others,
    )


def _renewed(draft: Draft, table: Table) -> tuple[Draft, list[Publication]]:
    """The draft on top of what was published since its operator looked, and that."""
    now = table.in_force if table.current else None
    if now is None or now.number == draft.base:
        return draft, []
    line = versions_since(table, draft.base)
    others = [Publication(after, changed(before, after)) for before, after in pairwise(line)]
    if draft.brought_back is not None:
        return replace(draft, base=now.number), others
    return draft.on_top_of(base=offer_of(line[0]), now=offer_of(now), number=now.number), others


def _named(refusal: VersionRefused) -> str:
    """The refusal with the name of its field as operators know it."""
    field = str(refusal.data["field"])
    try:
        name = gettext("Limits") if field == "limits" else name_of(field, {})
    except KeyError:
        return refusal_sentence(refusal)
    return f"{name}: {gettext(str(refusal.data['problem']))}"


def _renames(table: Table, draft: Draft) -> list[Change]:
    pairs = (
        (_("Name"), table.name, draft.name),
        (_("Address"), table.slug, draft.slug),
    )
    return [Change(name, before, after) for name, before, after in pairs if before != after]


def changed(before: TableVersion, after: TableVersion) -> list[Change]:
    """What differs between two versions, in words."""
    return changes(before.facts, after.facts, dict(vip_tiers()))


def return_figures(before: TableVersion | None, after: TableVersion) -> list[Figure]:
    """Exact return and house edge of every bet, before and after; one that is not offered, dashes.

    The main bet's per euro staked and per euro of the first bet.
    """
    rows = [(MAIN, "per_staked"), (MAIN, "per_initial")]
    rows += [(bet, "per_staked") for bet in SIDE_BETS]
    old = before.returns if before else {}
    figures = []
    for bet, measure in rows:
        shares = [returns.get(bet, {}).get(measure) for returns in (old, after.returns)]
        if shares != [None, None]:
            edges = [None if share is None else 1 - share for share in shares]
            figures.append(_figure(bet, MEASURES[measure], shares, edges))
    return figures


def cost_figures(before: TableVersion | None, after: TableVersion) -> list[Figure]:
    """What a golden chip costs on each bet, where that differs, as a share of its value."""
    old = before.golden_cost if before else {}
    pairs = [
        (bet, [costs.get(bet) for costs in (old, after.golden_cost)]) for bet in (MAIN, *SIDE_BETS)
    ]
    return [
        _figure(bet, "", shares)
        for bet, shares in pairs
        if _percent(shares[0]) != _percent(shares[1])
    ]


def _figure(
    bet: str,
    measure: StrOrPromise,
    shares: list[float | None],
    edges: list[float | None] | None = None,
) -> Figure:
    before, after = (_percent(share) for share in shares)
    moved = after - before if before is not None and after is not None else None
    edge_before, edge_after = (_text(_percent(edge)) for edge in edges or (None, None))
    return Figure(
        name=position_name(bet),
        measure=measure,
        before=_text(before),
        after=_text(after),
        moved="" if moved is None else _signed(moved),
        fell=moved is not None and moved < 0,
        edge_before=edge_before,
        edge_after=edge_after,
    )


def _percent(share: float | None) -> Decimal | None:
    return None if share is None else Decimal(f"{100 * share:.{DIGITS}f}")


def _text(percent: Decimal | None) -> str:
    return NOTHING if percent is None else f"{number_format(percent, DIGITS)} %"


def _signed(points: Decimal) -> str:
    """With a sign that is not a hyphen; nothing moved is zero."""
    sign = "+" if points > 0 else "\N{MINUS SIGN}" if points < 0 else ""
    return f"{sign}{number_format(abs(points), DIGITS)}"
