"""What a live table shows: to everybody, and to each player of his own.

``live_state`` reads what the dealer wrote; ``live_owns`` reads all players of the table in a fixed
number of queries, whatever their number, so that one process can serve thousands of streams.
"""

import datetime
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from django.utils import timezone

from casino.errors import NotFound
from casino.ids import among
from golden_chips.selectors import chips_left
from tables.engine.bets import MAIN
from tables.engine.stake import Stake
from tables.models import SOMETHING_STANDS, Bet, GameSession, Layout, LiveTable, Round, Table, Vote

GAME: Final = Table.Game.MAJORITY
"""The game of live tables."""


@dataclass(frozen=True, slots=True)
class Question:
    """A decision that a seat votes on now. ``tally`` counts the votes by action."""

    decision: int
    hand: str
    legal: tuple[str, ...]
    entitled: int
    tally: Mapping[str, int]
    ends_at: datetime.datetime

    @property
    def seat(self) -> str:
        """The seat that votes."""
        return self.hand.rstrip("RL")


@dataclass(frozen=True, slots=True)
class LiveState:
    """A live table as everybody sees it. ``view`` is what the dealer wrote.

    ``version`` grows with every change; 0 and an empty view stand for a table that no dealer has
    opened yet. ``questions`` are the open decisions, at most one a seat. ``seconds`` are the
    lengths of the timers by phase; ``side_bets_shown`` is how the page opens.
    """

    table_id: int
    slug: str
    version: int
    phase: str
    round_pk: int
    ends_at: datetime.datetime | None
    seconds: Mapping[str, int]
    side_bets_shown: bool
    golden_allowed: bool
    view: Mapping[str, Any]
    questions: tuple[Question, ...]
    read_at: datetime.datetime

    @property
    def takes_bets(self) -> bool:
        """Whether the betting window is open."""
        return self.phase in (LiveTable.Phase.WAITING, LiveTable.Phase.BETTING)

    @property
    def course(self) -> tuple[object, ...]:
        """What has to change for money to have moved: votes alone move none."""
        return (self.round_pk, self.phase, len(self.view.get("actions", ())))


class OwnBet(NamedTuple):
    """One stake of a player in the round; ``paid_cents`` is None until it is settled."""

    placed_as: str
    position: str
    real_cents: int
    added_cents: int
    paid_cents: int | None
    golden_cents: int
    golden_added_cents: int
    golden_back_cents: int


