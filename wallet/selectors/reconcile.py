"""The ledger looks at itself again, whatever its triggers and constraints have let through."""

from collections.abc import Iterable
from typing import Any, Final

from django.db import connection

from casino.money import plain_amount
from casino.reconciliation import Check, Discrepancy
from wallet.models import Account, AccountKind, CashierOrder, Claim, Transfer
from wallet.selectors.balances import totals

TRIGGERS: Final = {
    "postgresql": frozenset(
        {
            "wallet_account_keeps_its_owner",
            "wallet_account_moves_by_transfers",
            "wallet_account_opens_empty",
            "wallet_transfer_moves_balances",
            "wallet_transfer_never_changes",
            "wallet_transfer_never_emptied",
            "wallet_transfer_reversal_mirrors",
        }
    ),
    "sqlite": frozenset(
        {
            "wallet_account_keeps_its_owner",
            "wallet_account_moves_by_transfers",
            "wallet_account_opens_empty",
            "wallet_transfer_moves_balances",
            "wallet_transfer_never_changes",
            "wallet_transfer_never_deleted",
            "wallet_transfer_reversal_mirrors",
        }
    ),
}
ENABLED_TRIGGERS: Final = {
    "postgresql": "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'D'",
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger'",
}

WRONG_BALANCES: Final = """
    SELECT account.id, account.balance_cents, coalesce(net.moved, 0)
    FROM wallet_account account
    LEFT JOIN (
        SELECT account_id, CAST(sum(moved) AS bigint) AS moved
        FROM (
            SELECT debit_id AS account_id, -amount_cents AS moved FROM wallet_transfer
            UNION ALL
            SELECT credit_id, amount_cents FROM wallet_transfer
        ) leg
        GROUP BY account_id
    ) net ON net.account_id = account.id
    WHERE account.balance_cents <> coalesce(net.moved, 0)
    ORDER BY account.id
"""

WRONG_REVERSALS: Final = """
    SELECT back.id, back.reverses_id
    FROM wallet_transfer back
    JOIN wallet_transfer first ON first.id = back.reverses_id
    WHERE back.amount_cents <> first.amount_cents
       OR back.debit_id <> first.credit_id
       OR back.credit_id <> first.debit_id
       OR first.reverses_id IS NOT NULL
    ORDER BY back.id
"""

BETWEEN_PLAYERS: Final = """
    SELECT transfer.id, debit.owner_id, credit.owner_id
    FROM wallet_transfer transfer
    JOIN wallet_account debit ON debit.id = transfer.debit_id
    JOIN wallet_account credit ON credit.id = transfer.credit_id
    WHERE debit.owner_id <> credit.owner_id
    ORDER BY transfer.id
"""

# A deposit moves its amount when it is confirmed; a withdrawal from the start, until declined.
WRONG_ORDERS: Final = """
    SELECT reference, state, moved, due
    FROM (
        SELECT orders.id, orders.reference, orders.state,
               CASE WHEN orders.kind = 'deposit' AND orders.state = 'confirmed'
                    THEN orders.amount_cents
                    WHEN orders.kind = 'withdrawal' AND orders.state <> 'declined'
                    THEN -orders.amount_cents
                    ELSE 0 END AS due,
               CAST(coalesce(sum(CASE WHEN credit.owner_id = orders.player_id
                                      THEN transfer.amount_cents
                                      WHEN debit.owner_id = orders.player_id
                                      THEN -transfer.amount_cents
                                      ELSE 0 END), 0) AS bigint) AS moved
        FROM wallet_cashierorder orders
        LEFT JOIN wallet_transfer transfer ON transfer.reference = orders.reference
        LEFT JOIN wallet_account credit ON credit.id = transfer.credit_id
        LEFT JOIN wallet_account debit ON debit.id = transfer.debit_id
        GROUP BY orders.id
    ) answered
    WHERE moved <> due
    ORDER BY id
"""

