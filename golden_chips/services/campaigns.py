"""Campaigns: made once, closed once."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.utils import timezone

from casino.errors import gettext_noop
from casino.models import User, VipTier
from casino.services.audit import record
from golden_chips.errors import CampaignRefused
from golden_chips.models import Campaign
from golden_chips.models.campaign import MOST_CHIPS

MOST_CENTS: Final = 10**7
"""No chip is worth more than a hundred thousand euro."""

NO_NAME = gettext_noop("give it a name that no other campaign has")
NO_TERMS = gettext_noop("players read the terms in English and in Italian; write both")
BAD_VALUE = gettext_noop("a chip is worth 0.01 to 100,000.00 euro")
BAD_NUMBER = gettext_noop("each player gets 1 to 1000 chips")
BAD_EXPIRY = gettext_noop("chips expire in the future")
BAD_PLAYERS = gettext_noop("at least one player, or empty for no limit")
SMALL_BUDGET = gettext_noop("the budget does not hold the chips of one player")


@dataclass(frozen=True, slots=True, kw_only=True)
class Promise:
    """What a campaign offers; the fields are those of ``Campaign``."""

    name: str
    terms_en: str
    terms_it: str
    chip_cents: int
    chips_each: int
    expires_at: datetime.datetime
    tables: Sequence[int] = ()
    games: Sequence[str] = ()
    tiers: Sequence[VipTier] = ()
    max_players: int | None = None
    budget_cents: int | None = None


@transaction.atomic
def create_campaign(*, promise: Promise, author: User | None) -> Campaign:
    """A campaign in which chips can be granted. Raises ``CampaignRefused``."""
    check_promise(promise)
    campaign = Campaign.objects.create(
        name=promise.name.strip(),
        terms_en=promise.terms_en.strip(),
        terms_it=promise.terms_it.strip(),
        chip_cents=promise.chip_cents,
        chips_each=promise.chips_each,
        expires_at=promise.expires_at,
        tables=sorted(promise.tables),
        games=sorted(promise.games),
        max_players=promise.max_players,
        budget_cents=promise.budget_cents,
        created_by=author,
    )
    campaign.tiers.set(promise.tiers)
    record(actor=author, action="campaign.created", subject=campaign, after=_told(promise))
    return campaign


def _told(promise: Promise) -> dict[str, object]:
    """The promise as the audit trail keeps it."""
    return {
        "chip_cents": promise.chip_cents,
        "chips_each": promise.chips_each,
        "expires_at": promise.expires_at.isoformat(),
        "tables": sorted(promise.tables),
        "games": sorted(promise.games),
        "tiers": sorted(tier.name for tier in promise.tiers),
        "max_players": promise.max_players,
        "budget_cents": promise.budget_cents,
    }


def check_promise(promise: Promise) -> None:
    """Raises ``CampaignRefused``, naming the field and what is wrong with it."""
    name = promise.name.strip()
    if not name or Campaign.objects.filter(name=name).exists():
        raise CampaignRefused(field="name", problem=NO_NAME)
    for field in ("terms_en", "terms_it"):
        if not getattr(promise, field).strip():
            raise CampaignRefused(field=field, problem=NO_TERMS)
    if not 1 <= promise.chip_cents <= MOST_CENTS:
        raise CampaignRefused(field="chip_cents", problem=BAD_VALUE)
    if not 1 <= promise.chips_each <= MOST_CHIPS:
        raise CampaignRefused(field="chips_each", problem=BAD_NUMBER)
    if promise.expires_at <= timezone.now():
        raise CampaignRefused(field="expires_at", problem=BAD_EXPIRY)
    if promise.max_players is not None and promise.max_players < 1:
        raise CampaignRefused(field="max_players", problem=BAD_PLAYERS)
    if (
        promise.budget_cents is not None
        and promise.budget_cents < promise.chip_cents * promise.chips_each
    ):
        raise CampaignRefused(field="budget_cents", problem=SMALL_BUDGET)


@transaction.atomic
def close_campaign(*, campaign: Campaign, actor: User | None) -> Campaign:
    """No chips are granted any more; those that were stay good. Closed twice is closed once."""
    locked = Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
    if locked.closed_at is None:
        locked.closed_at = timezone.now()
        locked.save(update_fields=["closed_at"])
        record(
            actor=actor,
            action="campaign.closed",
            subject=locked,
            before={"closed_at": None},
            after={"closed_at": locked.closed_at.isoformat()},
        )
    return locked
