"""Taking back what a round has moved, for one session or for all sessions of a live round."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from casino.models import User
from tables.models import GameSession, Round
from tables.selectors.void_money import Evened, Moved, even_out, moved_for, sums_by_account
from wallet.models import HOUSE_ID, Account, AccountKind, TransferKind
from wallet.services import Posting, advance, make_claims, mirror, post


@dataclass(frozen=True, slots=True)
class TakenBack:
    """What a void has moved for one player: stakes back to him, payouts back from him."""

    player_id: int
    stakes_cents: int
    payouts_cents: int
    claim_cents: int

    @property
    def net_cents(self) -> int:
        """What he has more, or less, than before."""
        return self.stakes_cents - self.payouts_cents


@dataclass(frozen=True, slots=True)
class Cause:
    """The round that is voided, who decided it (None: the house's own job), and why."""

    round_: Round
    actor: User | None
    reason: str


@dataclass(slots=True)
class _Plan:
    """The postings before and after the mirrored ones, and what each session comes to owe."""

    before: list[Posting] = field(default_factory=list)
    after: list[Posting] = field(default_factory=list)
    claims: dict[int, int] = field(default_factory=dict)


def take_back(cause: Cause, sessions: Sequence[GameSession]) -> list[TakenBack]:
    """Mirror every transfer of the round, stakes first, in one statement; one line a session.

    What neither stake nor cash covers becomes a claim: the house advances it. The accounts of the
    sessions must be locked and loaded as they are now; cash is locked here, after them.
    """
    actor, reason = cause.actor, cause.reason
    booked = moved_for([cause.round_.number])
    stakes = [transfer for transfer in booked if transfer.credit_id == HOUSE_ID]
    payouts = [transfer for transfer in booked if transfer.debit_id == HOUSE_ID]
    moved = {session.account_id: Moved() for session in sessions} | sums_by_account(booked)
    mirrored = [
        mirror(transfer, key=f"void:{transfer.key}", actor=actor, reason=reason)
        for transfer in stakes + payouts
    ]
    plan = _plan(cause, sessions, moved)
    posted = post(postings=[*plan.before, *mirrored, *plan.after])
    owners = {session.account_id: session.player_id for session in sessions}
    advances = [
        (owners[transfer.credit_id], transfer)
        for transfer in posted
        if transfer.kind == TransferKind.CLAIM
    ]
    if advances:
        make_claims(advances=advances, actor=actor, reason=reason)
    return [
        TakenBack(
            player_id=session.player_id,
            stakes_cents=moved[session.account_id].staked_cents,
            payouts_cents=moved[session.account_id].paid_cents,
            claim_cents=plan.claims.get(session.account_id, 0),
        )
        for session in sessions
    ]


def between_stake_and_cash(
    cause: Cause, to_cash_cents: int, *, account_id: int, cash_id: int
) -> Posting:
    """So much from the session's stake to the player's cash, or back if it is negative."""
    out = to_cash_cents > 0
    return Posting(
        debit_id=account_id if out else cash_id,
        credit_id=cash_id if out else account_id,
        amount_cents=abs(to_cash_cents),
        kind=TransferKind.VOID_CASH,
        key=f"void:{cause.round_.public_id}:cash:{account_id}:{'out' if out else 'in'}",
        reference=cause.round_.number,
        actor_id=None if cause.actor is None else cause.actor.pk,
        reason=cause.reason,
    )


def _plan(cause: Cause, sessions: Sequence[GameSession], moved: Mapping[int, Moved]) -> _Plan:
    """Nobody is left below zero, and nothing is left on a session that has ended."""
    plan = _Plan()
    uneven = [session for session in sessions if _evened(session, moved, 0) != Evened()]
    cash = lock_cash([session.player_id for session in uneven])
    for session in uneven:
        account = cash[session.player_id]
        held = account.balance_cents or 0
        evened = _evened(session, moved, held)
        account.balance_cents = held - evened.from_cash_cents
        places = {"account_id": session.account_id, "cash_id": account.pk}
        if evened.to_cash_cents:
            plan.after.append(between_stake_and_cash(cause, evened.to_cash_cents, **places))
        if evened.from_cash_cents:
            plan.before.append(between_stake_and_cash(cause, -evened.from_cash_cents, **places))
        if evened.claim_cents:
            plan.claims[session.account_id] = evened.claim_cents
            plan.before.append(
                advance(
                    account_id=session.account_id,
                    amount_cents=evened.claim_cents,
                    reference=cause.round_.number,
                    actor=cause.actor,
                    reason=cause.reason,
                )
            )
    return plan


def _evened(session: GameSession, moved: Mapping[int, Moved], cash_cents: int) -> Evened:
    return even_out(
        moved[session.account_id],
        stake_cents=session.account.balance_cents or 0,
        cash_cents=cash_cents,
        closed=session.state == GameSession.State.CLOSED,
    )


def lock_cash(players: Sequence[int]) -> dict[int, Account]:
    """The cash accounts of these players, locked, by player; after their sessions' accounts."""
    if not players:
        return {}
    cash = Account.objects.filter(owner__in=players, kind=AccountKind.CASH)
    locked = cash.select_for_update(no_key=True).order_by("pk")
    return {account.owner_id: account for account in locked if account.owner_id is not None}
