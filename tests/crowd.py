"""Thousands of players at a live table, made by bulk statements."""

import datetime
from collections.abc import Sequence
from random import Random
from uuid import uuid4

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.hashers import make_password
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import connection, transaction
from django.utils import timezone

from casino import sealing
from casino.models import User
from tables.engine.live import (
    SeatDecision,
    insurance_is_open,
    start_live,
    step_live,
    waiting_hands,
)
from tables.engine.rng import commitment
from tables.engine.rules import BlackjackRules
from tables.engine.settlement import hand_outcome
from tables.engine.shoe import CardSource, seeded_shoe
from tables.models import Decision, GameSession, Layout, LiveTable, Round, Shoe, TicketRequest, Vote
from tables.models import Table as LiveTableAddress
from tables.selectors.fold import live_rules
from tables.services import live as services
from tables.services.clock import database_now
from tests import factories
from wallet.models import (
    CASHIER_ID,
    Account,
    AccountKind,
    CashierOrder,
    OrderKind,
    OrderState,
    TransferKind,
)
from wallet.services import Posting, post

BUY_IN_CENTS = 100_000
STAKE_CENTS = 1_000
SIDE_CENTS = 200
SIDES = ("21+3", "player_pair", "dealer_pair")


class Crowd:
    """A live table with so many players on its two seats, half on each."""

    def __init__(self, players: int, *, decision_seconds: int = 600) -> None:
        limits = {"1": {"main": [100, 100_000], **{side: [100, 10_000] for side in SIDES}}}
        self.table: LiveTableAddress = factories.table(
            game="majority", limits=limits, decision_seconds=decision_seconds
        )
        services.prepare_table(table_id=self.table.pk, now=database_now())
        self.sessions = sessions_at(self.table, players)

    def deal(self, *, chosen_shoe: bool = True) -> Round:
        """Everybody bets, every other one on 21+3 too.

        With a chosen shoe both seats have something to decide, and everybody is paid in the end.
        """
        live = LiveTable.objects.select_related("round__version").get(table=self.table)
        if live.phase == LiveTable.Phase.RESULTS:
            services.open_window(table_id=self.table.pk, now=database_now())
            live = LiveTable.objects.select_related("round__version").get(table=self.table)
        if chosen_shoe:
            _give_shoe(live.round)
        _lay(live.round, self.sessions)
        LiveTable.objects.filter(pk=live.pk).update(
            phase=LiveTable.Phase.BETTING, phase_ends_at=timezone.now()
        )
        self.close()
        analyze()
        return live.round

    def close(self) -> None:
        """The window closes."""
        services.close_window(table_id=self.table.pk, now=database_now())

    def insure(self) -> None:
        """Everybody takes insurance, by one bulk statement; the dealer closes it."""
        Layout.objects.filter(round__live__table=self.table).update(
            insurance_cents=STAKE_CENTS // 2
        )
        services.count_answers(table_id=self.table.pk, now=database_now())

    def decision(self, hand: str) -> Decision:
        """The open decision on a hand."""
        return Decision.objects.get(round__live__table=self.table, hand=hand, closed_at=None)

    def vote(self, hand: str, action: str) -> None:
        """Everybody on the hand votes alike, by one bulk statement."""
        decision = self.decision(hand)
        seat = int(hand[0])
        now = timezone.now()
        Vote.objects.bulk_create(
            Vote(decision=decision, session=session, action=action, created_at=now)
            for session in self.sessions[seat - 1 :: 2]
        )

    def count(self) -> None:
        """The dealer counts."""
        services.count_votes(table_id=self.table.pk, now=database_now())


def log_in(sessions: Sequence[GameSession]) -> list[str]:
    """A login for each player: the session keys for their cookies."""
    store = SessionStore()
    expires = timezone.now() + datetime.timedelta(days=1)
    logins = [
        Session(
            session_key=uuid4().hex,
            session_data=store.encode(
                {
                    SESSION_KEY: str(session.player_id),
                    BACKEND_SESSION_KEY: settings.AUTHENTICATION_BACKENDS[0],
                    HASH_SESSION_KEY: session.player.get_session_auth_hash(),
                }
            ),
            expire_date=expires,
        )
        for session in sessions
    ]
    Session.objects.bulk_create(logins)
    return [login.session_key for login in logins]


