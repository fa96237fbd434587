"""Private rounds: bets are dealt, decisions carried out, the end settled.

Each command is one transaction: lock, run the engine, move money, write. A second click, a stale
page or a repeated request changes nothing and gets the present state.
"""

import datetime
import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from casino.errors import IdempotencyConflict
from casino.models import User
from golden_chips.services import Purse
from tables.engine.actions import Action as EngineAction
from tables.engine.bets import BoxBets, check_bets, check_reserve
from tables.engine.cardplay import OFFERS
from tables.engine.codec import encode_bets
from tables.engine.errors import EngineRefusal
from tables.engine.game import Round as Game
from tables.engine.game import act as decide
from tables.engine.game import answers_to_all, is_over, price, start
from tables.engine.stake import NOTHING, Funds
from tables.errors import (
    DealtToAll,
    RoundInPlay,
    SessionOver,
    StaffDoNotPlay,
    StakeExceeded,
    TableClosed,
)
from tables.models import Action, GameSession, Round, Table, TableVersion
from tables.refusals import NoOfferOpen, refused
from tables.selectors.fold import cards_of, fold
from tables.selectors.table_page import TablePage, build_page, golden_tray, round_state, table_page
from tables.services.golden import (
    most_cents,
    purse_for_action,
    purse_for_bets,
    put_up,
    record,
)
from tables.services.locking import lock_round, lock_session
from tables.services.settlement import Step, close_round, post_step, write_opening_bets
from wallet.models import TransferKind

YES_TO_ALL = "yes_to_all"
NO_TO_ALL = "no_to_all"


@dataclass(frozen=True, slots=True)
class Acted:
    """The page after a request to act.

    ``moved_on``: the round had moved on since the page was made, or was over, and another
    decision than this one stands there; nothing was done.
    """

    page: TablePage
    moved_on: bool


def open_round(
    *, player: User, session_id: uuid.UUID, bets: Sequence[BoxBets], key: uuid.UUID
) -> TablePage:
    """Take the bets from the stake, deal the prepared shoe, and settle if nothing is to decide.

    The same key with the same bets gives the present state of that round.

    Raises ``NotFound``, ``StaffDoNotPlay``, ``SessionOver``, ``TableClosed``, ``RoundInPlay`` (also
    at another table of the same game), ``DealtToAll``, ``StakeExceeded``, the subclasses of
    ``RefusedByRules`` for bets, ``GoldenPileExceeded``, ``IdempotencyConflict``.
    """
    try:
        return _open_round(player, session_id, bets, key)
    except IntegrityError as error:
        # Sessions at two tables of a game share no lock; the constraint on rounds has decided.
        game = GameSession.objects.filter(public_id=session_id).values("table__game")
        in_play = Round.objects.filter(
            player=player, state=Round.State.OPEN, game__in=game
        ).exclude(session__public_id=session_id)
        other = in_play.select_related("table").first()
        if other is None:
            raise
        raise RoundInPlay(table=other.table.name) from error


@transaction.atomic
def _open_round(
    player: User, session_id: uuid.UUID, bets: Sequence[BoxBets], key: uuid.UUID
) -> TablePage:
    session = lock_session(public_id=session_id, player=player)
    request = encode_bets(sorted(bets, key=lambda bet: bet.box))
    for earlier in _earlier_rounds(session, key):
        if earlier.session_id != session.pk or earlier.key != key:
            raise RoundInPlay(table=earlier.table.name)
        if earlier.request != request:
            raise IdempotencyConflict
        return table_page(slug=session.table.slug, player=player)
    version = _check_table(session)
    now = timezone.now()
    purse = _check_bets(session, version, bets, now)
    shoe = session.shoe  # read now, after the lock
    if shoe is None:
        raise DealtToAll(table=session.table.name)
    rules = version.engine_rules
    game, _ = start(rules, cards_of(shoe, rules), bets)
    over = is_over(game)
    round_ = Round.objects.create(
        table=session.table,
        session=session,
        player=session.player,
        game=session.table.game,
        version=version,
        shoe=shoe,
        key=key,
        request=request,
        with_golden=bool(purse.uses),
        state=Round.State.SETTLED if over else Round.State.OPEN,
        opened_at=now,
        settled_at=now if over else None,
    )
    record(round_, purse, now)
    step = Step(round_=round_, ordinal=0, before=None, after=game, kind=TransferKind.BET)
    post_step(step)
    if over:
        close_round(round_, game, actions=[], now=now)
    else:
        write_opening_bets(round_, game, now)
    return _page_after(step, session.cash_cents, holds_chips=session.holds_chips)


def _earlier_rounds(session: GameSession, key: uuid.UUID) -> list[Round]:
    """The round that this key opened; else the player's open round of this game, if any."""
    rounds = Round.objects.filter(
        Q(session=session, key=key)
        | Q(player=session.player, game=session.table.game, state=Round.State.OPEN)
    ).select_related("table")
    return sorted(rounds, key=lambda round_: round_.key != key)


def _check_table(session: GameSession) -> TableVersion:
    """The version in force, at a session and a table that are open, for a player."""
    table = session.table
    if session.player.is_staff:  # since the session was opened
        raise StaffDoNotPlay
    if session.state != GameSession.State.OPEN:
        raise SessionOver(table=table.name)
    if table.state != Table.State.OPEN or table.current is None:
        raise TableClosed(table=table.name)
    return table.current