WITHOUT_ORDER: Final = """
    SELECT transfer.id, transfer.reference
    FROM wallet_transfer transfer
    JOIN wallet_account cashier ON cashier.kind = 'cashier'
                               AND cashier.id IN (transfer.debit_id, transfer.credit_id)
    WHERE NOT EXISTS (
        SELECT 1 FROM wallet_cashierorder orders WHERE orders.reference = transfer.reference
    )
    ORDER BY transfer.id
"""

# A claim is what was advanced for it; its sums are those of its events, whose transfers moved them.
WRONG_CLAIMS: Final = """
    SELECT claim.id, claim.amount_cents, claim.paid_cents, claim.written_off_cents,
           coalesce(told.made, 0), coalesce(told.paid, 0), coalesce(told.given_up, 0),
           coalesce(told.unmoved, 0)
    FROM wallet_claim claim
    LEFT JOIN (
        SELECT event.claim_id,
               CAST(sum(CASE WHEN event.kind = 'made'
                             THEN event.amount_cents ELSE 0 END) AS bigint) AS made,
               CAST(sum(CASE WHEN event.kind = 'paid'
                             THEN event.amount_cents ELSE 0 END) AS bigint) AS paid,
               CAST(sum(CASE WHEN event.kind = 'written_off'
                             THEN event.amount_cents ELSE 0 END) AS bigint) AS given_up,
               CAST(sum(CASE WHEN event.kind = 'written_off'
                              OR transfer.amount_cents = event.amount_cents
                             AND transfer.reference = owed.reference
                             AND (event.kind = 'made' AND transfer.kind = 'claim'
                                  AND credit.owner_id = owed.player_id
                                  OR event.kind = 'paid' AND transfer.kind = 'claim_payment'
                                  AND debit.owner_id = owed.player_id)
                             THEN 0 ELSE 1 END) AS bigint) AS unmoved
        FROM wallet_claimevent event
        JOIN wallet_claim owed ON owed.id = event.claim_id
        LEFT JOIN wallet_transfer transfer ON transfer.id = event.transfer_id
        LEFT JOIN wallet_account credit ON credit.id = transfer.credit_id
        LEFT JOIN wallet_account debit ON debit.id = transfer.debit_id
        GROUP BY event.claim_id
    ) told ON told.claim_id = claim.id
    WHERE claim.amount_cents <> coalesce(told.made, 0)
       OR claim.paid_cents <> coalesce(told.paid, 0)
       OR claim.written_off_cents <> coalesce(told.given_up, 0)
       OR coalesce(told.unmoved, 0) > 0
    ORDER BY claim.id
"""

WITHOUT_CLAIM: Final = """
    SELECT transfer.id, transfer.kind, transfer.reference
    FROM wallet_transfer transfer
    WHERE transfer.kind IN ('claim', 'claim_payment')
      AND NOT EXISTS (SELECT 1 FROM wallet_claimevent event WHERE event.transfer_id = transfer.id)
    ORDER BY transfer.id
"""


def checks() -> list[Check]:
    """Every statement that the ledger makes about itself, tried on all of it."""
    return [
        triggers_in_place(),
        balances_equal_transfers(),
        everything_sums_to_zero(),
        reversals_mirror(),
        nothing_between_players(),
        orders_match_transfers(),
        claims_match_transfers(),
    ]


def triggers_in_place() -> Check:
    """The database still guards the ledger."""
    wanted = TRIGGERS[connection.vendor]
    missing = wanted - {name for (name,) in _rows(ENABLED_TRIGGERS[connection.vendor])}
    return _check(
        "The ledger's triggers are in place",
        len(wanted),
        (
            Discrepancy("trigger_missing", f"The trigger {name} is missing or switched off.")
            for name in sorted(missing)
        ),
    )


