"""A player's rounds, newest first."""

import datetime
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Sum

from casino.errors import NotFound
from casino.models import User
from tables.models import Action, Bet, Round, Table
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
    paid_cents: int
    result: str


@dataclass(frozen=True, slots=True)
class Choice:
    """One decision of the player, with the real money that went up for it."""

    hand: str
    action: str
    added_cents: int


@dataclass(frozen=True, slots=True)
class RoundPage:
    """One round of the player in full: the table, the cards, the bets, the choices, the proof."""

    table: str
    slug: str
    round: RoundState
    bets: list[BetLine]
    choices: list[Choice]


def recent_rounds(*, player: User, limit: int = 10) -> list[RoundLine]:
    """The player's last rounds: three queries, however many."""
    rounds = list(
        Round.objects.filter(player=player).select_related("version__table").order_by("-id")[:limit]
    )
    bets = (
        Bet.objects.filter(round__in=rounds)
        .order_by()
        .values("round")
        .annotate(real=Sum("real_cents"), paid=Sum("paid_cents"), golden=Sum("golden_cents"))
    )
    by_round = {line["round"]: line for line in bets}
    added = dict(
        Action.objects.filter(round__in=rounds, round__state=Round.State.OPEN)
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
    round_ = (
        Round.objects.filter(player=player, public_id=public_id)
        .select_related("version__table", "shoe")
        .first()
    )
    if round_ is None:
        raise NotFound
    return RoundPage(
        table=round_.version.table.name,
        slug=round_.version.table.slug,
        round=stored_round_state(round_),
        bets=[
            BetLine(
                position=bet.position,
                real_cents=bet.real_cents,
                golden_cents=bet.golden_cents,
                paid_cents=bet.paid_cents or 0,
                result=bet.result,
            )
            for bet in round_.bets.order_by("id")
        ],
        choices=[
            Choice(hand=action.hand, action=action.action, added_cents=action.real_cents)
            for action in round_.actions.order_by("ordinal")
        ],
    )