def analyze() -> None:
    """What autovacuum does in a database that runs for longer than a benchmark."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def sessions_at(
    table: LiveTableAddress, players: int, *, shoes: Sequence[Shoe] = ()
) -> list[GameSession]:
    """A session for each of so many new players, at a private table with these shoes."""
    now = timezone.now()
    name, password = f"crowd{table.pk}", make_password("secret")
    people = User.objects.bulk_create(
        User(username=f"{name}-{n}", email=f"{name}-{n}@casino.test", password=password)
        for n in range(players)
    )
    accounts = Account.objects.bulk_create(
        Account(owner=person, kind=AccountKind.SESSION, balance_cents=0) for person in people
    )
    tickets = TicketRequest.objects.bulk_create(
        TicketRequest(player=person, table=table, key=uuid4(), request={}, requested_at=now)
        for person in people
    )
    dealt: Sequence[Shoe | None] = shoes or [None] * players
    sessions = GameSession.objects.bulk_create(
        GameSession(
            table=table,
            version=table.current,
            player=person,
            account=account,
            ticket_code=f"ticket-{ticket.pk}",
            ticket_request=ticket,
            bought_in_cents=BUY_IN_CENTS,
            opened_at=now,
            last_play_at=now,
            auto_actions=None if shoes else True,
            shoe=shoe,
        )
        for person, account, ticket, shoe in zip(people, accounts, tickets, dealt, strict=True)
    )
    _buy_in(sessions)
    return sessions


def _buy_in(sessions: list[GameSession]) -> None:
    """Everybody pays in by the cashier, and all of it into the session."""
    cash = Account.objects.bulk_create(
        Account(owner=session.player, kind=AccountKind.CASH, balance_cents=0)
        for session in sessions
    )
    orders = CashierOrder.objects.bulk_create(
        CashierOrder(
            player=session.player,
            kind=OrderKind.DEPOSIT,
            amount_cents=BUY_IN_CENTS,
            key=uuid4().hex,
            state=OrderState.CONFIRMED,
            provider="sandbox",
            reference=uuid4().hex,
            answered_at=timezone.now(),
        )
        for session in sessions
    )
    with transaction.atomic():
        post(
            postings=[
                Posting(
                    debit_id=CASHIER_ID,
                    credit_id=account.pk,
                    amount_cents=BUY_IN_CENTS,
                    kind=TransferKind.DEPOSIT,
                    key=f"order:{order.reference}",
                    reference=order.reference,
                )
                for account, order in zip(cash, orders, strict=True)
            ]
        )
        post(
            postings=[
                Posting(
                    debit_id=account.pk,
                    credit_id=session.account_id,
                    amount_cents=BUY_IN_CENTS,
                    kind=TransferKind.BUY_IN,
                    key=f"session:{session.public_id}:buy_in",
                    reference=session.number,
                )
                for account, session in zip(cash, sessions, strict=True)
            ]
        )


def _lay(round_: Round, sessions: list[GameSession]) -> None:
    now = timezone.now()
    layouts = []
    for number, session in enumerate(sessions):
        seat = number % 2 + 1
        bets = {f"{seat}:main": {"real_cents": STAKE_CENTS, "golden": []}}
        if number % 4 < 2:
            bets[f"{seat}:21+3"] = {"real_cents": SIDE_CENTS, "golden": []}
        layouts.append(
            Layout(
                round=round_,
                session=session,
                player_id=session.player_id,
                bets=bets,
                stands=bets,
                stakes_cents=sum(bet["real_cents"] for bet in bets.values()),
                auto_actions=True,
                laid_at=now,
            )
        )
    Layout.objects.bulk_create(layouts)


def _give_shoe(round_: Round) -> None:
    """A shoe with which both seats stand on their first cards and everybody is paid."""
    rules = live_rules(round_.version)
    random = Random(round_.pk)
    while True:
        seed = random.randbytes(32)
        if _pays_everybody(seeded_shoe(seed, rules), rules):
            break
    shoe = Shoe.objects.create(sealed_seed=sealing.seal(seed), commitment=commitment(seed))
    Round.objects.filter(pk=round_.pk).update(shoe=shoe, shoe_position=0)


def _pays_everybody(cards: CardSource, rules: BlackjackRules) -> bool:
    game, _ = start_live(rules, cards, [1, 2], dealer_pair=False)
    if insurance_is_open(game) or len(waiting_hands(game)) < 2:
        return False
    for hand in ("1", "2"):
        game, _ = step_live(game, SeatDecision(hand, "stand"))
    outcomes = [hand_outcome(game.play, hand) for hand in game.play.hands()]
    return all(outcome and outcome.result != "lose" for outcome in outcomes)
