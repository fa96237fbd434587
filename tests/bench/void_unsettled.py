"""A hundred thousand bets that are 90 days old, voided, beside SQL written by hand.

The figure is the whole sweep: every round is locked and dealt again from its sealed seed to see
what the cards have decided; bets, rounds, stakes, seeds, next shoes, notices and the audit trail
are written, in transactions of 500 rounds, with the ledger's triggers and all foreign keys. The
reference gives the same stakes back and marks the same bets and rounds, on copies of the tables
that have indexes only, in one transaction that looks at no card.
"""

import datetime
import secrets
import time
from collections.abc import Iterator
from itertools import cycle, islice
from uuid import uuid4

from django.db import connection, transaction
from django.utils import timezone

from casino import sealing
from tables.engine.codec import decode_rules, encode_bets
from tables.engine.game import settled_bets, start
from tables.engine.rng import commitment
from tables.engine.rules import Rules
from tables.engine.shoe import seeded_shoe
from tables.models import Bet, GameSession, Round, Shoe
from tables.services import void_unsettled
from tests import factories
from tests.bench import Row
from tests.crowd import analyze, sessions_at
from wallet.models import HOUSE_ID, TransferKind
from wallet.services import Posting, post

ROUNDS = 50_000
BOXES = (1, 2, 3)
STAKE_CENTS = 1_000
OLD = datetime.timedelta(days=91)

BY_HAND = """
    CREATE TABLE bench_bet (LIKE tables_bet INCLUDING ALL);
    CREATE TABLE bench_round (LIKE tables_round INCLUDING ALL);
    CREATE TABLE bench_transfer (LIKE wallet_transfer INCLUDING ALL);
    CREATE TABLE bench_account (LIKE wallet_account INCLUDING ALL);
    INSERT INTO bench_bet SELECT * FROM tables_bet;
    INSERT INTO bench_round SELECT * FROM tables_round;
    INSERT INTO bench_account SELECT * FROM wallet_account;
    ANALYZE;
"""
WORK = (
    """
    UPDATE bench_bet SET result = 'void', paid_cents = real_cents, settled_at = now()
    WHERE result = ''
    """,
    """
    INSERT INTO bench_transfer (created_at, debit_id, credit_id, amount_cents, kind, key,
                                reference, reason)
    SELECT now(), 1, session.account_id, sum(bet.real_cents), 'refund', 'hand:' || bet.round_id,
           'R' || lpad(bet.round_id::text, 9, '0'), ''
    FROM bench_bet bet JOIN tables_gamesession session ON session.id = bet.session_id
    GROUP BY session.account_id, bet.round_id
    """,
    """
    UPDATE bench_account account SET balance_cents = account.balance_cents + back.cents
    FROM (SELECT credit_id, sum(amount_cents) AS cents FROM bench_transfer GROUP BY credit_id) back
    WHERE account.id = back.credit_id
    """,
    """
    UPDATE bench_round SET state = 'void', settled_at = now(), voided_at = now(),
                           void_reason = 'by hand', void_cause = 'age'
    WHERE state = 'open'
    """,
)


def measure(_database_url: str) -> list[Row]:
    """One sweep over all of them."""
    bets = _play()
    analyze()
    by_hand = _by_hand()
    begun = time.perf_counter()
    swept = void_unsettled(now=timezone.now())
    ours = time.perf_counter() - begun
    if (swept.rounds, swept.bets) != (ROUNDS, bets):
        raise RuntimeError(f"{swept} of {ROUNDS} rounds with {bets} bets.")
    return [
        Row(
            f"{bets:,} bets in {ROUNDS:,} rounds voided",
            f"{ours:.1f} s",
            f"by hand, no cards looked at: {by_hand:.1f} s",
            "60 s",
            ours <= 60,
        )
    ]


def _play() -> int:
    """Every round is dealt on one to three boxes and waits for its first decision."""
    table = factories.table()
    version = table.in_force
    rules = decode_rules(version.rules)
    dealt = list(islice(_open_rounds(rules), ROUNDS))
    shoes = Shoe.objects.bulk_create(
        Shoe(sealed_seed=sealing.seal(seed), commitment=commitment(seed)) for seed, _ in dealt
    )
    sessions = sessions_at(table, ROUNDS, shoes=shoes)
    opened_at = timezone.now() - OLD
    rounds = Round.objects.bulk_create(
        Round(
            table=table,
            session=session,
            player=session.player,
            game=table.game,
            version=version,
            shoe=session.shoe,
            key=uuid4(),
            request=encode_bets(factories.main_bets(*[STAKE_CENTS] * boxes)),
            opened_at=opened_at,
        )
        for session, (_, boxes) in zip(sessions, dealt, strict=True)
    )
    pairs = list(zip(rounds, sessions, (boxes for _, boxes in dealt), strict=True))
    _stake(pairs)
    bets = [
        Bet(
            round=round_,
            session=session,
            placed_as=f"{box}:main",
            position=f"{box}:main",
            real_cents=STAKE_CENTS,
            placed_at=opened_at,
        )
        for round_, session, boxes in pairs
        for box in range(1, boxes + 1)
    ]
    return len(Bet.objects.bulk_create(bets))


def _open_rounds(rules: Rules) -> Iterator[tuple[bytes, int]]:
    """Seeds with which so many boxes all wait for the player."""
    for boxes in cycle(BOXES):
        while True:
            seed = secrets.token_bytes(32)
            bets = factories.main_bets(*[STAKE_CENTS] * boxes)
            game, _ = start(rules, seeded_shoe(seed, rules), bets)
            if all(bet.result is None for bet in settled_bets(game)):
                break
        yield seed, boxes


def _stake(pairs: list[tuple[Round, GameSession, int]]) -> None:
    with transaction.atomic():
        post(
            postings=[
                Posting(
                    debit_id=session.account_id,
                    credit_id=HOUSE_ID,
                    amount_cents=STAKE_CENTS * boxes,
                    kind=TransferKind.BET,
                    key=f"round:{round_.public_id}:0:stake",
                    reference=round_.number,
                )
                for round_, session, boxes in pairs
            ]
        )


def _by_hand() -> float:
    with connection.cursor() as cursor:
        cursor.execute(BY_HAND)
    begun = time.perf_counter()
    with transaction.atomic(), connection.cursor() as cursor:
        for statement in WORK:
            cursor.execute(statement)
    return time.perf_counter() - begun
