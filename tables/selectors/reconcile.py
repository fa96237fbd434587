"""Rounds and sessions against the ledger, from the rows alone."""

import hashlib
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from django.db import connection

from casino.money import plain_amount
from casino.reconciliation import Check, Discrepancy
from tables.models import GameSession, Round, Shoe
from tables.selectors.reconcile_golden import golden_matches_events

TRIGGERS: Final = {
    "postgresql": {
        "tables_version_never_changes",
        "tables_action_never_changes",
        "tables_shoe_never_deleted",
        "tables_shoe_keeps_its_seal",
    },
    "sqlite": {
        "tables_tableversion_never_changes",
        "tables_tableversion_never_deleted",
        "tables_action_never_changes",
        "tables_action_never_deleted",
        "tables_shoe_never_deleted",
        "tables_shoe_keeps_its_seal",
    },
}
ENABLED_TRIGGERS: Final = {
    "postgresql": "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'D'",
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger'",
}

NUMBER: Final = {
    "postgresql": (
        "'{letter}' || lpad({column}::text, greatest({width}, length({column}::text)), '0')"
    ),
    "sqlite": "printf('{letter}%0{width}d', {column})",
}
"""``Round.number`` and ``GameSession.number`` in SQL: what transfers refer to."""

# What has moved for a round, by what it was for (a reversal takes back what was given back for its
# age, where a malfunction voids the round later); what its bets (while a private round is in play:
# and its actions) say has moved.
ROUNDS: Final = """
    SELECT {number}, round.state,
           coalesce(moved.staked, 0), coalesce(moved.refunded, 0),
           coalesce(moved.paid, 0), coalesce(moved.taken_back, 0),
           coalesce(bets.real, 0)
             + CASE WHEN round.state = 'open' AND round.session_id IS NOT NULL
                    THEN coalesce(added.real, 0) ELSE 0 END,
           coalesce(bets.paid, 0), coalesce(bets.voided, 0)
    FROM tables_round round
    LEFT JOIN (
        SELECT round_id, CAST(sum(real_cents) AS bigint) AS real,
               CAST(sum(paid_cents) AS bigint) AS paid,
               CAST(sum(CASE WHEN result = 'void' THEN real_cents ELSE 0 END) AS bigint) AS voided
        FROM tables_bet GROUP BY round_id
    ) bets ON bets.round_id = round.id
    LEFT JOIN (
        SELECT round_id, CAST(sum(real_cents) AS bigint) AS real
        FROM tables_action GROUP BY round_id
    ) added ON added.round_id = round.id
    LEFT JOIN (
        SELECT reference,
               CAST(sum(CASE WHEN kind IN ('bet', 'added_stake', 'insurance')
                             THEN amount_cents ELSE 0 END) AS bigint) AS staked,
               CAST(sum(CASE WHEN kind = 'refund' THEN amount_cents
                             WHEN kind = 'reversal' THEN -amount_cents
                             ELSE 0 END) AS bigint) AS refunded,
               CAST(sum(CASE WHEN kind IN ('payout', 'golden_payout')
                             THEN amount_cents ELSE 0 END) AS bigint) AS paid,
               CAST(sum(CASE WHEN kind IN ('payout_reversal', 'golden_reversal')
                             THEN amount_cents ELSE 0 END) AS bigint) AS taken_back
        FROM wallet_transfer GROUP BY reference
    ) moved ON moved.reference = {number}
    ORDER BY round.id
"""

WITHOUT_ROUND: Final = """
    SELECT transfer.id, transfer.reference
    FROM wallet_transfer transfer
    WHERE transfer.kind IN
          ('bet', 'added_stake', 'insurance', 'payout', 'refund', 'payout_reversal',
           'golden_payout', 'golden_reversal', 'void_cash', 'claim', 'claim_payment')
      AND NOT EXISTS (SELECT 1 FROM tables_round round WHERE {number} = transfer.reference)
    ORDER BY transfer.id
"""

# A closed session holds nothing and was paid out once; what was bought in is what was moved in.
SESSIONS: Final = """
    SELECT {number}, session.state, session.bought_in_cents, coalesce(moved.bought, 0),
           coalesce(session.paid_out_cents, 0), coalesce(moved.out, 0),
           account.balance_cents,
           (SELECT count(*) FROM tables_round round
            WHERE round.session_id = session.id AND round.state = 'open')
    FROM tables_gamesession session
    JOIN wallet_account account ON account.id = session.account_id
    LEFT JOIN (
        SELECT reference,
               CAST(sum(CASE WHEN kind IN ('buy_in', 'rebuy')
                             THEN amount_cents ELSE 0 END) AS bigint) AS bought,
               CAST(sum(CASE WHEN kind = 'cash_out'
                             THEN amount_cents ELSE 0 END) AS bigint) AS out
        FROM wallet_transfer GROUP BY reference
    ) moved ON moved.reference = {number}
    ORDER BY session.id
"""


