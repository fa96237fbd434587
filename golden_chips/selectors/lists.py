"""Lists of players who are to be granted chips, and every line that is in the way."""

from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Case, Count, F, IntegerField, Q, Sum, Value, When
from django.db.models.functions import Lower
from django.utils import timezone

from casino.errors import gettext_noop
from casino.models import User
from golden_chips.errors import BadLine
from golden_chips.models import Campaign, ChipEvent, Grant

PIECE: Final = 500
"""So many names are looked up with one query."""

UNKNOWN = gettext_noop("no player has this name or e-mail address")
TWICE = gettext_noop("the player stands on the list twice")
STAFF = gettext_noop("members of staff do not play")
INACTIVE = gettext_noop("this player's account is switched off")
OTHER_TIER = gettext_noop("the player's tier is not one of the campaign's")
HAS_SOME = gettext_noop("the player has chips of this campaign already")
EMPTY = gettext_noop("the list names nobody")
CLOSED = gettext_noop("the campaign is closed")
EXPIRED = gettext_noop("chips of this campaign have expired")
TOO_MANY = gettext_noop("the campaign would have more players than it may")
OVER_BUDGET = gettext_noop("the campaign would pass its budget")


@dataclass(frozen=True, slots=True)
class ReadList:
    """The players that a list names, in its order, and what stands in the way of all of them."""

    player_ids: tuple[int, ...]
    problems: tuple[BadLine, ...]


def read_list(*, campaign: Campaign, lines: Sequence[str]) -> ReadList:
    """A list of player names or e-mail addresses, one a line. Empty lines count, but name nobody.

    A problem with the whole has line number 0.
    """
    people = _people(lines)
    tiers = set(campaign.tiers.values_list("pk", flat=True))
    has_some = _holders(campaign, [person.pk for person in people.values()])
    found: dict[int, None] = {}
    problems = []
    for number, text in enumerate(lines, start=1):
        name = text.strip()
        if not name:
            continue
        person = people.get(name.lower())
        problem = _problem(person, found, tiers, has_some)
        if problem or person is None:
            problems.append(BadLine(number, name, problem))
        else:
            found[person.pk] = None
    whole = campaign_problems(campaign=campaign, players=len(found))
    if not found and not problems:
        whole = [EMPTY]
    problems += [BadLine(0, "", problem) for problem in whole]
    return ReadList(tuple(found), tuple(problems))


def _people(lines: Sequence[str]) -> dict[str, User]:
    """Users by the lower-case text that named them."""
    names = sorted({line.strip().lower() for line in lines if line.strip()})
    found: dict[str, User] = {}
    users = User.objects.annotate(name=Lower("username"), address=Lower("email"))
    for start in range(0, len(names), PIECE):
        piece = names[start : start + PIECE]
        for user in users.filter(Q(name__in=piece) | Q(address__in=piece)):
            found[user.email.lower()] = user
        for user in users.filter(name__in=piece):
            found[user.username.lower()] = user
    return found


def _holders(campaign: Campaign, player_ids: Sequence[int]) -> set[int]:
    grants = Grant.objects.filter(campaign=campaign).exclude(state=Grant.State.CANCELLED)
    holders: set[int] = set()
    for start in range(0, len(player_ids), PIECE):
        piece = player_ids[start : start + PIECE]
        holders.update(grants.filter(player__in=piece).values_list("player", flat=True))
    return holders


def _problem(
    person: User | None, before: Container[int], tiers: set[int], has_some: set[int]
) -> str:
    """Why this person gets none; empty if nothing is in the way."""
    if person is None:
        return UNKNOWN
    if person.pk in before:
        return TWICE
    if person.is_staff:
        return STAFF
    if not person.is_active:
        return INACTIVE
    if tiers and person.vip_tier_id not in tiers:
        return OTHER_TIER
    return HAS_SOME if person.pk in has_some else ""


def campaign_problems(*, campaign: Campaign, players: int) -> list[str]:
    """What keeps the campaign from granting so many more players their chips.

    To be asked again under the campaign's lock, which every granting takes.
    """
    problems = []
    if campaign.closed_at is not None:
        problems.append(CLOSED)
    if campaign.expires_at <= timezone.now():
        problems.append(EXPIRED)
    granted = Grant.objects.filter(campaign=campaign).exclude(
        state__in=[Grant.State.PREPARED, Grant.State.CANCELLED]
    )
    if campaign.max_players is not None:
        holders = granted.aggregate(holders=Count("player", distinct=True))["holders"]
        if holders + players > campaign.max_players:
            problems.append(TOO_MANY)
    if campaign.budget_cents is not None:
        spent = _given_out(campaign) * campaign.chip_cents
        if spent + players * campaign.face_cents > campaign.budget_cents:
            problems.append(OVER_BUDGET)
    return problems


def _given_out(campaign: Campaign) -> int:
    """Chips issued and not cancelled."""
    signed = Case(
        When(kind=ChipEvent.Kind.ISSUED, then=F("chips")),
        When(kind=ChipEvent.Kind.CANCELLED, then=-F("chips")),
        default=Value(0),
        output_field=IntegerField(),
    )
    events = ChipEvent.objects.filter(grant__campaign=campaign)
    return events.aggregate(given=Sum(signed))["given"] or 0
