"""How chips end that are not bet: cancelled, or expired. Their players are told."""

import datetime
from collections.abc import Iterable, Sequence
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import DateTimeField, F, Q, QuerySet, Value
from django.utils import timezone

from casino.errors import NotFound
from casino.models import User
from casino.services.audit import record
from golden_chips.errors import GrantIsOver, ReasonMissing
from golden_chips.models import Campaign, ChipEvent, Grant
from golden_chips.services.campaigns import close_campaign
from golden_chips.services.telling import Told, tell_of_grants

SWEEP: Final = 1_000
"""So many grants are swept in one transaction."""

CAME_BACK = "came back to a cancelled grant"

State = Grant.State


@transaction.atomic
def cancel_grant(*, grant_id: int, actor: User | None, reason: str) -> Grant:
    """Take back what the player has in his hands. What lies on a table is played to its end; a
    chip that comes back from there is taken by the next sweep.

    Raises ``NotFound``, ``ReasonMissing``, ``GrantIsOver``.
    """
    if not reason.strip():
        raise ReasonMissing
    granted = _locked().filter(pk=grant_id).first()
    if granted is None:
        raise NotFound
    if granted.state != State.OPEN:
        raise GrantIsOver
    chips = granted.remaining
    _cancel([granted], actor, reason.strip())
    record(
        actor=actor,
        action="chips.cancelled",
        subject=granted,
        before={"chips": chips},
        after={"chips": 0},
        reason=reason,
    )
    return granted


@transaction.atomic
def cancel_campaign(*, campaign: Campaign, actor: User | None, reason: str) -> int:
    """Close the campaign and cancel all its open grants; how many they were.

    Raises ``ReasonMissing``.
    """
    if not reason.strip():
        raise ReasonMissing
    close_campaign(campaign=campaign, actor=actor)
    grants = list(_locked().filter(campaign=campaign, state=State.OPEN).order_by("id"))
    chips = sum(granted.remaining for granted in grants)
    _cancel(grants, actor, reason.strip())
    record(
        actor=actor,
        action="campaign.cancelled",
        subject=campaign,
        before={"grants": len(grants), "chips": chips},
        after={"grants": 0, "chips": 0},
        reason=reason,
    )
    return len(grants)


def _locked() -> QuerySet[Grant]:
    """Grants with their campaigns; the grants alone are locked."""
    grants = Grant.objects.select_related("campaign")
    return grants.select_for_update(of=("self",), no_key=True)


def _cancel(grants: Sequence[Grant], actor: User | None, reason: str) -> None:
    now = timezone.now()
    _take_out(grants, ChipEvent.Kind.CANCELLED, now, actor=actor, reason=reason)
    tell_of_grants(_left(grants), Told.CANCELLED, now, reason=reason)
    _set_state(grants, State.CANCELLED)


def expire_chips(*, now: datetime.datetime) -> int:
    """End the grants whose time is over, sweep up chips that came back to grants that are over,
    and warn players whose chips will expire soon. Returns how many grants were swept.

    Each part is a transaction that locks grants in their order, as a round that ends its chips.
    """
    _warn(now)
    return _sweep(now)


@transaction.atomic
def _sweep(now: datetime.datetime) -> int:
    due = Q(state=State.OPEN, expires_at__lte=now)
    left_over = Q(state__in=[State.EXPIRED, State.CANCELLED], remaining__gt=0)
    found = _locked().filter(due | left_over)
    grants = list(found.order_by("id")[:SWEEP])
    expiring = [granted for granted in grants if granted.state != State.CANCELLED]
    cancelled = [granted for granted in grants if granted.state == State.CANCELLED]
    _take_out(expiring, ChipEvent.Kind.EXPIRED, now)
    _take_out(cancelled, ChipEvent.Kind.CANCELLED, now, reason=CAME_BACK)
    tell_of_grants(_left(expiring), Told.EXPIRED, now)
    _set_state(expiring, State.EXPIRED)
    return len(grants)


@transaction.atomic
def _warn(now: datetime.datetime) -> None:
    """A notice some time before the chips expire, at the earliest after half of their life."""
    ahead = datetime.timedelta(hours=settings.GOLDEN_WARNING_HOURS)
    due = _locked().filter(
        state=State.OPEN,
        remaining__gt=0,
        warned_at__isnull=True,
        expires_at__gt=now,
        expires_at__lte=now + ahead,
        granted_at__lte=Value(now, DateTimeField())
        - (F("expires_at") - Value(now, DateTimeField())),
    )
    soon = list(due.order_by("id")[:SWEEP])
    tell_of_grants(_left(soon), Told.EXPIRING, now)
    Grant.objects.filter(pk__in=[granted.pk for granted in soon]).update(warned_at=now)


def _take_out(
    grants: Iterable[Grant],
    kind: ChipEvent.Kind,
    now: datetime.datetime,
    *,
    actor: User | None = None,
    reason: str = "",
) -> None:
    ChipEvent.objects.bulk_create(
        [
            ChipEvent(
                grant=granted,
                kind=kind,
                chips=granted.remaining,
                actor=actor,
                reason=reason,
                created_at=now,
            )
            for granted in grants
            if granted.remaining
        ]
    )


def _left(grants: Iterable[Grant]) -> Iterable[tuple[Grant, int]]:
    return [(granted, granted.remaining) for granted in grants]


def _set_state(grants: Iterable[Grant], state: Grant.State) -> None:
    numbers = [granted.pk for granted in grants]
    Grant.objects.filter(pk__in=numbers).update(state=state)
    for granted in grants:
        granted.state = state
