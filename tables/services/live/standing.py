"""A live table under its dealer's lock, and the one way in which its row is written.

Locks are taken in one order: the live table, its round, then accounts by number (in the ledger).
"""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tables.engine.live import LiveRound
from tables.engine.rules import BlackjackRules
from tables.models import Action, Decision, LiveTable, Round
from tables.selectors.fold import fold_live, live_rules
from tables.selectors.live import SeatCount
from tables.services.live.view import Shown, view_of
from tables.services.live.window import tell_browsers


def lock_live(*, table_id: int, phases: Sequence[LiveTable.Phase]) -> LiveTable | None:
    """The live table with its round, both locked; None if it is in no such phase (any more).

    So a step that two dealers took up is done once, and a voided round is not played on.
    """
    found = LiveTable.objects.select_for_update(no_key=True).filter(table=table_id)
    live = found.first()
    if live is None or live.phase not in phases:
        return None
    live.round = (
        Round.objects.select_for_update(of=("self",), no_key=True)
        .select_related("version", "shoe", "table")
        .get(pk=live.round_id)
    )
    return live


@dataclass(slots=True)
class InPlay:
    """A live round in play: its row, its cards as folded, what fell and what is being asked."""

    live: LiveTable
    rules: BlackjackRules
    game: LiveRound
    actions: list[Action]
    decisions: list[Decision]
    now: datetime.datetime
    results: Mapping[str, str] = field(default_factory=dict)
    insurance: Mapping[str, int] | None = None

    @property
    def round(self) -> Round:
        """The round that is played."""
        return self.live.round

    @property
    def next_ordinal(self) -> int:
        """Actions are numbered from 1; the deal is step 0."""
        return len(self.actions) + 1

    @property
    def seats(self) -> dict[int, SeatCount]:
        """Main bets by seat when the window closed."""
        return {
            int(seat): SeatCount(count["players"], count["staked_cents"])
            for seat, count in self.round.request["seats"].items()
        }

    def mode(self, seat: int) -> str:
        """How a seat decides in this round."""
        mode: str = self.round.request["seats"][str(seat)]["mode"]
        return mode


def in_play(live: LiveTable, now: datetime.datetime) -> InPlay:
    """The round in play at a locked table, folded: two queries."""
    actions = list(Action.objects.filter(round=live.round).order_by("ordinal"))
    open_decisions = Decision.objects.filter(round=live.round, closed_at__isnull=True)
    return InPlay(
        live=live,
        rules=live_rules(live.round.version),
        game=fold_live(live.round, actions),
        actions=actions,
        decisions=list(open_decisions.order_by("number")),
        now=now,
    )


def show_play(play: InPlay) -> None:
    """Write what everybody sees of the round in play."""
    show(
        play.live,
        Shown(
            rules=play.rules,
            seats=play.seats,
            game=play.game,
            actions=play.actions,
            decisions=play.decisions,
            results=play.results,
            insurance=play.insurance,
        ),
    )


def show(live: LiveTable, shown: Shown) -> None:
    """Write the table's row with a new version, and tell the browsers on commit."""
    live.view = view_of(live, shown)
    write(live)


def write(live: LiveTable) -> None:
    """Write a row whose view was changed, as ``show`` does."""
    live.version += 1
    live.save(update_fields=["round", "phase", "phase_ends_at", "next_position", "view", "version"])
    tell_browsers(live.table_id, live.version)
