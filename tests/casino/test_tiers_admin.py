"""VIP tiers in the admin: changed for a reason, kept while they are used."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from casino.errors import TierInUse
from casino.models import AuditEntry, User, VipTier
from casino.services.tiers import delete_tier
from tests import factories
from tests.pages import client_of, text_of

pytestmark = pytest.mark.django_db

LIST = "admin:casino_viptier_changelist"


@pytest.fixture
def boss() -> User:
    return factories.staff(superuser=True)


@pytest.fixture
def admin(boss: User) -> Client:
    return client_of(boss)


@pytest.fixture
def gold() -> VipTier:
    return VipTier.objects.create(rank=3, name="Gold")


def of(tier: VipTier, page: str) -> str:
    return reverse(f"admin:casino_viptier_{page}", args=[tier.pk])


def trail() -> list[tuple[Any, ...]]:
    columns = ("action", "before", "after", "reason", "actor__username")
    return list(AuditEntry.objects.order_by("pk").values_list(*columns))


def test_tier_is_made_and_renamed_for_a_reason(admin: Client, boss: User) -> None:
    add = reverse("admin:casino_viptier_add")
    admin.post(add, {"rank": "3", "name": "Gold", "reason": "a third tier"})
    tier = VipTier.objects.get()

    admin.post(of(tier, "change"), {"name": "Oro", "rank": "9", "reason": "in Italian"})

    tier.refresh_from_db()
    assert (tier.rank, tier.name) == (3, "Oro")
    assert trail() == [
        ("tier.created", {}, {"rank": 3, "name": "Gold"}, "a third tier", boss.username),
        ("tier.renamed", {"name": "Gold"}, {"name": "Oro"}, "in Italian", boss.username),
    ]


@pytest.mark.parametrize("typed", [{"name": "Oro"}, {"name": "", "reason": "why"}])
def test_without_reason_or_name_nothing_changes(
    admin: Client, gold: VipTier, typed: dict[str, str]
) -> None:
    assert admin.post(of(gold, "change"), typed).status_code == 200

    gold.refresh_from_db()
    assert gold.name == "Gold"
    assert trail() == []


def test_tier_in_use_is_kept_and_the_page_says_for_whom(admin: Client, gold: VipTier) -> None:
    for _ in range(2):
        factories.player(tier=gold)
    factories.table(name="Oak", limits={"1": {"main": [1, 2]}, "3": {"main": [1, 9]}})
    factories.table(name="Elm")
    campaign = factories.campaign(name="Spring")
    campaign.tiers.add(gold)

    for answer in (
        admin.get(of(gold, "delete")),
        admin.post(of(gold, "delete"), {"reason": "why not"}),
    ):
        said = text_of(answer)
        assert "Gold cannot be deleted, since it is in use:" in said
        assert "<li>2 players are in it</li>" in said
        assert "<li>limits are set for it at: Oak</li>" in said
        assert "<li>campaigns are for it: Spring</li>" in said
    assert answer.status_code == 409
    assert VipTier.objects.filter(pk=gold.pk).exists()
    assert "tier.deleted" not in [row[0] for row in trail()]


def test_tier_that_nobody_uses_is_deleted_for_a_reason(
    admin: Client, boss: User, gold: VipTier
) -> None:
    assert admin.post(of(gold, "delete"), {"reason": " "}).status_code == 400
    assert VipTier.objects.exists()

    assert admin.post(of(gold, "delete"), {"reason": "never used"}).status_code == 302

    assert not VipTier.objects.exists()
    assert trail() == [
        ("tier.deleted", {"rank": 3, "name": "Gold"}, {}, "never used", boss.username)
    ]


def test_service_keeps_a_tier_with_players(boss: User, gold: VipTier) -> None:
    factories.player(tier=gold)

    with pytest.raises(TierInUse) as refusal:
        delete_tier(tier=gold, actor=boss, reason="why not")

    assert refusal.value.data == {"tier": "Gold", "players": 1}
    assert VipTier.objects.filter(pk=gold.pk).exists()
    assert trail() == []


def test_tiers_are_not_deleted_from_the_list(admin: Client, gold: VipTier) -> None:
    chosen = {"action": "delete_selected", "_selected_action": [gold.pk], "post": "yes"}

    admin.post(reverse(LIST), chosen)

    assert VipTier.objects.filter(pk=gold.pk).exists()