def balances_equal_transfers() -> Check:
    """What is stored on an account is what its transfers make."""
    return _check(
        "Stored balances equal their transfers",
        Account.objects.filter(balance_cents__isnull=False).count(),
        (
            Discrepancy(
                "balance_differs",
                f"Account {number} holds {plain_amount(stored)}, "
                f"but its transfers make {plain_amount(moved)}.",
            )
            for number, stored, moved in _rows(WRONG_BALANCES)
        ),
    )


def everything_sums_to_zero() -> Check:
    """No cent came from nowhere or went there."""
    held = totals()
    by_kind = {
        AccountKind.CASH: held.cash_cents,
        AccountKind.SESSION: held.session_cents,
        AccountKind.HOUSE: held.house_cents,
        AccountKind.CASHIER: held.cashier_cents,
    }
    total = sum(by_kind.values())
    parts = ", ".join(f"{kind} {plain_amount(cents)}" for kind, cents in by_kind.items())
    wrong = [Discrepancy("sum_not_zero", f"All accounts add up to {plain_amount(total)}: {parts}.")]
    return _check(
        "Cash, sessions, house and cashier sum to zero",
        Account.objects.count(),
        wrong if total else [],
    )


def reversals_mirror() -> Check:
    """A reversal moves the same amount back, and nothing is taken back twice."""
    return _check(
        "Reversals mirror what they reverse",
        Transfer.objects.filter(reverses__isnull=False).count(),
        (
            Discrepancy(
                "reversal_differs",
                f"Transfer {number} is not the mirror of transfer {first}, which it reverses.",
            )
            for number, first in _rows(WRONG_REVERSALS)
        ),
    )


def nothing_between_players() -> Check:
    """Money goes from a player to the house or the cashier and back, never to another player."""
    return _check(
        "No transfer goes from player to player",
        Transfer.objects.count(),
        (
            Discrepancy(
                "between_players",
                f"Transfer {number} goes from user {giver} to user {taker}.",
            )
            for number, giver, taker in _rows(BETWEEN_PLAYERS)
        ),
    )


def orders_match_transfers() -> Check:
    """What the cashier's orders say has moved has moved, and nothing else through the cashier."""
    wrong = [
        Discrepancy(
            "order_differs",
            f"Order {reference} is {state} and should have moved {plain_amount(due)} "
            f"to the player, but moved {plain_amount(moved)}.",
        )
        for reference, state, moved, due in _rows(WRONG_ORDERS)
    ]
    wrong += [
        Discrepancy(
            "order_missing",
            f"Transfer {number} goes through the cashier without an order ({reference}).",
        )
        for number, reference in _rows(WITHOUT_ORDER)
    ]
    return _check("Cashier orders match their transfers", CashierOrder.objects.count(), wrong)


def claims_match_transfers() -> Check:
    """What players owe was advanced, what they paid of it was moved, and nothing else was."""
    wrong = [
        Discrepancy(
            "claim_differs",
            f"Claim C{number:06d} is {plain_amount(amount)} with {plain_amount(paid)} paid and "
            f"{plain_amount(given_up)} written off; its events and their transfers say "
            f"{plain_amount(told_made)}, {plain_amount(told_paid)} and "
            f"{plain_amount(told_given_up)}; {unmoved} of them did not move what they say.",
        )
        for (
            number, amount, paid, given_up, told_made, told_paid, told_given_up, unmoved,
        ) in _rows(WRONG_CLAIMS)
    ]  # fmt: skip
    wrong += [
        Discrepancy("claim_missing", f"Transfer {number} ({kind}, {reference}) has no claim.")
        for number, kind, reference in _rows(WITHOUT_CLAIM)
    ]
    return _check("Claims equal their events and transfers", Claim.objects.count(), wrong)


def _check(statement: str, counted: int, wrong: Iterable[Discrepancy]) -> Check:
    return Check(statement=statement, counted=counted, discrepancies=tuple(wrong))


def _rows(sql: str) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows
