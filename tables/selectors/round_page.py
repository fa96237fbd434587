"""One round in full: the table, the cards, the bets, the decisions, the money, the proof."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from casino.errors import NotFound
from casino.models import User
from tables.models import Action, Bet, Layout, Question, Round, Table
from tables.selectors.frames import Frame, live_frames, private_frames
from tables.selectors.history import own_rounds
from tables.selectors.live_history import concerns, live_round_state
from tables.selectors.round_bets import private_round_state
from tables.selectors.table_page import RoundState
from wallet.models import AccountKind
from wallet.selectors import Leg, legs_of


@dataclass(frozen=True, slots=True)
class BetLine:
    """One position of a round. ``added_cents`` and ``golden_added_cents`` are the parts of the
    stake that a double at a live table added."""

    position: str
    real_cents: int
    golden_cents: int
    golden_back_cents: int
    golden_paid_cents: int
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
    """One round in full. ``legs`` is what it moved on the player's accounts, ``question`` how far
    his thread about it is; empty where he has not asked.

    ``auto_actions`` is whether he had agreed, before this live round, that doubles and splits take
    their stake by themselves; None in a round of his own.
    """

    table: str
    slug: str
    game_name: str
    version: int
    is_live: bool
    with_golden: bool
    round: RoundState
    bets: Sequence[BetLine]
    choices: Sequence[Choice]
    legs: Sequence[Leg]
    question: str
    auto_actions: bool | None

    @property
    def stake_before_cents(self) -> int | None:
        """What the session held before the round; None where no real money moved in it."""
        return next((leg.before_cents for leg in self._session_legs), None)

    @property
    def stake_after_cents(self) -> int | None:
        """What it held after all that the round has moved."""
        return next((leg.after_cents for leg in reversed(self._session_legs)), None)

    @property
    def _session_legs(self) -> list[Leg]:
        return [leg for leg in self.legs if leg.account_kind == AccountKind.SESSION]


@dataclass(frozen=True, slots=True)
class Replay:
    """One round step by step."""

    table: str
    slug: str
    is_live: bool
    with_golden: bool
    round: RoundState
    frames: Sequence[Frame]


def round_page(*, player: User, public_id: uuid.UUID) -> RoundPage:
    """One of the player's own rounds. Raises ``NotFound``, for a foreign one as well."""
    round_ = own_round(player=player, public_id=public_id)
    return whole_round(round_, player=player)


def round_replay(*, player: User, public_id: uuid.UUID) -> Replay:
    """One of the player's own rounds step by step. Raises ``NotFound``, also where it cannot be
    dealt again."""
    round_ = own_round(player=player, public_id=public_id)
    found = replay_of(
        round_,
        bets=list(round_.bets.filter(session__player=player).order_by("id")),
        actions=list(round_.actions.order_by("ordinal")),
    )
    if not found.frames:
        raise NotFound
    return found


def own_round(*, player: User, public_id: uuid.UUID) -> Round:
    """With its version, table and shoe. Raises ``NotFound``, for a foreign one as well."""
    rounds = Round.objects.select_related("version__table", "shoe")
    round_ = rounds.filter(own_rounds(player), public_id=public_id).first()
    if round_ is None:
        raise NotFound
    return round_


def whole_round(round_: Round, *, player: User) -> RoundPage:
    """The player's page of a round that is loaded with version, table and shoe.

    Five queries, six at a live table.
    """
    bets = list(round_.bets.filter(session__player=player).order_by("id"))
    question = Question.objects.filter(round=round_, player=player)
    return page_of(
        round_,
        bets=bets,
        actions=list(round_.actions.order_by("ordinal")),
        legs=legs_of(reference=round_.number, player=player),
        question=question.values_list("state", flat=True).first() or "",
        auto_actions=_consent(round_, player) if round_.is_live else None,
    )


def _consent(round_: Round, player: User) -> bool | None:
    layouts = Layout.objects.filter(round=round_, player=player).order_by("-id")
    return layouts.values_list("auto_actions", flat=True).first()


def page_of(
    round_: Round,
    *,
    bets: Sequence[Bet],
    actions: Sequence[Action],
    legs: Sequence[Leg],
    question: str = "",
    auto_actions: bool | None = None,
) -> RoundPage:
    """The page with these bets; of a live round it has the decisions on their seats."""
    if round_.is_live:
        state = live_round_state(round_, actions, bets)
        actions = [action for action in actions if concerns(action, state)]
    else:
        state = private_round_state(round_, actions, bets)
    return RoundPage(
        table=round_.version.table.name,
        slug=round_.version.table.slug,
        game_name=Table.Game(round_.game).label,
        version=round_.version.number,
        is_live=round_.is_live,
        with_golden=any(bet.golden_cents for bet in bets),
        round=state,
        bets=[_bet_line(bet) for bet in bets],
        choices=[_choice(action, is_live=round_.is_live) for action in actions],
        legs=legs,
        question=question,
        auto_actions=auto_actions,
    )


def replay_of(round_: Round, *, bets: Sequence[Bet], actions: Sequence[Action]) -> Replay:
    """The steps of a round that is loaded with version, table and shoe, with these bets."""
    if round_.is_live:
        state = live_round_state(round_, actions, bets)
        frames = live_frames(round_, actions, bets)
    else:
        state = private_round_state(round_, actions, bets)
        frames = private_frames(round_, actions)
    return Replay(
        table=round_.version.table.name,
        slug=round_.version.table.slug,
        is_live=round_.is_live,
        with_golden=any(bet.golden_cents for bet in bets),
        round=state,
        frames=frames,
    )


def _bet_line(bet: Bet) -> BetLine:
    return BetLine(
        position=bet.position,
        real_cents=bet.real_cents,
        golden_cents=bet.golden_cents,
        golden_back_cents=bet.golden_returned_cents,
        golden_paid_cents=bet.golden_paid_cents,
        paid_cents=bet.paid_cents or 0,
        result=bet.result,
    )


def _choice(action: Action, *, is_live: bool) -> Choice:
    return Choice(
        hand=action.hand,
        action=action.action,
        added_cents=0 if is_live else action.real_cents,
        golden_cents=0 if is_live else sum(action.golden),
        decided_by=action.decided_by,
        tally=action.tally,
    )
