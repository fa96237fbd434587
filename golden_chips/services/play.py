"""Golden chips on tables: which chip lies where, and how each of them ends.

To the rules of the games a chip is its value; here it is a chip of a grant. The grant that expires
first is spent first. Tables call these functions inside the transaction of a round, after they have
locked it: grants are locked before accounts move.
"""

import datetime
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from golden_chips.errors import GoldenPileExceeded
from golden_chips.models import ChipEvent, Grant

Kind = ChipEvent.Kind


@dataclass(frozen=True, slots=True)
class ChipUse:
    """So many chips of a grant are put on a place."""

    grant_id: int
    place: str
    chips: int


@dataclass(slots=True)
class Purse:
    """The chips that one player can bet at one table now, under lock until the transaction ends.

    ``grants`` are in order of expiry; ``uses`` what was put on the table from here.
    """

    grants: Sequence[Grant] = ()
    uses: list[ChipUse] = field(default_factory=list)

    def values(self, *, most_cents: int) -> tuple[int, ...]:
        """The values of the chips in order of expiry, as the engine's ``Funds`` has them.

        Of each value no more than ``most_cents`` holds, which no choice of chips would use.
        """
        room = {granted.chip_cents: most_cents // granted.chip_cents for granted in self.grants}
        chips: list[int] = []
        for granted in self.grants:
            count = min(granted.remaining, room[granted.chip_cents])
            room[granted.chip_cents] -= count
            chips += [granted.chip_cents] * count
        return tuple(chips)

    def put(self, place: str, chips: Sequence[int]) -> None:
        """Take chips of these values, those that expire first, and put them on a place.

        Raises ``GoldenPileExceeded``.
        """
        for value in sorted(set(chips)):
            pile = [granted for granted in self.grants if granted.chip_cents == value]
            wanted, held = chips.count(value), sum(granted.remaining for granted in pile)
            if wanted > held:
                raise GoldenPileExceeded(chip_cents=value, bet=wanted, held=held)
            for granted in pile:
                taken = min(granted.remaining, wanted)
                if taken:
                    granted.remaining -= taken
                    wanted -= taken
                    self.uses.append(ChipUse(granted.pk, place, taken))


def lock_purse(*, player_id: int, table_id: int, game: str, now: datetime.datetime) -> Purse:
    """The chips that a player can bet at this table now: one query."""
    purses = lock_purses(player_ids=[player_id], table_id=table_id, game=game, now=now)
    return purses[player_id]


def lock_purses(
    *, player_ids: Collection[int], table_id: int, game: str, now: datetime.datetime
) -> dict[int, Purse]:
    """As ``lock_purse``, for many players with one query; who has no chips has an empty purse."""
    locked = (
        Grant.objects.filter(
            player__in=player_ids, state=Grant.State.OPEN, remaining__gt=0, expires_at__gt=now
        )
        .select_related("campaign")
        .select_for_update(of=("self",), no_key=True)
        .order_by("id")
    )
    found: dict[int, list[Grant]] = {player_id: [] for player_id in player_ids}
    for granted in locked:
        if granted.campaign.admits(table_id=table_id, game=game):
            found[granted.player_id].append(granted)
    return {
        player_id: Purse(sorted(grants, key=lambda granted: (granted.expires_at, granted.pk)))
        for player_id, grants in found.items()
    }


def record_bets(*, uses: Iterable[ChipUse], reference: str, now: datetime.datetime) -> None:
    """The chips lie on the table of that round. One statement."""
    ChipEvent.objects.bulk_create(
        [
            ChipEvent(
                grant_id=use.grant_id,
                kind=Kind.BET,
                chips=use.chips,
                reference=reference,
                place=use.place,
                created_at=now,
            )
            for use in uses
        ]
    )


@dataclass(frozen=True, slots=True)
class Ending:
    """How a player's chips on the places of one bet end.

    Those on a place in ``back`` return to their grants; the others are gone, and have won
    ``paid_cents`` together.
    """

    player_id: int
    places: Collection[str]
    back: Collection[str]
    paid_cents: int


def settle_chips(*, reference: str, endings: Iterable[Ending], now: datetime.datetime) -> None:
    """Every chip of the round ends as its bet does. Two statements."""
    settle_chips_of_rounds(endings={reference: endings}, now=now)


def settle_chips_of_rounds(
    *, endings: Mapping[str, Iterable[Ending]], now: datetime.datetime
) -> None:
    """As ``settle_chips``, for many rounds by their numbers, grants in order. Two statements."""
    lying: dict[tuple[str, int, str], list[ChipEvent]] = {}
    bets = ChipEvent.objects.filter(reference__in=list(endings), kind=Kind.BET)
    for event in bets.select_related("grant").order_by("id"):
        at = (event.reference, event.grant.player_id, event.place)
        lying.setdefault(at, []).append(event)
    told: list[ChipEvent] = []
    for reference, of_round in endings.items():
        for ending in of_round:
            gone: list[ChipEvent] = []
            for place in ending.places:
                events = lying.get((reference, ending.player_id, place), [])
                if place in ending.back:
                    told += [_ends(event, Kind.RETURNED, now) for event in events]
                else:
                    gone += events
            told += _gone(gone, ending.paid_cents, now)
    ChipEvent.objects.bulk_create(sorted(told, key=lambda event: event.grant_id))


def _gone(events: Sequence[ChipEvent], paid_cents: int, now: datetime.datetime) -> list[ChipEvent]:
    """Chips that are gone, with their shares of what they have won: together exactly that."""
    face = sum(event.chips * event.grant.chip_cents for event in events)
    kind = Kind.WON if paid_cents else Kind.LOST
    told, counted, shared = [], 0, 0
    for event in events:
        counted += event.chips * event.grant.chip_cents
        share = paid_cents * counted // face - shared
        shared += share
        told.append(_ends(event, kind, now, paid_cents=share))
    return told


def _ends(
    bet: ChipEvent,
    kind: ChipEvent.Kind,
    now: datetime.datetime,
    *,
    paid_cents: int = 0,
    reverses: ChipEvent | None = None,
) -> ChipEvent:
    return ChipEvent(
        grant_id=bet.grant_id,
        kind=kind,
        chips=bet.chips,
        reference=bet.reference,
        place=bet.place,
        paid_cents=paid_cents,
        reverses=reverses,
        created_at=now,
    )


def give_back(*, reference: str, now: datetime.datetime) -> None:
    """The round is void: every chip of it that has not come back yet does. Two statements."""
    events = list(ChipEvent.objects.filter(reference=reference).order_by("id"))
    ended = {(event.grant_id, event.place): event for event in events if event.kind != Kind.BET}
    told = []
    for event in events:
        if event.kind != Kind.BET:
            continue
        end = ended.get((event.grant_id, event.place))
        if end is None or end.kind != Kind.RETURNED:
            told.append(_ends(event, Kind.RETURNED, now, reverses=end))
    ChipEvent.objects.bulk_create(told)