class RoundBooks(NamedTuple):
    """A row of ``ROUNDS``; all but the first two are cents."""

    number: str
    state: str
    staked: int
    refunded: int
    paid: int
    taken_back: int
    bet: int
    won: int
    voided: int


def checks() -> list[Check]:
    """Every statement about rounds and sessions, tried on all of them."""
    return [
        triggers_in_place(),
        rounds_match_transfers(),
        golden_matches_events(),
        sessions_match_transfers(),
        seeds_fit(),
    ]


def triggers_in_place() -> Check:
    """The database still guards versions, actions and shoes."""
    wanted = TRIGGERS[connection.vendor]
    missing = wanted - {name for (name,) in _rows(ENABLED_TRIGGERS[connection.vendor])}
    return _check(
        "The triggers of versions, actions and shoes are in place",
        len(wanted),
        (
            Discrepancy("trigger_missing", f"The trigger {name} is missing or switched off.")
            for name in sorted(missing)
        ),
    )


def rounds_match_transfers() -> Check:
    """Every round's bets say what its transfers have moved, and no round's transfer is without."""
    number = _number("R", 9, "round.id")
    wrong = [
        Discrepancy("round_differs", f"Round {books.number} is {books.state}: {problem}.")
        for books in map(RoundBooks._make, _rows(ROUNDS.format(number=number)))
        if (problem := _round_problem(books))
    ]
    wrong += [
        Discrepancy("round_missing", f"Transfer {transfer} is for {reference}, which is no round.")
        for transfer, reference in _rows(WITHOUT_ROUND.format(number=number))
    ]
    return _check("Bets of rounds equal their transfers", Round.objects.count(), wrong)


def _round_problem(moved: RoundBooks) -> str:
    """What does not fit, in words; empty when everything does."""
    void = moved.state == Round.State.VOID
    if moved.staked != moved.bet:
        return f"{plain_amount(moved.bet)} is bet, {plain_amount(moved.staked)} was taken"
    due = moved.staked if void else moved.voided
    if moved.refunded != due:
        return f"{plain_amount(moved.refunded)} was given back of {plain_amount(due)}"
    if moved.taken_back != (moved.paid if void else 0):
        return f"{plain_amount(moved.taken_back)} was taken back of {plain_amount(moved.paid)}"
    came_back = moved.refunded + moved.paid - moved.taken_back
    if moved.state != Round.State.OPEN and moved.won != came_back:
        return f"{plain_amount(moved.won)} is won, {plain_amount(came_back)} came back"
    return ""


def sessions_match_transfers() -> Check:
    """What sessions say was bought in and paid out has moved; closed ones hold nothing."""
    number = _number("S", 7, "session.id")
    wrong = []
    for name, state, bought, moved_in, paid_out, moved_out, held, in_play in _rows(
        SESSIONS.format(number=number)
    ):
        if bought != moved_in:
            problem = f"{plain_amount(bought)} is bought in, {plain_amount(moved_in)} was moved"
        elif paid_out != moved_out:
            problem = f"{plain_amount(paid_out)} is paid out, {plain_amount(moved_out)} was moved"
        elif state == GameSession.State.CLOSED and (held or in_play):
            problem = f"it is closed with {plain_amount(held)} on it and {in_play} rounds in play"
        else:
            continue
        wrong.append(Discrepancy("session_differs", f"Session {name}: {problem}."))
    return _check("Sessions equal their transfers", GameSession.objects.count(), wrong)


def seeds_fit() -> Check:
    """An opened seed is the one that was committed to, and is not that of a round in play."""
    wrong = []
    counted = 0
    opened = Shoe.objects.exclude(seed="").order_by("id")
    for number, seed, commitment in opened.values_list("id", "seed", "commitment").iterator():
        counted += 1
        if hashlib.sha256(bytes.fromhex(seed)).hexdigest() != commitment:
            wrong.append(Discrepancy("seed_differs", f"Shoe {number} is not as committed to."))
    wrong += [
        Discrepancy("seed_open", f"The seed of round {round_.number} is open, the round in play.")
        for round_ in Round.objects.filter(state=Round.State.OPEN).exclude(shoe__seed="")
    ]
    return _check("Opened seeds fit their commitments", counted, wrong)


def _number(letter: str, width: int, column: str) -> str:
    return NUMBER[connection.vendor].format(letter=letter, width=width, column=column)


def _check(statement: str, counted: int, wrong: Iterable[Discrepancy]) -> Check:
    return Check(statement=statement, counted=counted, discrepancies=tuple(wrong))


def _rows(sql: str) -> Iterable[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows
