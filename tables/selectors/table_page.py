"""What the page of a table shows, for visitors, players between rounds and in a round.

``table_page`` reads it; services that have everything at hand build it with ``build_page``.
"""

import datetime
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from casino.errors import NotFound
from casino.models import User
from golden_chips.selectors import Pile, holds_chips, tray
from tables.engine.bets import MAIN, ROUND, BoxBets
from tables.engine.codec import decode_bets
from tables.engine.game import Round as Game
from tables.engine.game import settled_bets, void_what_is_open
from tables.engine.rules import Rules
from tables.engine.stake import GoldenRules
from tables.engine.view import public_view
from tables.models import Action, GameSession, Round, Table, TableVersion, VoidCause
from tables.selectors.ageing import days_left, voids_at
from tables.selectors.fold import fold
from wallet.selectors import cash_balance


@dataclass(frozen=True, slots=True)
class Range:
    """From least to most, in cents."""

    least_cents: int
    most_cents: int


@dataclass(frozen=True, slots=True)
class Terms:
    """What a new session at a table is opened under."""

    buy_in: Range
    whole_amount_first: bool
    rebuy_allowed: bool
    idle_minutes: int


@dataclass(frozen=True, slots=True)
class SessionBar:
    """The session's state for its bar. ``rebuy_most_cents`` is 0 where nothing can be added."""

    public_id: uuid.UUID
    number: str
    ticket_code: str
    opened_at: datetime.datetime
    stake_cents: int
    bought_in_cents: int
    rebuy_most_cents: int
    whole_amount_first: bool


@dataclass(frozen=True, slots=True)
class RoundState:
    """A round as its player sees it.

    ``step`` counts the actions taken; it goes back with the next action, so that a stale page
    decides nothing. ``view`` is the engine's ``public_view`` and holds no card that is not face up.
    ``staked_cents`` and ``paid_cents`` are what has moved so far. ``seed`` is empty until the
    shoe is done.
    """

    public_id: uuid.UUID
    number: str
    state: str
    step: int
    view: Mapping[str, Any]
    staked_cents: int
    paid_cents: int
    commitment: str
    seed: str
    opened_at: datetime.datetime
    settled_at: datetime.datetime | None
    void_reason: str

    @property
    def is_open(self) -> bool:
        """Whether a decision is due."""
        return self.state == Round.State.OPEN

    @property
    def is_void(self) -> bool:
        """Whether all of it was voided."""
        return self.state == Round.State.VOID

    @property
    def voids_at(self) -> datetime.datetime:
        """When bets that are not settled by then are voided."""
        return voids_at(self.opened_at)

    @property
    def days_left(self) -> int:
        """Whole days until then."""
        return days_left(self.opened_at, now=timezone.now())

    @property
    def net_cents(self) -> int:
        """What the round has brought so far, less what was staked."""
        return self.paid_cents - self.staked_cents


@dataclass(frozen=True, slots=True)
class NewTerms:
    """What has changed for a player, as the facts of two versions with the limits of his tier."""

    before: Mapping[str, Any]
    after: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class TablePage:
    """Everything on the page of a table.

    ``rules`` are those in force, ``returns`` the exact returns per euro staked by bet. ``limits``
    are those of the player's tier by position (``main``, then the side bets), ``round_limit`` that
    of all hands together, where the table has one. ``round`` is the open
    round, or else the last one of this session. ``last_bets`` is what *rebet* places.
    ``next_commitment`` belongs to the shoe of the next round and is empty without a session or
    during a round. ``golden_rules`` are the switches in force; ``tray`` holds the player's golden
    chips that can be bet here, between rounds. ``version`` is the number of the one in force;
    ``news`` tells what it changes for a session that has not played under it yet.
    """

    table_id: int
    slug: str
    name: str
    game: str
    game_name: str
    state: str
    rules: Rules
    returns: Mapping[str, float]
    limits: Mapping[str, Range]
    round_limit: Range | None
    chips: Sequence[int]
    terms: Terms
    cash_cents: int
    session: SessionBar | None
    round: RoundState | None
    last_bets: Sequence[BoxBets]
    next_commitment: str
    golden_rules: GoldenRules
    tray: Sequence[Pile]
    version: int
    news: NewTerms | None

    @property
    def boxes(self) -> int:
        """How many boxes a player can bet on."""
        return self.rules.boxes

    @property
    def is_open(self) -> bool:
        """Whether new sessions and rounds are begun here."""
        return self.state == Table.State.OPEN

    @property
    def is_live(self) -> bool:
        """Whether one dealer deals to everybody here."""
        return self.game == Table.Game.MAJORITY

    @property
    def in_round(self) -> bool:
        """Whether a round waits for a decision."""
        return self.round is not None and self.round.is_open


def table_page(*, slug: str, player: User | None) -> TablePage:
    """The page of a table; without a player that of a visitor, with the lowest tier's limits.

    Raises ``NotFound``.
    """
    table = Table.objects.select_related("current").filter(slug=slug).first()
    if table is None or table.current is None:
        raise NotFound
    if player is None:
        return _assemble(table, rank=None, cash_cents=0)
    rank = player.vip_tier.rank if player.vip_tier else None
    session = (
        GameSession.objects.select_related("account", "version", "shoe")
        .filter(player=player, table=table, state=GameSession.State.OPEN)
        .annotate(holds_chips=holds_chips("player"))
        .first()
    )
    last = (
        Round.objects.select_related("version__table", "shoe")
        .filter(player=player, version__table=table)
        .order_by("-id")
        .first()
    )
    shown = last if session and last and last.session_id == session.pk else None
    in_round = shown is not None and shown.state == Round.State.OPEN
    show_tray = session is not None and session.holds_chips and not in_round
    return _assemble(
        table,
        rank=rank,
        cash_cents=cash_balance(player=player),
        session=session,
        round_state=stored_round_state(shown) if shown else None,
        last=last,
        tray=golden_tray(table, player) if show_tray else (),
    )


