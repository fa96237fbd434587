"""Chips are granted to everybody on a list or to nobody."""

import datetime
from typing import Any

import pytest
from django.utils import timezone

from casino.models import Notice
from golden_chips.errors import CampaignRefused, GrantRefused, ReasonMissing
from golden_chips.models import Campaign, ChipEvent, Grant, GrantOrder
from golden_chips.services import close_campaign, finish_orders, grant
from golden_chips.services import grants as grants_module
from tests import factories

pytestmark = pytest.mark.django_db


def names(*people) -> list[str]:
    return [person.username for person in people]


def order(campaign: Campaign, lines: list[str], **options) -> GrantOrder:
    return grant(
        campaign=campaign, lines=lines, source="list", actor=None, reason="promised", **options
    )


def everything() -> list[object]:
    kinds = (Grant, ChipEvent, Notice, GrantOrder)
    return [list(kind.objects.order_by("pk").values()) for kind in kinds]


def refused(campaign: Campaign, lines: list[str]) -> list[tuple[int, str, str]]:
    before = everything()
    with pytest.raises(GrantRefused) as refusal:
        order(campaign, lines)
    assert everything() == before
    return [(line.number, line.text, line.problem) for line in refusal.value.lines]


def test_a_list_gives_everybody_his_chips_and_says_so():
    ann, bob = factories.player("ann"), factories.player("bob")
    campaign = factories.campaign(chip_cents=500, chips=3)

    done = order(campaign, ["ANN", "", "bob@casino.test"])

    assert done.state == GrantOrder.State.DONE
    assert [
        (given.player, given.issued, given.remaining, given.chip_cents, given.state)
        for given in Grant.objects.order_by("id")
    ] == [(ann, 3, 3, 500, "open"), (bob, 3, 3, 500, "open")]
    assert list(ChipEvent.objects.values_list("kind", "chips", "reason")) == [
        ("issued", 3, "promised"),
        ("issued", 3, "promised"),
    ]
    assert list(Notice.objects.order_by("id").values_list("player", "kind", "facts__chips")) == [
        (ann.pk, "golden_granted", 3),
        (bob.pk, "golden_granted", 3),
    ]


def test_every_bad_line_is_named_and_nobody_gets_anything():
    ann, bob = factories.player("ann"), factories.player("bob", tier=factories.vip_tier(rank=2))
    gone = factories.player("gone")
    gone.is_active = False
    gone.save(update_fields=["is_active"])
    factories.staff("boss")
    campaign = factories.campaign(tiers=[factories.vip_tier(rank=2)])

    assert refused(
        campaign, [*names(bob), "nobody", "", "bob@casino.test", "boss", "gone", *names(ann)]
    ) == [
        (2, "nobody", "no player has this name or e-mail address"),
        (4, "bob@casino.test", "the player stands on the list twice"),
        (5, "boss", "members of staff do not play"),
        (6, "gone", "this player's account is switched off"),
        (7, "ann", "the player's tier is not one of the campaign's"),
    ]


def test_a_player_gets_chips_of_a_campaign_once():
    ann = factories.player("ann")
    campaign = factories.campaign()
    order(campaign, names(ann))

    assert refused(campaign, names(ann)) == [
        (1, "ann", "the player has chips of this campaign already")
    ]


def test_the_budget_is_not_passed_and_may_be_used_up():
    people = [factories.player() for _ in range(3)]
    campaign = factories.campaign(chip_cents=1_000, chips=2, budget_cents=4_999)

    assert refused(campaign, names(*people)) == [(0, "", "the campaign would pass its budget")]
    order(campaign, names(*people[:2]))
    assert refused(campaign, names(people[2])) == [(0, "", "the campaign would pass its budget")]


def test_no_more_players_than_the_campaign_may_have():
    people = [factories.player() for _ in range(2)]
    campaign = factories.campaign(max_players=1)

    assert refused(campaign, names(*people)) == [
        (0, "", "the campaign would have more players than it may")
    ]


def test_a_closed_or_expired_campaign_grants_nothing():
    ann = factories.player("ann")
    closed, expired = factories.campaign(), factories.campaign()
    close_campaign(campaign=closed, actor=None)
    closed.refresh_from_db()
    expired.expires_at = timezone.now()

    assert refused(closed, names(ann)) == [(0, "", "the campaign is closed")]
    assert refused(expired, names(ann)) == [(0, "", "chips of this campaign have expired")]
    assert refused(factories.campaign(), ["", " "]) == [(0, "", "the list names nobody")]


def test_a_grant_has_a_reason():
    campaign = factories.campaign()
    ann = factories.player()

    with pytest.raises(ReasonMissing):
        grant(campaign=campaign, lines=names(ann), source="list", actor=None, reason=" ")
    assert not GrantOrder.objects.exists()


def test_a_long_list_is_left_to_a_job_and_done_in_pieces(
    monkeypatch, django_capture_on_commit_callbacks
):
    monkeypatch.setattr(grants_module, "ONE_GO", 2)
    monkeypatch.setattr(grants_module, "PIECE", 2)
    people = [factories.player() for _ in range(5)]
    campaign = factories.campaign(chips=2)
    jobs: list[int] = []

    with django_capture_on_commit_callbacks(execute=True):
        waiting = order(campaign, names(*people), later=jobs.append)
    assert (jobs, waiting.state) == ([waiting.pk], "waiting")
    assert not Grant.objects.exists()

    assert finish_orders() == 1
    assert finish_orders() == 0
    waiting.refresh_from_db()
    assert (waiting.state, waiting.prepared) == ("done", 5)
    assert list(Grant.objects.values_list("remaining", "state")) == [(2, "open")] * 5


def test_what_a_job_prepared_is_good_for_nothing_and_goes_when_the_order_is_refused(
    monkeypatch,
):
    monkeypatch.setattr(grants_module, "ONE_GO", 0)
    people = [factories.player() for _ in range(2)]
    campaign = factories.campaign()
    waiting = order(campaign, names(*people), later=lambda _: None)
    grants_module._prepare_piece(waiting.pk)
    assert list(Grant.objects.values_list("remaining", "state")) == [(0, "prepared")] * 2
    close_campaign(campaign=campaign, actor=None)

    finish_orders()

    waiting.refresh_from_db()
    assert (waiting.state, waiting.refusal) == ("refused", [[0, "", "the campaign is closed"]])
    assert not Grant.objects.exists()
    assert not ChipEvent.objects.exists()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", " "),
        ("terms_en", ""),
        ("terms_it", " "),
        ("chip_cents", 0),
        ("chips_each", 0),
        ("chips_each", 1_001),
        ("expires_at", timezone.now() - datetime.timedelta(seconds=1)),
        ("max_players", 0),
        ("budget_cents", 1_999),
    ],
)
def test_a_campaign_that_makes_no_sense_is_refused(field: str, value: Any):
    promise: dict[str, Any] = {"chip_cents": 1_000, "chips_each": 2, field: value}
    chips = promise.pop("chips_each")

    with pytest.raises(CampaignRefused) as refusal:
        factories.campaign(chips=chips, **promise)
    assert refusal.value.data["field"] == field
    assert not Campaign.objects.exists()
