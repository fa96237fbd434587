"""Golden chips of rounds against their chip events and the ledger, from the rows alone."""

from typing import Final, NamedTuple

from django.db import connection

from casino.money import plain_amount
from casino.reconciliation import Check, Discrepancy
from tables.models import Action, Round

NUMBER: Final = {
    "postgresql": "'R' || lpad(round.id::text, greatest(9, length(round.id::text)), '0')",
    "sqlite": "printf('R%09d', round.id)",
}

# Face values in cents: what bets say was staked, what was won and what came back as chips, beside
# what chip events and transfers say. A void takes back what it reverses.
ROUNDS: Final = """
    SELECT {number}, round.state, round.with_golden,
           coalesce(bets.staked, 0), coalesce(bets.back, 0), coalesce(bets.won, 0),
           coalesce(told.staked, 0), coalesce(told.back, 0), coalesce(told.won, 0),
           coalesce(moved.won, 0)
    FROM tables_round round
    LEFT JOIN (
        SELECT round_id, CAST(sum(golden_cents) AS bigint) AS staked,
               CAST(sum(golden_returned_cents) AS bigint) AS back,
               CAST(sum(golden_paid_cents) AS bigint) AS won
        FROM tables_bet GROUP BY round_id
    ) bets ON bets.round_id = round.id
    LEFT JOIN (
        SELECT event.reference,
               CAST(sum(CASE WHEN event.kind = 'bet'
                             THEN event.chips * held.chip_cents ELSE 0 END) AS bigint) AS staked,
               CAST(sum(CASE WHEN event.kind = 'returned'
                             THEN event.chips * held.chip_cents ELSE 0 END) AS bigint) AS back,
               CAST(sum(event.paid_cents - coalesce(undone.paid_cents, 0)) AS bigint) AS won
        FROM golden_chips_chipevent event
        JOIN golden_chips_grant held ON held.id = event.grant_id
        LEFT JOIN golden_chips_chipevent undone ON undone.id = event.reverses_id
        WHERE event.reference <> ''
        GROUP BY event.reference
    ) told ON told.reference = {number}
    LEFT JOIN (
        SELECT reference,
               CAST(sum(CASE WHEN kind = 'golden_payout' THEN amount_cents
                             ELSE -amount_cents END) AS bigint) AS won
        FROM wallet_transfer WHERE kind IN ('golden_payout', 'golden_reversal')
        GROUP BY reference
    ) moved ON moved.reference = {number}
    WHERE round.with_golden OR bets.staked > 0 OR told.staked > 0 OR moved.won <> 0
    ORDER BY round.id
"""


class GoldenBooks(NamedTuple):
    """A row of ``ROUNDS``; all but the first three are cents."""

    number: str
    state: str
    with_golden: bool
    staked: int
    back: int
    won: int
    told_staked: int
    told_back: int
    told_won: int
    moved: int


def golden_matches_events() -> Check:
    """What bets say of golden chips is what chip events say, and what the ledger has moved."""
    with connection.cursor() as cursor:
        cursor.execute(ROUNDS.format(number=NUMBER[connection.vendor]))
        rows = [GoldenBooks(*row) for row in cursor.fetchall()]
    added = _added_in_play()
    wrong = tuple(
        Discrepancy("golden_differs", f"Round {books.number} is {books.state}: {problem}.")
        for books in rows
        if (problem := _problem(books, added.get(books.number, 0)))
    )
    return Check("Golden chips of rounds equal their events and transfers", len(rows), wrong)


def _added_in_play() -> dict[str, int]:
    """Golden chips that stand on the actions of private rounds in play, in cents by round."""
    actions = Action.objects.filter(
        round__state=Round.State.OPEN, round__session__isnull=False, round__with_golden=True
    ).select_related("round")
    sums: dict[str, int] = {}
    for action in actions:
        sums[action.round.number] = sums.get(action.round.number, 0) + sum(action.golden)
    return sums


def _problem(books: GoldenBooks, added_cents: int) -> str:
    """What does not fit, in words; empty when everything does."""
    staked = books.staked + added_cents
    if not books.with_golden:
        return "it has golden chips and lacks the mark"
    if staked != books.told_staked:
        return f"{plain_amount(staked)} is bet, by chip events {plain_amount(books.told_staked)}"
    if books.state == Round.State.OPEN:
        return ""
    if books.back != books.told_back:
        return f"{plain_amount(books.back)} came back, by events {plain_amount(books.told_back)}"
    if not books.won == books.told_won == books.moved:
        return (
            f"{plain_amount(books.won)} is won with golden chips, by chip events "
            f"{plain_amount(books.told_won)}, {plain_amount(books.moved)} was moved"
        )
    return ""
