"""The end of a live round: every bet gets its outcome, every session its sum, in sets.

Players on a seat whose stakes lie on the same position share an outcome: a factor on the stake,
cut down to whole cents by integer division, as ``tables.engine.settlement.settle`` does it.
"""

import datetime
from collections.abc import Iterator
from typing import Any, Final

from django.db import connection
from django.db.models import F, QuerySet, Sum
from django.db.models.expressions import Combinable

from tables.engine.actions import INSURANCE
from tables.engine.bets import MAIN
from tables.engine.live import LiveRound, seat_side_outcome
from tables.engine.settlement import Outcome, hand_outcome, insurance_outcome
from tables.models import Bet, Round
from tables.services.live.golden import end_chips
from wallet.models import TransferKind
from wallet.services import pay

UPDATE: Final = """
    WITH outcome (position, result, gain, per, kept, part, chips_back, added_back) AS
        (VALUES {rows})
    UPDATE tables_bet
    SET result = outcome.result,
        settled_at = %s,
        paid_cents = real_cents * gain / per + real_cents * kept / part
                     + golden_cents * gain / per + added_cents * added_back,
        golden_paid_cents = golden_cents * gain / per,
        golden_returned_cents = golden_cents * chips_back + golden_added_cents * added_back
    FROM outcome
    WHERE tables_bet.round_id = %s AND tables_bet.position = outcome.position
"""
ROW: Final = "(%s, %s, %s, %s, %s, %s, %s, %s)"


def settle_round(
    round_: Round, game: LiveRound, *, ordinal: int, now: datetime.datetime
) -> dict[str, str]:
    """Write all results, pay all sessions, close the round. Returns the result by position."""
    lines = dict(outcomes(game))
    write_results(round_, lines, now)
    if Bet.objects.filter(round=round_, result="").exists():
        raise ValueError(f"A bet of {round_.number} has no outcome.")
    pay_sessions(Bet.objects.filter(round=round_), round_, step=str(ordinal), now=now)
    round_.state = Round.State.SETTLED
    round_.settled_at = now
    round_.save(update_fields=["state", "settled_at"])
    return {position: outcome.result for position, outcome in lines.items()}


def pay_sessions(bets: QuerySet[Bet], round_: Round, *, step: str, now: datetime.datetime) -> None:
    """To each session what its bets have come to, and every golden chip its end."""
    key = f"round:{round_.public_id}:{step}"
    real = F("paid_cents") - F("golden_paid_cents")
    pay_sums(bets, real, TransferKind.PAYOUT, round_, key=f"{key}:payout")
    if round_.with_golden:
        end_chips(round_, now)
        golden = F("golden_paid_cents")
        pay_sums(bets, golden, TransferKind.GOLDEN_PAYOUT, round_, key=f"{key}:golden")


def pay_sums(
    bets: QuerySet[Bet], cents: Combinable, kind: TransferKind, round_: Round, *, key: str
) -> None:
    """To each session the sum of its bets' ``cents``, as transfers of one kind."""
    pay(
        amounts=bets.values("session__account_id")
        .annotate(cents=Sum(cents))
        .filter(cents__gt=0)
        .values_list("session__account_id", "cents"),
        kind=kind,
        key=key,
        reference=round_.number,
    )


def outcomes(game: LiveRound) -> Iterator[tuple[str, Outcome]]:
    """What every position that can have a bet comes to, in a round that is over."""
    for position, outcome in outcomes_so_far(game):
        if outcome is None:
            raise ValueError("The round is not over.")
        yield position, outcome


def outcomes_so_far(game: LiveRound) -> Iterator[tuple[str, Outcome | None]]:
    """The same in a round that is still played; None where nothing is decided yet."""
    play = game.play
    for hand in play.hands():
        yield f"{hand.name}:{MAIN}", hand_outcome(play, hand)
    for seat, sides in game.sides.items():
        yield f"{seat}:{INSURANCE}", insurance_outcome(play)
        for side in play.rules.side_pays:
            if side in sides or len(play.dealer.cards) > 1:
                yield f"{seat}:{side}", seat_side_outcome(game, seat, side)


def write_results(round_: Round, lines: dict[str, Outcome], now: datetime.datetime) -> None:
    """Result and payment of every bet of the round: one statement."""
    rows = [_row(position, outcome) for position, outcome in lines.items()]
    moment = connection.ops.adapt_datetimefield_value(now)
    with connection.cursor() as cursor:
        cursor.execute(
            UPDATE.format(rows=", ".join([ROW] * len(rows))),
            [*(value for row in rows for value in row), moment, round_.pk],
        )


def _row(position: str, outcome: Outcome) -> tuple[Any, ...]:
    gain, per = outcome.wins
    kept, part = outcome.keeps
    return (
        position,
        outcome.result,
        gain,
        per,
        kept,
        part,
        int(outcome.chips_back),
        int(outcome.added_back),
    )
