"""Sessions at a table: opened on a ticket, added to, ended and paid out.

Rules of the games, section 6.
"""

import datetime
import uuid

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from casino.errors import CasinoError, IdempotencyConflict, NotFound
from casino.models import User
from tables.errors import (
    BuyInOutOfRange,
    DepositPending,
    RebuyBarred,
    RoundInPlay,
    SessionAlreadyOpen,
    SessionCapReached,
    SessionOver,
    StaffDoNotPlay,
    TableClosed,
)
from tables.live_errors import ChipsLaid
from tables.models import GameSession, Round, Table, TableVersion, TicketRequest
from tables.selectors.live import chips_lie, in_live_round, played_live_since
from tables.services.locking import lock_session
from tables.services.shoes import make_shoe
from tables.services.ticketing import obtain_ticket
from wallet.errors import InsufficientFunds
from wallet.models import Account, Transfer, TransferKind
from wallet.selectors import cash_balance, has_open_deposit
from wallet.services import Posting, cash_account, open_session_account, post


def open_session(*, player: User, slug: str, buy_in_cents: int, key: uuid.UUID) -> GameSession:
    """Open a session at a table with money from the player's cash.

    The ticket authority is asked outside of any transaction, and its answer is kept whatever
    comes after. The same key with the same input gives the same session again.

    Raises ``NotFound``, ``StaffDoNotPlay``, ``TableClosed``, ``BuyInOutOfRange``,
    ``SessionAlreadyOpen``, ``DepositPending``, ``InsufficientFunds``, ``TicketRefused``,
    ``IdempotencyConflict``.
    """
    table = Table.objects.select_related("current").filter(slug=slug).first()
    if table is None or table.current is None:
        raise NotFound
    opened = None
    try:
        _check_opening(player, table, buy_in_cents)
    except CasinoError:
        # It may be the first request with this key that has brought the reason about.
        opened = GameSession.objects.filter(
            ticket_request__player=player, ticket_request__key=key
        ).first()
        if opened is None:
            raise
    ticket = obtain_ticket(player=player, table=table, buy_in_cents=buy_in_cents, key=key)
    try:
        return opened or _open(ticket, table.in_force, buy_in_cents)
    except IntegrityError as error:
        if _open_sessions(player, table).exists():
            raise SessionAlreadyOpen(table=table.name) from error
        raise


def _open_sessions(player: User, table: Table) -> QuerySet[GameSession]:
    return GameSession.objects.filter(player=player, table=table, state=GameSession.State.OPEN)


def _check_opening(player: User, table: Table, buy_in_cents: int) -> None:
    """Refuse before the authority is asked. The database looks again when money moves."""
    terms = table.in_force
    if player.is_staff:
        raise StaffDoNotPlay
    if table.state != Table.State.OPEN:
        raise TableClosed(table=table.name)
    if _open_sessions(player, table).exists():
        raise SessionAlreadyOpen(table=table.name)
    if not terms.session_min_cents <= buy_in_cents <= terms.session_max_cents:
        raise BuyInOutOfRange(
            amount_cents=buy_in_cents,
            least_cents=terms.session_min_cents,
            most_cents=terms.session_max_cents,
        )
    if terms.whole_amount_first and has_open_deposit(player=player):
        raise DepositPending(table=table.name)
    cash_cents = cash_balance(player=player)
    if buy_in_cents > cash_cents:
        raise InsufficientFunds(available_cents=cash_cents, needed_cents=buy_in_cents)


@transaction.atomic
def _open(ticket: TicketRequest, terms: TableVersion, buy_in_cents: int) -> GameSession:
    """One transaction: account, session, money. A second request with this ticket waits."""
    TicketRequest.objects.select_for_update(no_key=True).get(pk=ticket.pk)
    opened = GameSession.objects.filter(ticket_request=ticket).first()
    if opened is not None:
        return opened
    now = timezone.now()
    player = ticket.player
    if terms.whole_amount_first:
        _bar_open_deposit(player, ticket.table)
    session = GameSession.objects.create(
        table=ticket.table,
        version=terms,
        player=player,
        account=open_session_account(player=player),
        ticket_code=ticket.code,
        ticket_request=ticket,
        shoe=None if ticket.table.is_live else make_shoe(),
        bought_in_cents=buy_in_cents,
        opened_at=now,
        last_play_at=now,
    )
    _buy(session, buy_in_cents, TransferKind.BUY_IN, f"session:{session.public_id}:buy_in")
    return session


def _bar_open_deposit(player: User, table: Table) -> None:
    """No deposit may arrive while the session runs; deposits lock the cash account as well."""
    Account.objects.select_for_update(no_key=True).get(pk=cash_account(player).pk)
    if has_open_deposit(player=player):
        raise DepositPending(table=table.name)