def golden_tray(table: Table, player: User) -> Sequence[Pile]:
    """The golden chips that the player can bet here: one query, none where none are taken."""
    if not table.in_force.golden_allowed:
        return ()
    return tray(player=player, table_id=table.pk, game=table.game)


def build_page(
    *,
    session: GameSession,
    stake_cents: int,
    cash_cents: int,
    round_state: RoundState,
    round_: Round,
    tray: Sequence[Pile],
) -> TablePage:
    """The page after a step, from what its service has loaded: no query.

    ``session`` has its table with the current version, its version, its shoe and its player with
    the tier loaded.
    """
    session.account.balance_cents = stake_cents
    tier = session.player.vip_tier
    return _assemble(
        session.table,
        rank=tier.rank if tier else None,
        cash_cents=cash_cents,
        session=session,
        round_state=round_state,
        last=round_,
        tray=tray,
    )


def stored_round_state(round_: Round) -> RoundState:
    """A round as it stands, folded from its actions (one query)."""
    actions = list(Action.objects.filter(round=round_).order_by("ordinal"))
    return round_state(round_, fold(round_, actions), step=len(actions))


def round_state(round_: Round, game: Game, *, step: int) -> RoundState:
    """The state of a round whose engine value is at hand. The round's shoe must be loaded."""
    aged = round_.void_cause == VoidCause.AGE
    bets = void_what_is_open(game) if aged else settled_bets(game)
    staked = sum(bet.stake.real_cents for bet in bets)
    void = round_.state == Round.State.VOID
    return RoundState(
        public_id=round_.public_id,
        number=round_.number,
        state=round_.state,
        step=step,
        view=public_view(game),
        staked_cents=staked,
        paid_cents=staked if void else sum(bet.paid_cents for bet in bets if bet.result),
        commitment=round_.shoe.commitment,
        seed=round_.shoe.seed,
        opened_at=round_.opened_at,
        settled_at=round_.settled_at,
        void_reason=round_.why_void,
    )


def _assemble(
    table: Table,
    *,
    rank: int | None,
    cash_cents: int,
    session: GameSession | None = None,
    round_state: RoundState | None = None,
    last: Round | None = None,
    tray: Sequence[Pile] = (),
) -> TablePage:
    version = table.in_force
    rules = version.engine_rules
    own = version.limits_for(rank)
    limits = {name: Range(*own[name]) for name in (MAIN, *rules.side_pays) if name in own}
    in_round = round_state is not None and round_state.is_open
    return TablePage(
        table_id=table.pk,
        slug=table.slug,
        name=table.name,
        game=table.game,
        game_name=Table.Game(table.game).label,
        state=table.state,
        rules=rules,
        returns={name: version.returns[name]["per_staked"] for name in (MAIN, *rules.side_pays)},
        limits=limits,
        round_limit=Range(*own[ROUND]) if ROUND in own else None,
        chips=version.chips,
        terms=_terms(version),
        cash_cents=cash_cents,
        session=_bar(session, cash_cents) if session else None,
        round=round_state,
        last_bets=decode_bets(last.request) if last else [],
        next_commitment="" if in_round else _commitment(session),
        golden_rules=version.golden_rules,
        tray=tray,
        version=version.number,
        news=_news(session, last, version, rank),
    )


def _news(
    session: GameSession | None, last: Round | None, now: TableVersion, rank: int | None
) -> NewTerms | None:
    """Against what the session last played under, or was opened under.

    A live table tells everybody with the first round under a new version.
    """
    if session is None or session.shoe_id is None:
        return None
    played = last is not None and last.session_id == session.pk
    known = last.version if last is not None and played else session.version
    if known.pk == now.pk:
        return None
    return NewTerms(known.facts_for(rank), now.facts_for(rank))


def new_terms_since(*, table_id: int, number: int, rank: int | None) -> NewTerms | None:
    """What has changed since version ``number`` was in force; None if it still is or never was."""
    found = TableVersion.objects.filter(table=table_id)
    now = found.order_by("-number").first()
    before = found.filter(number=number).first()
    if now is None or before is None or before.pk == now.pk:
        return None
    return NewTerms(before.facts_for(rank), now.facts_for(rank))


def _commitment(session: GameSession | None) -> str:
    return session.shoe.commitment if session and session.shoe else ""


def _terms(version: TableVersion) -> Terms:
    return Terms(
        buy_in=Range(version.session_min_cents, version.session_max_cents),
        whole_amount_first=version.whole_amount_first,
        rebuy_allowed=version.rebuy_allowed,
        idle_minutes=version.idle_minutes,
    )


def _bar(session: GameSession, cash_cents: int) -> SessionBar:
    terms = session.version
    room = terms.session_max_cents - session.bought_in_cents if terms.rebuy_allowed else 0
    return SessionBar(
        public_id=session.public_id,
        number=session.number,
        ticket_code=session.ticket_code,
        opened_at=session.opened_at,
        stake_cents=session.account.balance_cents or 0,
        bought_in_cents=session.bought_in_cents,
        rebuy_most_cents=max(0, min(room, cash_cents)),
        whole_amount_first=terms.whole_amount_first,
    )