@dataclass(slots=True)
class LiveOwn:
    """What concerns one player at a live table.

    ``laid`` is what lies there for him in the betting window, by position in cents,
    ``laid_golden`` the golden chips there, ``tray`` how many he holds by value (what lies there is
    still his); ``bets`` is what was taken when it closed. ``insurance_cents`` is None until he
    has answered, 0 for no. ``votes`` holds his latest vote by decision.
    """

    session_pk: int
    stake_cents: int
    bought_in_cents: int
    auto_actions: bool | None
    laid: Mapping[str, int] = field(default_factory=dict)
    laid_golden: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    tray: Mapping[int, int] = field(default_factory=dict)
    stands_cents: int = 0
    stands_golden: int = 0
    insurance_cents: int | None = None
    bets: list[OwnBet] = field(default_factory=list)
    votes: dict[int, str] = field(default_factory=dict)

    @property
    def net_cents(self) -> int:
        """What the session has brought. What lies in an open round is not lost yet."""
        at_risk = sum(bet.real_cents for bet in self.bets if bet.paid_cents is None)
        return self.stake_cents + at_risk - self.bought_in_cents

    @property
    def insurance_price_cents(self) -> int:
        """Half of every main stake, cut down (rules of the games, section 1)."""
        return sum(bet.real_cents // 2 for bet in self.bets if bet.position.endswith(f":{MAIN}"))


Owns = Mapping[int, LiveOwn]
"""By the player's number."""


def live_state(*, table_id: int) -> LiveState:
    """The table as it stands: one query. Raises ``NotFound``."""
    table = (
        Table.objects.select_related("current", "live")
        .filter(pk=table_id, current__isnull=False)
        .first()
    )
    if table is None:
        raise NotFound
    terms = table.in_force
    live: LiveTable | None = getattr(table, "live", None)
    return LiveState(
        table_id=table.pk,
        slug=table.slug,
        version=live.version if live else 0,
        phase=live.phase if live else LiveTable.Phase.WAITING,
        round_pk=live.round_id if live else 0,
        ends_at=live.phase_ends_at if live else None,
        seconds={
            LiveTable.Phase.BETTING: terms.betting_seconds,
            LiveTable.Phase.INSURANCE: terms.insurance_seconds,
            LiveTable.Phase.DECISIONS: terms.decision_seconds,
            LiveTable.Phase.RESULTS: terms.results_seconds,
        },
        side_bets_shown=terms.side_bets_shown,
        golden_allowed=terms.golden_allowed,
        view=live.view if live else {},
        questions=_questions(live.view) if live else (),
        read_at=timezone.now(),
    )


def _questions(view: Mapping[str, Any]) -> tuple[Question, ...]:
    return tuple(
        Question(
            decision=told["decision"],
            hand=told["hand"],
            legal=tuple(told["legal"]),
            entitled=told["entitled"],
            tally=told["tally"],
            ends_at=datetime.datetime.fromisoformat(told["ends_at"]),
        )
        for told in view["decisions"]
    )


def live_versions(*, table_ids: Collection[int]) -> dict[int, int]:
    """The versions of some live tables: what a process without notices looks at."""
    found = LiveTable.objects.filter(table__in=table_ids)
    return dict(found.values_list("table_id", "version"))


def live_owns(state: LiveState, *, players: Collection[int]) -> dict[int, LiveOwn]:
    """Those of the players who have a session at the table; four queries at most.

    Golden chips are looked up in the betting window, at tables that take them.
    """
    sessions = GameSession.objects.filter(
        table=state.table_id, state=GameSession.State.OPEN, player__in=among(players)
    )
    owns: dict[int, LiveOwn] = {}
    by_session: dict[int, LiveOwn] = {}
    rows = sessions.values_list(
        "player_id", "pk", "account__balance_cents", "bought_in_cents", "auto_actions"
    )
    for player, pk, stake_cents, bought_in_cents, auto_actions in rows:
        own = LiveOwn(pk, stake_cents or 0, bought_in_cents, auto_actions)
        owns[player] = by_session[pk] = own
    if owns and state.round_pk:
        _read_round(state, by_session)
    if owns and state.golden_allowed and state.takes_bets:
        for player, left in chips_left(players=owns, table_id=state.table_id, game=GAME).items():
            owns[player].tray = left
    return owns


def _read_round(state: LiveState, owns: Mapping[int, LiveOwn]) -> None:
    sessions = among(owns)
    layouts = Layout.objects.filter(round=state.round_pk, session__in=sessions)
    if state.takes_bets:
        laid = layouts.values_list("session", "bets", "stakes_cents", "golden_chips")
        for session, bets, stands_cents, stands_golden in laid:
            own = owns[session]
            own.laid = _real_stakes(bets)
            own.laid_golden = _golden_stakes(bets)
            own.stands_cents, own.stands_golden = stands_cents, stands_golden
        return
    if state.phase == LiveTable.Phase.INSURANCE:
        answered = layouts.filter(insurance_cents__isnull=False)
        for session, cents in answered.values_list("session", "insurance_cents"):
            owns[session].insurance_cents = cents
    bets = Bet.objects.filter(round=state.round_pk, session__in=sessions).order_by("id")
    columns = (
        "session", "placed_as", "position", "real_cents", "added_cents", "paid_cents",
        "golden_cents", "golden_added_cents", "golden_returned_cents",
    )  # fmt: skip
    for session, *line in bets.values_list(*columns):
        owns[session].bets.append(OwnBet._make(line))
    _read_votes(state, owns)


def _read_votes(state: LiveState, owns: Mapping[int, LiveOwn]) -> None:
    """The votes in the open decisions, by session: one query, none without a decision."""
    decisions = [question.decision for question in state.questions]
    if not decisions:
        return
    votes = Vote.objects.filter(decision__in=decisions, session__in=among(owns)).order_by("id")
    for decision, session, action in votes.values_list("decision", "session", "action"):
        owns[session].votes[decision] = action


def owns_after(
    before: LiveState, owns: Owns, now: LiveState, *, players: Collection[int]
) -> dict[int, LiveOwn]:
    """As ``live_owns``, from the state before where nothing but votes can have changed."""
    if before.course != now.course or now.phase != LiveTable.Phase.DECISIONS:
        return live_owns(now, players=players)
    fresh = {player: replace(own, votes={}) for player, own in owns.items()}
    _read_votes(now, {own.session_pk: own for own in fresh.values()})
    return fresh


def last_layout(*, player_id: int, table_id: int) -> dict[str, Stake]:
    """What *rebet* lays: the stakes of the player's last round here, by position."""
    last = (
        Layout.objects.filter(SOMETHING_STANDS, player=player_id, round__table=table_id)
        .exclude(round__state=Round.State.BETTING)
        .order_by("-round")
        .first()
    )
    stands = last.stands.items() if last else ()
    return {place: Stake(stake["real_cents"], tuple(stake["golden"])) for place, stake in stands}


def _real_stakes(stakes: Mapping[str, Mapping[str, Any]]) -> dict[str, int]:
    """Real money by position; what is golden alone is left out."""
    return {place: stake["real_cents"] for place, stake in stakes.items() if stake["real_cents"]}


def _golden_stakes(stakes: Mapping[str, Mapping[str, Any]]) -> dict[str, tuple[int, ...]]:
    """Golden chips by position."""
    return {place: tuple(stake["golden"]) for place, stake in stakes.items() if stake["golden"]}


def live_table_id(*, slug: str) -> int | None:
    """The number of the live table under an address; None where there is none."""
    return (
        Table.objects.filter(slug=slug, game=Table.Game.MAJORITY, current__isnull=False)
        .values_list("pk", flat=True)
        .first()
    )
