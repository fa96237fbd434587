"""Taking back what a round has moved, for one session or for all sessions of a live round."""

from collections.abc import Mapping, Sequence

from casino.models import User
from tables.errors import VoidNotCovered
from tables.models import GameSession, Round
from wallet.errors import InsufficientFunds
from wallet.models import HOUSE_ID, Account, AccountKind, Transfer, TransferKind
from wallet.services import Posting, mirror, post


def take_back(
    round_: Round, sessions: Sequence[GameSession], *, actor: User | None, reason: str
) -> None:
    """Mirror every transfer of the round, stakes first, in one statement.

    What a session's stake does not cover is taken from the player's cash; of a session that has
    ended everything goes to, or comes from, the cash. Accounts must be loaded as they are now.

    Raises ``VoidNotCovered``.
    """
    booked = list(
        Transfer.objects.filter(
            reference=round_.number, reverses__isnull=True, reversed_by__isnull=True
        ).order_by("id")
    )
    stakes = [transfer for transfer in booked if transfer.credit_id == HOUSE_ID]
    payouts = [transfer for transfer in booked if transfer.debit_id == HOUSE_ID]
    left = {session.account_id: session.account.balance_cents or 0 for session in sessions}
    for transfer in stakes:
        left[transfer.debit_id] += transfer.amount_cents
    for transfer in payouts:
        left[transfer.credit_id] -= transfer.amount_cents
    mirrored = [
        mirror(transfer, key=f"void:{transfer.key}", actor=actor, reason=reason)
        for transfer in stakes + payouts
    ]
    before, after = _even_out(round_, sessions, left, actor, reason)
    try:
        post(postings=[*before, *mirrored, *after])
    except InsufficientFunds as error:
        missing = -sum(cents for cents in left.values() if cents < 0)
        raise VoidNotCovered(round=round_.number, needed_cents=missing) from error


def _even_out(
    round_: Round,
    sessions: Sequence[GameSession],
    left: Mapping[int, int],
    actor: User | None,
    reason: str,
) -> tuple[list[Posting], list[Posting]]:
    """Postings between session and cash, before and after the others: nobody is left below 0."""
    uneven = [
        session
        for session in sessions
        if left[session.account_id] < 0
        or (session.state == GameSession.State.CLOSED and left[session.account_id])
    ]
    cash = dict(
        Account.objects.filter(
            owner__in=[session.player_id for session in uneven], kind=AccountKind.CASH
        ).values_list("owner", "pk")
    )
    before: list[Posting] = []
    after: list[Posting] = []
    for session in uneven:
        cents = left[session.account_id]
        accounts = (session.account_id, cash[session.player_id])
        debit_id, credit_id = accounts if cents > 0 else reversed(accounts)
        posting = Posting(
            debit_id=debit_id,
            credit_id=credit_id,
            amount_cents=abs(cents),
            kind=TransferKind.ADJUSTMENT,
            key=f"void:{round_.public_id}:cash:{session.account_id}",
            reference=round_.number,
            actor_id=None if actor is None else actor.pk,
            reason=reason,
        )
        (after if cents > 0 else before).append(posting)
    return before, after
