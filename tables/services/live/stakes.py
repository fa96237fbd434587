"""Stakes of a live round, moved for everybody at once (rules of the games, section 4).

Every step is a fixed number of statements, whatever the number of players: bets are written by
INSERT … SELECT and UPDATE, and the ledger books their sums.
"""

import datetime
from collections.abc import Collection
from dataclasses import dataclass

from django.db import connection
from django.db.models import Exists, F, OuterRef, Q, QuerySet, Sum, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Replace

from tables.engine import actions
from tables.engine.bets import MAIN
from tables.models import Bet, Layout, Round
from tables.services.live.golden import AddedStake, put_up_chips, write_added
from wallet.models import TransferKind
from wallet.services import collect

# Both databases take a JSON object apart into rows; only the function's name differs.
EACH = {"postgresql": "jsonb_each", "sqlite": "json_each"}

OPENING_BETS = """
    INSERT INTO tables_bet (round_id, session_id, placed_as, position, real_cents, golden_cents,
                            added_cents, golden_added_cents, golden_paid_cents,
                            golden_returned_cents, result, placed_at)
    SELECT layout.round_id, layout.session_id, bet.key, bet.key,
           CAST(bet.value ->> 'real_cents' AS bigint),
           coalesce(CAST(bet.value ->> 'golden_cents' AS bigint), 0), 0, 0, 0, 0, '', %s
    FROM tables_layout layout, {each}(layout.stands) bet
    WHERE layout.round_id = %s
    ORDER BY layout.session_id, bet.key
"""

ADDED_BETS = """
    INSERT INTO tables_bet (round_id, session_id, placed_as, position, real_cents, golden_cents,
                            added_cents, golden_added_cents, golden_paid_cents,
                            golden_returned_cents, result, placed_at)
    SELECT round_id, session_id, place, place, cents, 0, 0, 0, 0, 0, '', %s
    FROM ({source}) AS source ORDER BY session_id
"""


def take_opening_bets(round_: Round, now: datetime.datetime) -> None:
    """What stands on the layouts becomes bets, and is taken from the sessions."""
    moment = connection.ops.adapt_datetimefield_value(now)
    with connection.cursor() as cursor:
        cursor.execute(OPENING_BETS.format(each=EACH[connection.vendor]), [moment, round_.pk])
    collect(
        amounts=Layout.objects.filter(round=round_, stakes_cents__gt=0).values_list(
            "session__account_id", "stakes_cents"
        ),
        kind=TransferKind.BET,
        key=stake_key(round_, 0),
        reference=round_.number,
    )


def stake_key(round_: Round, ordinal: int) -> str:
    """The key of a step's stakes; the account's number follows it. Step 0 is the deal."""
    return f"round:{round_.public_id}:{ordinal}:stake"


def insure(round_: Round, ordinal: int, now: datetime.datetime) -> int:
    """Everybody who said yes, and still has the price, is insured on all his positions.

    Returns the cents that went up.
    """
    insured = Layout.objects.filter(
        round=round_,
        insurance_cents__gt=0,
        session__account__balance_cents__gte=F("insurance_cents"),
    )
    covered = Bet.objects.filter(
        round=round_, position__endswith=f":{MAIN}", real_cents__gte=2
    ).filter(session__in=insured.values("session"))
    written = _insert_bets(
        covered,
        position=Replace("position", Value(MAIN), Value(actions.INSURANCE)),
        real_cents=F("real_cents") / 2,
        now=now,
    )
    if not written:
        return 0
    amounts = (
        Bet.objects.filter(round=round_, position__endswith=f":{actions.INSURANCE}")
        .values("session__account_id")
        .annotate(cents=Sum("real_cents"))
        .values_list("session__account_id", "cents")
    )
    return collect(
        amounts=amounts,
        kind=TransferKind.INSURANCE,
        key=stake_key(round_, ordinal),
        reference=round_.number,
    ).total_cents


@dataclass(frozen=True, slots=True)
class Followed:
    """What a double or split added, how many paid it, and how many went on with one stake."""

    added_cents: int
    golden_cents: int
    paid: int
    kept_one_stake: int


NOBODY = Followed(added_cents=0, golden_cents=0, paid=0, kept_one_stake=0)


def follow(
    round_: Round,
    *,
    hand: str,
    kind: str,
    voters: Collection[int],
    ordinal: int,
    now: datetime.datetime,
) -> Followed:
    """A double or split falls on everybody who holds the hand.

    Who set ``auto_actions`` or voted in this decision round, and has the money, puts up a second
    stake, golden chips by themselves where some lie in the first. Others keep one: on a double's
    one card, on the right hand of a split.
    """
    holders = Bet.objects.filter(round=round_, position=f"{hand}:{MAIN}")
    by_themselves = Layout.objects.filter(
        round=round_, session=OuterRef("session"), auto_actions=True
    )
    consenting = holders.filter(Q(session__in=voters) | Exists(by_themselves))
    payers = consenting.filter(session__account__balance_cents__gte=F("real_cents"), golden_cents=0)
    held = holders.count()
    with_chips: list[AddedStake] = []
    if round_.with_golden:
        golden = consenting.filter(golden_cents__gt=0)
        with_chips = put_up_chips(round_, golden, hand=hand, kind=kind, now=now)
    if kind == actions.SPLIT:
        left = f"{hand}L:{MAIN}"
        paid = _insert_bets(payers, position=Value(left), real_cents=F("real_cents"), now=now)
        write_added(with_chips, hand=hand, kind=kind, now=now)
        holders.update(position=f"{hand}R:{MAIN}")
        added = Bet.objects.filter(round=round_, position=left, real_cents__gt=0).values_list(
            "session__account_id", "real_cents"
        )
    else:
        paid = holders.filter(pk__in=payers.values("pk")).update(
            added_cents=F("real_cents"), real_cents=F("real_cents") * 2
        )
        write_added(with_chips, hand=hand, kind=kind, now=now)
        added = holders.filter(added_cents__gt=0).values_list("session__account_id", "added_cents")
    cents = 0
    paid += len(with_chips)
    if paid:
        cents = collect(
            amounts=added,
            kind=TransferKind.ADDED_STAKE,
            key=stake_key(round_, ordinal),
            reference=round_.number,
        ).total_cents
    golden_cents = sum(part.stake.golden_cents for part in with_chips)
    return Followed(cents, golden_cents, paid, kept_one_stake=held - paid)


def _insert_bets(
    bets: QuerySet[Bet], *, position: Combinable, real_cents: Combinable, now: datetime.datetime
) -> int:
    """A new bet beside each of ``bets``, for the same session; how many they are."""
    source, parameters = (
        bets.annotate(place=position, cents=real_cents)
        .order_by()
        .values_list("round_id", "session_id", "place", "cents")
        .query.sql_with_params()
    )
    moment = connection.ops.adapt_datetimefield_value(now)
    with connection.cursor() as cursor:
        cursor.execute(ADDED_BETS.format(source=source), [moment, *parameters])
        count: int = cursor.rowcount
    return count
