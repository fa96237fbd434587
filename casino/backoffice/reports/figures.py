"""Sums of the settled rounds of gaming days, straight from bets and from transfers.

A round counts on the day on which it was settled. Void rounds count nowhere, and of a round that
was voided in part neither do the void bets.
"""

import datetime
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from django.db import connections

from casino.backoffice.reports.reading import source
from casino.periods import Period
from tables.engine.actions import DOUBLE
from tables.engine.bets import MAIN
from tables.engine.duel import RAISE
from tables.selectors.reconcile import NUMBER
from wallet.models import HOUSE_ID


class BetFigures(NamedTuple):
    """As ``BetSummary``."""

    day: datetime.date
    version_id: int
    is_test: bool
    bet: str
    rounds: int
    staked_cents: int
    paid_cents: int
    golden_cents: int
    golden_paid_cents: int
    plain_rounds: int
    plain_initial_cents: int
    plain_staked_cents: int
    plain_paid_cents: int
    plain_squared: float


class LedgerFigures(NamedTuple):
    """As ``LedgerSummary``."""

    day: datetime.date
    version_id: int
    is_test: bool
    staked_cents: int
    paid_cents: int
    golden_paid_cents: int


NAME: Final = {
    "postgresql": "substr(bet.placed_as, strpos(bet.placed_as, ':') + 1)",
    "sqlite": "substr(bet.placed_as, instr(bet.placed_as, ':') + 1)",
}
"""``main`` of ``1L:main``."""

ROUNDS_OF_DAYS: Final = """
    WITH day (number, begins_at, ends_at) AS (VALUES {days}),
    settled AS (
        SELECT day.number, round.id, round.version_id, round.with_golden
        FROM day
        JOIN tables_round round ON round.settled_at >= day.begins_at
                               AND round.settled_at < day.ends_at
        WHERE round.state = 'settled'
    ){more}
"""

# An opening bet is a bet that no action has added, less what a double has added to it.
BETS: Final = """
    , laid AS (
        SELECT settled.number, settled.version_id, player.is_test,
               bet.round_id, bet.real_cents, bet.paid_cents,
               bet.golden_cents, bet.golden_paid_cents,
               CASE WHEN {name} IN ({added}) THEN '{main}' ELSE {name} END AS kind,
               CASE WHEN {name} IN ({added}) OR bet.placed_as LIKE '%%L:%%' THEN 0
                    ELSE bet.real_cents - bet.added_cents END AS opening_cents,
               CASE WHEN settled.with_golden AND EXISTS (
                        SELECT 1 FROM tables_bet golden
                        WHERE golden.round_id = bet.round_id
                          AND golden.session_id = bet.session_id
                          AND golden.golden_cents > 0
                    ) THEN 0 ELSE 1 END AS plain
        FROM settled
        JOIN tables_bet bet ON bet.round_id = settled.id AND bet.result <> 'void'
        JOIN tables_gamesession session ON session.id = bet.session_id
        JOIN casino_user player ON player.id = session.player_id
    ),
    of_round AS (
        SELECT number, version_id, is_test, round_id, kind,
               sum(real_cents) AS staked,
               sum(paid_cents - golden_paid_cents) AS paid,
               sum(golden_cents) AS golden,
               sum(golden_paid_cents) AS golden_paid,
               max(plain) AS plain,
               sum(opening_cents * plain) AS opening,
               sum(real_cents * plain) AS plain_staked,
               sum(paid_cents * plain) AS plain_paid
        FROM laid
        GROUP BY number, version_id, is_test, round_id, kind
    )
    SELECT number, version_id, is_test, kind, count(*),
           CAST(sum(staked) AS bigint), CAST(sum(paid) AS bigint),
           CAST(sum(golden) AS bigint), CAST(sum(golden_paid) AS bigint),
           CAST(sum(plain) AS bigint), CAST(sum(opening) AS bigint),
           CAST(sum(plain_staked) AS bigint), CAST(sum(plain_paid) AS bigint),
           sum(CAST(opening AS double precision) * CAST(opening AS double precision))
    FROM of_round
    GROUP BY number, version_id, is_test, kind
    ORDER BY number, version_id, is_test, kind
"""
ADDED: Final = f"'{DOUBLE}', '{RAISE}'"
"""Stakes that are added to a main bet and counted with it."""

TRANSFERS: Final = """
    SELECT settled.number, settled.version_id, owner.is_test,
           CAST(sum(CASE WHEN transfer.credit_id = {house} THEN transfer.amount_cents
                         WHEN transfer.kind = 'refund' THEN -transfer.amount_cents
                         ELSE 0 END) AS bigint),
           CAST(sum(CASE WHEN transfer.kind = 'payout'
                         THEN transfer.amount_cents ELSE 0 END) AS bigint),
           CAST(sum(CASE WHEN transfer.kind = 'golden_payout'
                         THEN transfer.amount_cents ELSE 0 END) AS bigint)
    FROM settled
    JOIN wallet_transfer transfer ON transfer.reference = {round_number}
                                 AND {house} IN (transfer.credit_id, transfer.debit_id)
    JOIN wallet_account account
      ON account.id = CASE WHEN transfer.credit_id = {house}
                           THEN transfer.debit_id ELSE transfer.credit_id END
    JOIN casino_user owner ON owner.id = account.owner_id
    GROUP BY settled.number, settled.version_id, owner.is_test
    ORDER BY settled.number, settled.version_id, owner.is_test
"""


def bet_figures(days: Sequence[datetime.date]) -> list[BetFigures]:
    """The sums of the bets of some days. One query; it costs the bets of those days."""
    name = NAME[connections[source()].vendor]
    return [
        BetFigures(datetime.date.fromordinal(day), version, bool(is_test), *figures)
        for day, version, is_test, *figures in _rows(
            days, BETS.format(name=name, added=ADDED, main=MAIN)
        )
    ]


def ledger_figures(days: Sequence[datetime.date]) -> list[LedgerFigures]:
    """The sums of the transfers of the rounds of some days. One query, as ``bet_figures``."""
    number = NUMBER[connections[source()].vendor].format(letter="R", width=9, column="settled.id")
    # Doubled, since this statement is passed with values.
    sql = TRANSFERS.format(house=HOUSE_ID, round_number=number.replace("%", "%%"))
    return [
        LedgerFigures(datetime.date.fromordinal(day), version, bool(is_test), *figures)
        for day, version, is_test, *figures in _rows(days, sql)
    ]


def _rows(days: Sequence[datetime.date], select: str) -> list[tuple[Any, ...]]:
    if not days:
        return []
    connection = connections[source()]
    moment = connection.ops.adapt_datetimefield_value
    bounds: list[Any] = []
    for day in days:
        period = Period(day, day)
        utc = (at.astimezone(datetime.UTC) for at in (period.start, period.end))
        bounds += [day.toordinal(), *(moment(at) for at in utc)]
    sql = ROUNDS_OF_DAYS.format(days=", ".join(["(%s, %s, %s)"] * len(days)), more=select)
    with connection.cursor() as cursor:
        cursor.execute(sql, bounds)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows
