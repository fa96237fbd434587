"""A player's rounds, newest first."""

import datetime
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, Sum

from casino.errors import NotFound
from casino.models import User
from tables.models import Action, Bet, Round, Table
from tables.selectors.live_history import concerns, live_round_state, live_rounds_of
from tables.selectors.table_page import RoundState, stored_round_state


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A line of the history. An open round shows what is staked so far and nothing paid."""

    public_id: uuid.UUID
    number: str
    table: str
    slug: str
    game_name: str
    state: str
    opened_at: datetime.datetime
    settled_at: datetime.datetime | None
    staked_cents: int
    paid_cents: int
    with_golden: bool
    void_reason: str

    @property
    def net_cents(self) -> int:
        """What came back less what was staked."""
        return self.paid_cents - self.staked_cents


@dataclass(frozen=True, slots=True)
class BetLine:
    """One position of a round that is done."""

    position: str
    real_cents: int
    golden_cents: int
    golden_back_cents: int
    paid_cents: int
    result: str


@dataclass(frozen=True, slots=True)
class Choice:
    """One decision, with the real money and the golden chips that went up for it.

    In a live round what fell for the player's seats, with who decided it and the votes by action;
    the money that others put up is nobody's business.
    """

    hand: str
    action: str
    added_cents: int
    golden_cents: int
    decided_by: str
    tally: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class RoundPage:
    """One round of the player in full: the table, the cards, the bets, the choices, the proof."""

    table: str
    slug: str
    is_live: bool
    round: RoundState
    bets: list[BetLine]
    choices: list[Choice]


def recent_rounds(*, player: User, limit: int = 10) -> list[RoundLine]:
    """The player's last rounds: three queries, however many."""
    private = Round.objects.filter(player=player).order_by("-id").values("pk")[:limit]
    live = live_rounds_of(player)[:limit]
    rounds = list(
        Round.objects.filter(Q(pk__in=private) | Q(pk__in=live))
        .select_related("version__table")
        .order_by("-id")[:limit]
    )
    bets = (
        Bet.objects.filter(round__in=rounds, session__player=player)
        .order_by()
        .values("round")
        .annotate(real=Sum("real_cents"), paid=Sum("paid_cents"), golden=Sum("golden_cents"))
    )
    by_round = {line["round"]: line for line in bets}
    added = dict(
        Action.objects.filter(round__in=rounds, round__state=Round.State.OPEN, round__player=player)
        .order_by()
        .values_list("round")
        .annotate(Sum("real_cents"))
    )
    return [_line(round_, by_round[round_.pk], added.get(round_.pk, 0)) for round_ in rounds]


def _line(round_: Round, sums: Mapping[str, Any], added_cents: int) -> RoundLine:
    table = round_.version.table
    return RoundLine(
        public_id=round_.public_id,
        number=round_.number,
        table=table.name,
        slug=table.slug,
        game_name=Table.Game(table.game).label,
        state=round_.state,
        opened_at=round_.opened_at,
        settled_at=round_.settled_at,
        staked_cents=(sums["real"] or 0) + added_cents,
        paid_cents=sums["paid"] or 0,
        with_golden=bool(sums["golden"]),
        void_reason=round_.void_reason,
    )


def round_page(*, player: User, public_id: uuid.UUID) -> RoundPage:
    """One of the player's own rounds. Raises ``NotFound``, for a foreign one as well."""
    own = Q(player=player) | Q(pk__in=live_rounds_of(player))
    round_ = (
        Round.objects.filter(own, public_id=public_id)
        .select_related("version__table", "shoe")
        .first()
    )
    if round_ is None:
        raise NotFound
    bets = list(round_.bets.filter(session__player=player).order_by("id"))
    actions = list(round_.actions.order_by("ordinal"))
    if round_.is_live:
        state = live_round_state(round_, actions, bets)
        actions = [action for action in actions if concerns(action, state)]
    else:
        state = stored_round_state(round_)
    return RoundPage(
        table=round_.version.table.name,
        slug=round_.version.table.slug,
        is_live=round_.is_live,
        round=state,
        bets=[
            BetLine(
                position=bet.position,
                real_cents=bet.real_cents,
                golden_cents=bet.golden_cents,
                golden_back_cents=bet.golden_returned_cents,
                paid_cents=bet.paid_cents or 0,
                result=bet.result,
            )
            for bet in bets
        ],
        choices=[
            Choice(
                hand=action.hand,
                action=action.action,
                added_cents=0 if round_.is_live else action.real_cents,
                golden_cents=0 if round_.is_live else sum(action.golden),
                decided_by=action.decided_by,
                tally=action.tally,
            )
            for action in actions
        ],
    )
