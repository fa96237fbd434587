"""What a step of a round moves, and what is written when the round is done.

One transfer of stakes and one of payouts for each round and step; a bet that is decided is paid in
the step that decides it. The rows of the bets carry the breakdown: the opening bets from the
deal, all others (and every result) from the end of the round.
"""

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from golden_chips.services import settle_chips
from tables.engine.game import Round as Game
from tables.engine.game import settled_bets
from tables.engine.settlement import Bet as EngineBet
from tables.models import Action, Bet, Round
from tables.services.golden import endings
from tables.services.places import added_place, placed_as
from tables.services.shoes import make_shoe, retire
from wallet.models import HOUSE_ID, TransferKind
from wallet.services import Posting, post

BET_FIELDS = [
    "position",
    "real_cents",
    "golden_cents",
    "paid_cents",
    "golden_paid_cents",
    "golden_returned_cents",
    "result",
    "settled_at",
]


def _staked(game: Game | None) -> int:
    return sum(bet.stake.real_cents for bet in settled_bets(game)) if game else 0


def _paid(game: Game | None) -> tuple[int, int]:
    """What has come back on real stakes, and what golden chips have won."""
    bets = [bet for bet in settled_bets(game) if bet.result] if game else []
    won = sum(bet.golden_paid_cents for bet in bets)
    return sum(bet.paid_cents for bet in bets) - won, won


@dataclass(frozen=True, slots=True)
class Step:
    """A round before and after one request; ``before`` is None for the deal."""

    round_: Round
    ordinal: int
    before: Game | None
    after: Game
    kind: TransferKind

    @property
    def staked_cents(self) -> int:
        """Real money that goes up in this step."""
        return _staked(self.after) - _staked(self.before)

    @property
    def paid_cents(self) -> int:
        """Cash that comes to the player in this step."""
        return sum(self.payouts)

    @property
    def payouts(self) -> tuple[int, int]:
        """That cash in its parts: on real stakes, and won with golden chips."""
        real, golden = _paid(self.after)
        real_before, golden_before = _paid(self.before)
        return real - real_before, golden - golden_before


def post_step(step: Step) -> None:
    """Move the step's money: stakes to the house, then payouts to the session. One statement.

    What golden chips have won is a transfer of its own kind: a bonus that the house pays.
    """
    round_ = step.round_
    account_id = round_.own_session.account_id
    key = f"round:{round_.public_id}:{step.ordinal}"
    postings = []
    if step.staked_cents:
        postings.append(
            Posting(
                debit_id=account_id,
                credit_id=HOUSE_ID,
                amount_cents=step.staked_cents,
                kind=step.kind,
                key=f"{key}:stake",
                reference=round_.number,
            )
        )
    kinds = ((TransferKind.PAYOUT, "payout"), (TransferKind.GOLDEN_PAYOUT, "golden"))
    postings += [
        Posting(
            debit_id=HOUSE_ID,
            credit_id=account_id,
            amount_cents=cents,
            kind=kind,
            key=f"{key}:{name}",
            reference=round_.number,
        )
        for (kind, name), cents in zip(kinds, step.payouts, strict=True)
        if cents
    ]
    post(postings=postings)


def write_opening_bets(round_: Round, game: Game, now: datetime.datetime) -> None:
    """One row for each bet that was dealt, waiting for its result."""
    Bet.objects.bulk_create(
        Bet(
            round=round_,
            session=round_.own_session,
            placed_as=bet.position,
            position=bet.position,
            real_cents=bet.stake.real_cents,
            golden_cents=bet.stake.golden_cents,
            placed_at=now,
        )
        for bet in settled_bets(game)
    )


def close_round(
    round_: Round, game: Game, *, actions: Sequence[Action], now: datetime.datetime
) -> None:
    """The round is over: write the bets and the round, open its seed, prepare the next shoe."""
    bets = settled_bets(game)
    write_bets(round_, bets, actions=actions, now=now)
    if round_.with_golden:
        ended = endings(round_.own_session.player_id, bets)
        settle_chips(reference=round_.number, endings=ended, now=now)
    if round_.state == Round.State.OPEN:
        round_.state = Round.State.SETTLED
        round_.settled_at = now
        round_.save(update_fields=["state", "settled_at"])
    change_shoe(round_, now)


def change_shoe(round_: Round, now: datetime.datetime) -> None:
    """Open the seed of a round that is done, and make the shoe of the session's next one."""
    retire(round_.shoe, now=now)
    session = round_.own_session
    session.shoe = make_shoe()
    session.last_play_at = now
    session.save(update_fields=["shoe", "last_play_at"])


def write_bets(
    round_: Round,
    bets: Sequence[EngineBet],
    *,
    actions: Sequence[Action],
    now: datetime.datetime,
) -> None:
    """Every bet with its result, over the rows of the opening bets. One statement."""
    write_rows(bet_rows(round_, bets, actions=actions, now=now))


def bet_rows(
    round_: Round,
    bets: Sequence[EngineBet],
    *,
    actions: Sequence[Action],
    now: datetime.datetime,
) -> list[Bet]:
    """The rows of a round's bets with their results, for ``write_rows``."""
    added_at = {added_place(action.hand, action.action): action.created_at for action in actions}
    return [
        Bet(
            round=round_,
            session=round_.own_session,
            placed_as=placed_as(bet.position),
            position=bet.position,
            real_cents=bet.stake.real_cents,
            golden_cents=bet.stake.golden_cents,
            paid_cents=bet.paid_cents,
            golden_paid_cents=bet.golden_paid_cents,
            golden_returned_cents=sum(bet.chips_back),
            result=bet.result or "",
            placed_at=added_at.get(placed_as(bet.position), round_.opened_at),
            settled_at=now,
        )
        for bet in bets
    ]


def write_rows(rows: Iterable[Bet]) -> None:
    """Bets of one round or of many, over the rows of the opening bets. One statement."""
    Bet.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["round", "session", "placed_as"],
        update_fields=BET_FIELDS,
    )
