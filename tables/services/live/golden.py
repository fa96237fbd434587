"""Golden chips at the live table, in sets (rules of the games, sections 4 and 5).

Which chips go up for an added stake is worked out player by player, for those alone who hold the
hand with golden chips in it; what is read and written is a fixed number of statements, whatever
their number. A round without golden chips costs none.
"""

import datetime
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from django.db.models import F, QuerySet, Sum

from golden_chips.errors import GoldenPileExceeded
from golden_chips.models import ChipEvent
from golden_chips.services import Ending, Purse, lock_purses, record_bets, settle_chips
from tables.engine import actions
from tables.engine.errors import EngineRefusal
from tables.engine.stake import Funds, Stake, price_added_stake
from tables.models import Bet, Layout, Round
from tables.services.places import added_place, places_of

NOTHING_STANDS: Final = {"stands": {}, "stakes_cents": 0, "golden_chips": 0}


def _purses(round_: Round, players: Collection[int], now: datetime.datetime) -> dict[int, Purse]:
    return lock_purses(player_ids=players, table_id=round_.table_id, game=round_.game, now=now)


def take_opening_chips(round_: Round, now: datetime.datetime) -> bool:
    """The chips of what stands go onto the table; whether there are any.

    A layout whose chips are no longer the player's to bet (spent elsewhere, expired, cancelled)
    goes back as a whole, as one does whose money is gone.
    """
    if not round_.version.golden_allowed:
        return False
    layouts = list(Layout.objects.filter(round=round_, golden_chips__gt=0).order_by("id"))
    if not layouts:
        return False
    purses = _purses(round_, [layout.player_id for layout in layouts], now)
    uncovered = [layout.pk for layout in layouts if not _put(layout, purses[layout.player_id])]
    if uncovered:
        Layout.objects.filter(pk__in=uncovered).update(**NOTHING_STANDS)
    uses = [use for purse in purses.values() for use in purse.uses]
    record_bets(uses=uses, reference=round_.number, now=now)
    return bool(uses)


def _put(layout: Layout, purse: Purse) -> bool:
    try:
        for place, stake in layout.stands.items():
            purse.put(place, stake["golden"])
    except GoldenPileExceeded:
        purse.uses.clear()
        return False
    return True


@dataclass(frozen=True, slots=True)
class AddedStake:
    """What a player puts up beside a bet with golden chips in it."""

    bet: Bet
    stake: Stake


def put_up_chips(
    round_: Round, bets: QuerySet[Bet], *, hand: str, kind: str, now: datetime.datetime
) -> list[AddedStake]:
    """What those who pay put up: golden chips by themselves, real money completes them.

    Who cannot pay is left out.
    """
    payers = list(bets.select_related("session__account").order_by("id"))
    players = [bet.session.player_id for bet in payers]
    if not players:
        return []
    purses = _purses(round_, players, now)
    lying = _chips_lying(round_, players)
    place = added_place(hand, kind)
    added = []
    for bet in payers:
        purse = purses[bet.session.player_id]
        base = Stake(bet.real_cents, (bet.golden_cents,))
        funds = Funds(
            bet.session.account.balance_cents or 0, purse.values(most_cents=base.total_cents)
        )
        used = lying.get(bet.session.player_id, 0)
        try:
            stake = price_added_stake(base, funds, round_.version.golden_rules, used)
        except EngineRefusal:
            continue
        purse.put(place, stake.golden)
        added.append(AddedStake(bet, stake))
    uses = [use for purse in purses.values() for use in purse.uses]
    record_bets(uses=uses, reference=round_.number, now=now)
    return added


def _chips_lying(round_: Round, players: Collection[int]) -> Mapping[int, int]:
    """Golden chips that lie on the table already, by player."""
    bets = ChipEvent.objects.filter(
        reference=round_.number, kind=ChipEvent.Kind.BET, grant__player__in=players
    )
    return dict(bets.order_by().values_list("grant__player").annotate(Sum("chips")))


def write_added(
    added: Collection[AddedStake], *, hand: str, kind: str, now: datetime.datetime
) -> None:
    """The added stakes on their bets: for a split a bet beside each, for a double a part of it."""
    if kind == actions.SPLIT:
        place = added_place(hand, kind)
        Bet.objects.bulk_create(
            Bet(
                round_id=part.bet.round_id,
                session_id=part.bet.session_id,
                placed_as=place,
                position=place,
                real_cents=part.stake.real_cents,
                golden_cents=part.stake.golden_cents,
                placed_at=now,
            )
            for part in added
        )
        return
    for part in added:
        part.bet.added_cents = part.stake.real_cents
        part.bet.golden_added_cents = part.stake.golden_cents
        part.bet.real_cents += part.stake.real_cents
        part.bet.golden_cents += part.stake.golden_cents
    Bet.objects.bulk_update(
        [part.bet for part in added],
        ["real_cents", "golden_cents", "added_cents", "golden_added_cents"],
    )


def end_chips(round_: Round, now: datetime.datetime) -> None:
    """Every chip ends as its bet does, after the results are written."""
    settle_chips(reference=round_.number, endings=_endings(round_), now=now)


def _endings(round_: Round) -> Iterator[Ending]:
    bets = Bet.objects.filter(round=round_, golden_cents__gt=0).annotate(
        player=F("session__player")
    )
    for bet in bets.order_by("id"):
        places = places_of(bet.position)
        back: tuple[str, ...] = ()
        if bet.golden_returned_cents == bet.golden_cents:
            back = places
        elif bet.golden_returned_cents:
            back = places[1:]
        yield Ending(
            player_id=bet.player, places=places, back=back, paid_cents=bet.golden_paid_cents
        )
