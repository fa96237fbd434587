"""Ten thousand players of a live round, settled, beside SQL written by hand for the same rows.

The figure is the dealer's whole transaction: he counts the votes of the last decision, lets it
fall, plays his own hand, writes every bet's result, pays every session, closes the round, writes
what everybody sees, and commits, with the ledger's triggers and all foreign keys. The reference
writes the same bets, transfers and balances on copies of the tables that have indexes only.
Every player is paid.
"""

import statistics
import time
from collections.abc import Callable

from django.db import connection, transaction

from tables.models import Round
from tests.bench import Row
from tests.crowd import Crowd

PLAYERS = 10_000
ROUNDS = 7

COPIES = """
    DROP TABLE IF EXISTS bench_bet, bench_transfer, bench_account;
    CREATE TABLE bench_bet (LIKE tables_bet INCLUDING ALL) WITH (fillfactor = 50);
    CREATE TABLE bench_transfer (LIKE wallet_transfer INCLUDING ALL);
    CREATE TABLE bench_account (LIKE wallet_account INCLUDING ALL);
    INSERT INTO bench_account SELECT * FROM wallet_account;
"""
COPY_BETS = "INSERT INTO bench_bet SELECT * FROM tables_bet WHERE round_id = %s"
WRITE_BETS = """
    UPDATE bench_bet SET result = outcome.result, settled_at = now(),
           paid_cents = real_cents * gain / per + real_cents * kept
    FROM (VALUES ('1:main', 'win', 1, 1, 1), ('2:main', 'push', 0, 1, 1),
                 ('1:21+3', 'win', 5, 1, 1), ('2:21+3', 'lose', 0, 1, 0))
         AS outcome (position, result, gain, per, kept)
    WHERE bench_bet.round_id = %s AND bench_bet.position = outcome.position
"""
PAY = """
    INSERT INTO bench_transfer (created_at, debit_id, credit_id, amount_cents, kind, key,
                                reference, reason)
    SELECT now(), 1, session.account_id, sum(bet.paid_cents), 'payout',
           'hand:' || bet.round_id || ':' || session.account_id, 'hand', ''
    FROM bench_bet bet JOIN tables_gamesession session ON session.id = bet.session_id
    WHERE bet.round_id = %s GROUP BY session.account_id, bet.round_id
    HAVING sum(bet.paid_cents) > 0 ORDER BY session.account_id
"""
BALANCES = """
    UPDATE bench_account account SET balance_cents = account.balance_cents + paid.cents
    FROM (SELECT credit_id, sum(amount_cents) AS cents FROM bench_transfer
          WHERE key LIKE 'hand:' || %s || ':%%' GROUP BY credit_id) paid
    WHERE account.id = paid.credit_id
"""


def measure(_database_url: str) -> list[Row]:
    """The median of some rounds, and of the same rounds by hand."""
    crowd = Crowd(PLAYERS)
    with connection.cursor() as cursor:
        cursor.execute(COPIES)
    settled, by_hand = [], []
    for _ in range(ROUNDS):
        round_ = crowd.deal()
        crowd.vote("1", "stand")
        crowd.count()
        by_hand.append(_by_hand(round_))
        crowd.vote("2", "stand")
        settled.append(_seconds(crowd.count))
        round_.refresh_from_db()
        if round_.state != Round.State.SETTLED:
            raise RuntimeError("The round is not settled.")
    ours, theirs = statistics.median(settled), statistics.median(by_hand)
    return [
        Row(
            f"{PLAYERS:,} players settled",
            f"{ours * 1000:.0f} ms",
            f"by hand {theirs * 1000:.0f} ms",
            "1 s",
            ours <= 1,
        ),
        Row("beside SQL by hand", f"{ours / theirs:.1f} ×", "1 ×", "4 ×", ours / theirs <= 4),
    ]


def _seconds(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def _by_hand(round_: Round) -> float:
    with connection.cursor() as cursor:
        cursor.execute(COPY_BETS, [round_.pk])
        cursor.execute("ANALYZE bench_bet")

    def work() -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            for statement in (WRITE_BETS, PAY, BALANCES):
                cursor.execute(statement, [str(round_.pk) if "LIKE" in statement else round_.pk])

    return _seconds(work)