def _buy(session: GameSession, amount_cents: int, kind: TransferKind, key: str) -> None:
    posting = Posting(
        debit_id=cash_account(session.player).pk,
        credit_id=session.account_id,
        amount_cents=amount_cents,
        kind=kind,
        key=key,
        reference=session.number,
    )
    post(postings=[posting])


@transaction.atomic
def rebuy(*, player: User, session_id: uuid.UUID, amount_cents: int, key: uuid.UUID) -> GameSession:
    """Add money to a session, also while a round is in play.

    The same key with the same amount gives the session as it is, without a second movement.

    Raises ``NotFound``, ``SessionOver``, ``RebuyBarred``, ``TableClosed`` (no round in play and
    no new one to come), ``BuyInOutOfRange``, ``SessionCapReached``, ``InsufficientFunds``,
    ``IdempotencyConflict``.
    """
    session = lock_session(public_id=session_id, player=player)
    transfer_key = f"session:{session.public_id}:rebuy:{key}"
    booked = Transfer.objects.filter(key=transfer_key).first()
    if booked is not None:
        if booked.amount_cents != amount_cents:
            raise IdempotencyConflict
        return session
    _check_rebuy(session, amount_cents)
    session.bought_in_cents += amount_cents
    session.save(update_fields=["bought_in_cents"])
    _buy(session, amount_cents, TransferKind.REBUY, transfer_key)
    return session


def _check_rebuy(session: GameSession, amount_cents: int) -> None:
    table, terms = session.table, session.version
    if session.state != GameSession.State.OPEN:
        raise SessionOver(table=table.name)
    if not terms.rebuy_allowed:
        raise RebuyBarred(table=table.name)
    if table.state != Table.State.OPEN and not _has_open_round(session):
        raise TableClosed(table=table.name)
    room_cents = terms.session_max_cents - session.bought_in_cents
    if amount_cents > room_cents:
        raise SessionCapReached(most_cents=terms.session_max_cents, room_cents=room_cents)
    if amount_cents < 1:
        raise BuyInOutOfRange(amount_cents=amount_cents, least_cents=1, most_cents=room_cents)


def _has_open_round(session: GameSession) -> bool:
    if session.table.is_live:
        return in_live_round(session)
    return Round.objects.filter(session=session, state=Round.State.OPEN).exists()


@transaction.atomic
def end_session(*, player: User, session_id: uuid.UUID) -> GameSession:
    """End the player's session and pay the whole stake out to cash. Ended twice is ended once.

    Raises ``NotFound``, ``RoundInPlay``, ``ChipsLaid``.
    """
    session = lock_session(public_id=session_id, player=player)
    if session.state == GameSession.State.OPEN:
        if _has_open_round(session):
            refusal = ChipsLaid if chips_lie(session) else RoundInPlay
            raise refusal(table=session.table.name)
        _close(session, GameSession.End.PLAYER)
    return session


def end_idle_sessions(*, now: datetime.datetime) -> int:
    """End and pay out every session without play for the idle time of its terms.

    A session with an open round is never idle. Each one is its own transaction, and is looked at
    again under its lock. Returns how many were ended.
    """
    open_sessions = GameSession.objects.filter(state=GameSession.State.OPEN)
    ended = 0
    terms = open_sessions.order_by().values_list("version__idle_minutes", flat=True).distinct()
    for minutes in terms:
        since = now - datetime.timedelta(minutes=minutes)
        idle = open_sessions.filter(version__idle_minutes=minutes, last_play_at__lte=since)
        for public_id in idle.exclude(rounds__state=Round.State.OPEN).values_list(
            "public_id", flat=True
        ):
            ended += _end_if_idle(public_id, since)
    return ended


@transaction.atomic
def _end_if_idle(public_id: uuid.UUID, since: datetime.datetime) -> bool:
    session = lock_session(public_id=public_id)
    if session.state != GameSession.State.OPEN or session.last_play_at > since:
        return False
    if _has_open_round(session) or played_live_since(session, since):
        return False
    _close(session, GameSession.End.IDLE)
    return True


def _close(session: GameSession, ended_by: GameSession.End) -> None:
    stake_cents = session.account.balance_cents or 0
    session.state = GameSession.State.CLOSED
    session.closed_at = timezone.now()
    session.paid_out_cents = stake_cents
    session.ended_by = ended_by
    session.save(update_fields=["state", "closed_at", "paid_out_cents", "ended_by"])
    if stake_cents:
        posting = Posting(
            debit_id=session.account_id,
            credit_id=cash_account(session.player).pk,
            amount_cents=stake_cents,
            kind=TransferKind.CASH_OUT,
            key=f"session:{session.public_id}:cash_out",
            reference=session.number,
        )
        post(postings=[posting])
