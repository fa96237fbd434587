"""The revenue report over a million bets beside a plain aggregate of the same bets."""

import datetime
import time
from typing import Any, Final

from django.db import connection
from django.db.models import Count, F, Sum
from django.db.models.functions import TruncDate
from django.utils import timezone

from casino.backoffice.reports.filters import Asked
from casino.backoffice.reports.reading import reading
from casino.backoffice.reports.revenue import Revenue
from casino.backoffice.reports.summarising import summarise_days
from casino.periods import Period, today
from tables.models import Bet, Table
from tables.services.shoes import make_shoe
from tests import factories
from tests.bench import Row, median_seconds

DAYS: Final = 400
TABLES: Final = 4
PLAYERS: Final = 20
ROUNDS: Final = 50_000
BETS: Final = ROUNDS * PLAYERS
HANDLE: Final = -7
"""Its place in a line of the report, whose first columns depend on what it is grouped by."""

ROUND_ROWS: Final = """
    INSERT INTO tables_round (public_id, table_id, version_id, game, shoe_id, shoe_position,
        request, with_golden, state, opened_at, settled_at, void_reason, void_cause)
    SELECT gen_random_uuid(), of_table.id, of_table.current_id, of_table.game, %(shoe)s, 0,
           '{}', false, 'settled', at, at, '', ''
    FROM (SELECT number, %(now)s - number * interval '1 day' * %(days)s / %(rounds)s AS at
          FROM generate_series(1, %(rounds)s) AS number) AS made
    JOIN tables_table of_table ON of_table.id = (%(tables)s::bigint[])[1 + number %% %(count)s]
"""
BET_ROWS: Final = """
    INSERT INTO tables_bet (round_id, session_id, placed_as, position, real_cents, golden_cents,
        added_cents, golden_added_cents, paid_cents, golden_paid_cents, golden_returned_cents,
        result, placed_at, settled_at)
    SELECT round.id, session.id, '1:main', '1:main', 1000, 0, 0, 0,
           CASE WHEN (round.id + session.id) %% 2 = 0 THEN 2000 ELSE 0 END, 0, 0,
           CASE WHEN (round.id + session.id) %% 2 = 0 THEN 'win' ELSE 'lose' END,
           round.opened_at, round.settled_at
    FROM tables_round round CROSS JOIN tables_gamesession session
"""
STAKE_ROWS: Final = """
    INSERT INTO wallet_transfer (debit_id, credit_id, amount_cents, kind, key, reference,
        reason, created_at)
    SELECT session.account_id, 1, 1000, 'bet', 'b' || bet.id,
           'R' || lpad(bet.round_id::text, 9, '0'), '', bet.placed_at
    FROM tables_bet bet JOIN tables_gamesession session ON session.id = bet.session_id
"""
PAYOUT_ROWS: Final = """
    INSERT INTO wallet_transfer (debit_id, credit_id, amount_cents, kind, key, reference,
        reason, created_at)
    SELECT 1, session.account_id, 2000, 'payout', 'p' || bet.id,
           'R' || lpad(bet.round_id::text, 9, '0'), '', bet.settled_at
    FROM tables_bet bet JOIN tables_gamesession session ON session.id = bet.session_id
    WHERE bet.paid_cents > 0
"""


def measure(_database_url: str) -> list[Row]:
    """A year and more of live rounds; the whole of it is asked for by day."""
    _fill()
    first = today() - datetime.timedelta(days=DAYS)
    asked = Asked(period=Period(first, today()))
    from_bets = median_seconds(lambda: _report(asked), repeats=1)
    begun = time.perf_counter()
    days = summarise_days(now=timezone.now())
    summing = time.perf_counter() - begun
    report = median_seconds(lambda: _report(asked))
    plain = median_seconds(lambda: _plain(asked.period), repeats=3)
    by_table = Asked(period=asked.period, group="table")
    return [
        Row(
            f"revenue by day, {DAYS} days, {BETS:,} bets",
            f"{report * 1000:.0f} ms",
            f"plain aggregate of the bets: {plain * 1000:.0f} ms",
            "under 500 ms",
            report < 0.5,
        ),
        Row(
            "the same by table",
            f"{median_seconds(lambda: _report(by_table)) * 1000:.0f} ms",
        ),
        Row("the same by day before any day is summed", f"{from_bets * 1000:.0f} ms"),
        Row(f"summing {days} days, ledger included, once", f"{summing:.1f} s"),
    ]


def _report(asked: Asked) -> None:
    with reading():
        produced = Revenue().produce(asked)
        rows = list(produced.rows)
    assert rows
    assert produced.totals is not None
    assert produced.totals[HANDLE] == BETS * 1_000
    assert all(line.agrees for line in produced.comparisons)


def _plain(period: Period) -> list[Any]:
    """What one would write first: handle and payouts by day and version. No ledger beside it."""
    return list(
        Bet.objects.filter(
            round__state="settled",
            round__settled_at__gte=period.start,
            round__settled_at__lt=period.end,
            session__player__is_test=False,
        )
        .order_by()
        .annotate(day=TruncDate("round__settled_at"))
        .values("day", "round__version")
        .annotate(
            rounds=Count("round", distinct=True),
            handle=Sum("real_cents"),
            payouts=Sum(F("paid_cents") - F("golden_paid_cents")),
        )
    )


def _fill() -> None:
    limits = {"1": {"main": [100, 100_000]}}
    tables = [factories.table(game="majority", limits=limits) for _ in range(TABLES)]
    for _ in range(PLAYERS):
        factories.session(factories.player(cents=10_000), tables[0])
    facts: dict[str, Any] = {
        "shoe": make_shoe().pk,
        "now": timezone.now(),
        "days": DAYS,
        "rounds": ROUNDS,
        "tables": [table.pk for table in tables],
        "count": TABLES,
    }
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE wallet_transfer DISABLE TRIGGER wallet_transfer_moves_balances")
        for sql in (ROUND_ROWS, BET_ROWS, STAKE_ROWS, PAYOUT_ROWS):
            cursor.execute(sql, facts)
        cursor.execute("ANALYZE")
    assert Table.objects.count() == TABLES
