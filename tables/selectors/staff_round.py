"""One round as staff read it: with everybody's bets and movements, and what was done to it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Max, Min, OuterRef, Subquery, Sum

from casino.models import AuditEntry
from golden_chips.selectors.statement import ChipLine, chips_of_round
from tables.models import Action, Bet, Layout, Question, Round
from tables.selectors.round_page import Replay, RoundPage, page_of, replay_of
from wallet.selectors import Leg, legs_of

MOST: Final = 200
"""So many bets, transfers and chip events of a live round are listed."""

SUMS: Final = (
    "real_cents",
    "golden_cents",
    "added_cents",
    "golden_added_cents",
    "paid_cents",
    "golden_paid_cents",
    "golden_returned_cents",
)


@dataclass(frozen=True, slots=True)
class PlayerBet:
    """One player's bet in a live round, and whether he had agreed before it that doubles and
    splits take their stake by themselves."""

    player: str
    session: str
    auto_actions: bool
    bet: Bet


@dataclass(frozen=True, slots=True)
class StaffRound:
    """A round in full. At a live table ``page`` has the bets of all players together, by position,
    and ``player_bets`` the first of them one by one."""

    round_: Round
    page: RoundPage
    replay: Replay
    player_bets: Sequence[PlayerBet]
    bet_count: int
    legs: Sequence[Leg]
    chips: Sequence[ChipLine]
    audit: Sequence[AuditEntry]
    questions: Sequence[Question]


def staff_round(round_: Round) -> StaffRound:
    """Of a round that is loaded with its version, table and shoe; the bets lie, no more are placed.

    A fixed number of queries, whatever the number of players.
    """
    actions = list(Action.objects.filter(round=round_).order_by("ordinal"))
    own: list[PlayerBet] = []
    if round_.is_live:
        bets = _together(round_)
        own = _one_by_one(round_)
    else:
        bets = list(Bet.objects.filter(round=round_).order_by("id"))
    legs = legs_of(reference=round_.number, most=MOST)
    return StaffRound(
        round_=round_,
        page=page_of(round_, bets=bets, actions=actions, legs=[] if round_.is_live else legs),
        replay=replay_of(round_, bets=bets, actions=actions),
        player_bets=own,
        bet_count=Bet.objects.filter(round=round_).count() if round_.is_live else len(bets),
        legs=legs,
        chips=chips_of_round(reference=round_.number, most=MOST),
        audit=_done_to(round_),
        questions=list(Question.objects.filter(round=round_).select_related("player")),
    )


def _together(round_: Round) -> list[Bet]:
    """Bets that share a position share its outcome: one for each, with the sums of all."""
    sums: Any = (
        Bet.objects.filter(round=round_)
        .order_by()
        .values("placed_as", "position")
        .annotate(
            first=Min("id"),
            settled=Max("result"),
            **{f"all_{name}": Sum(name) for name in SUMS},
        )
        .order_by("first")
    )
    return [
        Bet(
            round=round_,
            placed_as=line["placed_as"],
            position=line["position"],
            result=line["settled"],
            **{name: int(line[f"all_{name}"] or 0) for name in SUMS},
        )
        for line in sums
    ]


def _one_by_one(round_: Round) -> list[PlayerBet]:
    layout = Layout.objects.filter(round=round_, session=OuterRef("session"))
    bets = Bet.objects.filter(round=round_).select_related("session__player").order_by("id")
    agreed = bets.annotate(auto_actions=Subquery(layout.values("auto_actions")))
    return [
        PlayerBet(bet.session.player.username, bet.session.number, bet.auto_actions, bet)
        for bet in agreed[:MOST]
    ]


def _done_to(round_: Round) -> list[AuditEntry]:
    entries = AuditEntry.objects.filter(
        subject_type=Round._meta.label_lower,  # noqa: SLF001  Django's own name of the model
        subject_id=str(round_.pk),
    )
    return list(entries.select_related("actor").order_by("id"))