def _check_bets(
    session: GameSession, version: TableVersion, bets: Sequence[BoxBets], now: datetime.datetime
) -> Purse:
    """Refuse bets that may not be dealt; the purse that the golden chips among them came from."""
    tier = session.player.vip_tier
    limits = version.limits_for(tier.rank if tier else None)
    rules = version.engine_rules
    needed_cents = sum(stake.real_cents for bet in bets for _, stake in bet.positions())
    held_cents = session.account.balance_cents or 0
    golden_rules = version.golden_rules
    try:
        check_bets(
            rules,
            bets,
            {name: (least, most) for name, (least, most) in limits.items()},
            golden_rules,
        )
        if needed_cents > held_cents:
            raise StakeExceeded(needed_cents=needed_cents, held_cents=held_cents)
        purse = purse_for_bets(session.table, session.player_id, bets, now)
        chips_left = purse.values(most_cents=most_cents(bets))
        check_reserve(rules, bets, Funds(held_cents - needed_cents, chips_left), golden_rules)
    except EngineRefusal as refusal:
        raise refused(refusal) from refusal
    return purse


@transaction.atomic
def act(*, player: User, round_id: uuid.UUID, step: int, hand: str, action: str) -> Acted:
    """Carry out a decision, and settle when it was the last one.

    ``step`` is the number of actions that the deciding page had seen; it makes the request
    unrepeatable. ``action`` is one of the engine's, or ``yes_to_all`` or ``no_to_all`` (``hand``
    is empty then): all open offers are answered, or none.

    Raises ``NotFound``, ``NoOfferOpen``, the subclasses of ``RefusedByRules`` for actions.
    """
    round_ = lock_round(public_id=round_id, player=player)
    actions = list(Action.objects.filter(round=round_).order_by("ordinal"))
    if round_.state != Round.State.OPEN or step != len(actions):
        page = table_page(slug=round_.own_session.table.slug, player=player)
        repeated = step < len(actions) and _is_repeat(actions[step], hand, action)
        return Acted(page=page, moved_on=not repeated)
    before = fold(round_, actions)
    now = timezone.now()
    purse = purse_for_action(round_, action, now)
    try:
        after, taken = _decide(round_, before, hand, action, purse)
    except EngineRefusal as refusal:
        raise refused(refusal) from refusal
    put_up(purse, taken)
    record(round_, purse, now)
    actions += Action.objects.bulk_create(_rows(round_, step, taken, now))
    kind = TransferKind.INSURANCE if before.phase == OFFERS else TransferKind.ADDED_STAKE
    done = Step(round_=round_, ordinal=step + 1, before=before, after=after, kind=kind)
    post_step(done)
    if is_over(after):
        close_round(round_, after, actions=actions, now=now)
    page = _page_after(done, round_.cash_cents, step=len(actions), holds_chips=round_.holds_chips)
    return Acted(page=page, moved_on=False)


def _is_repeat(stored: Action, hand: str, action: str) -> bool:
    """Whether a request asks for what was done at its step."""
    if action == NO_TO_ALL:
        return stored.action == "no"
    if action == YES_TO_ALL:
        return stored.action in ("insurance", "even_money")
    return (stored.hand, stored.action) == (hand, action)


def _decide(
    round_: Round, game: Game, hand: str, action: str, purse: Purse
) -> tuple[Game, list[EngineAction]]:
    """The round after the decision or decisions, each with the stake that went up for it."""
    decisions: Sequence[tuple[str, str]] = [(hand, action)]
    if action in (YES_TO_ALL, NO_TO_ALL):
        decisions = answers_to_all(game, yes=action == YES_TO_ALL)
        if not decisions:
            raise NoOfferOpen
    taken = []
    funds = Funds(
        round_.own_session.account.balance_cents or 0,
        purse.values(most_cents=most_cents(game.bets)),
    )
    for name, kind in decisions:
        added = price(game, name, kind, funds, round_.version.golden_rules)
        taken.append(EngineAction(name, kind, added))
        game, _ = decide(game, taken[-1])
        funds = funds.less(added or NOTHING)
    return game, taken


def _rows(
    round_: Round, step: int, taken: Sequence[EngineAction], now: datetime.datetime
) -> list[Action]:
    return [
        Action(
            round=round_,
            ordinal=ordinal,
            hand=action.hand,
            action=action.kind,
            real_cents=(action.added or NOTHING).real_cents,
            golden=list((action.added or NOTHING).golden),
            created_at=now,
        )
        for ordinal, action in enumerate(taken, start=step + 1)
    ]


def _page_after(
    done: Step, cash_cents: int | None, *, step: int = 0, holds_chips: bool
) -> TablePage:
    """The page; the tray of golden chips is read where it is shown and the player may have some."""
    session = done.round_.own_session
    show_tray = is_over(done.after) and (holds_chips or done.round_.with_golden)
    return build_page(
        session=session,
        stake_cents=(session.account.balance_cents or 0) - done.staked_cents + done.paid_cents,
        cash_cents=cash_cents or 0,
        round_state=round_state(done.round_, done.after, step=step),
        round_=done.round_,
        tray=golden_tray(session.table, session.player) if show_tray else (),
    )
