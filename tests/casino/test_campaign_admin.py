"""Campaigns in the back office: made, granted, followed, cancelled, and what they cost."""

import datetime
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from casino.backoffice.campaigns.costs import campaign_costs
from casino.backoffice.campaigns.forms import first_column
from casino.models import User
from golden_chips.models import Campaign, ChipEvent, Grant, GrantOrder
from golden_chips.services import grants
from golden_chips.tasks import run_order_task
from tables.engine.bets import BoxBets
from tables.engine.stake import Stake
from tests import factories
from tests.pages import text_of
from tests.tables.conftest import DealCards, deal_cards
from tests.tables.seat import sit_down

__all__ = ["deal_cards"]

pytestmark = pytest.mark.django_db


@pytest.fixture
def operator() -> User:
    person = factories.staff("operator")
    person.user_permissions.set(Permission.objects.filter(content_type__app_label="golden_chips"))
    return person


@pytest.fixture
def browser(operator: User) -> Client:
    client = Client()
    client.force_login(operator)
    return client


def at(name: str, campaign: Campaign) -> str:
    return reverse(f"admin:{name}", args=[campaign.pk])


def typed(**changes: Any) -> dict[str, Any]:
    expires = timezone.localtime(timezone.now() + datetime.timedelta(days=3))
    return {
        "name": "Welcome",
        "terms_en": "For new players.",
        "terms_it": "Per i nuovi giocatori.",
        "chip_cents": "5.00",
        "chips_each": "4",
        "expires_at_0": expires.strftime("%Y-%m-%d"),
        "expires_at_1": "23:59:00",
        "games": ["classic"],
        "max_players": "10",
        "budget_cents": "200.00",
    } | changes


def test_campaign_is_made_as_typed(browser: Client, operator: User) -> None:
    table, tier = factories.table(name="Corner"), factories.vip_tier(rank=2)

    response = browser.post(
        reverse("admin:golden_chips_campaign_add"), typed(tables=[table.pk], tiers=[tier.pk])
    )

    campaign = Campaign.objects.get()
    assert response.status_code == 302
    assert (campaign.name, campaign.chip_cents, campaign.chips_each) == ("Welcome", 500, 4)
    assert (campaign.games, campaign.tables) == (["classic"], [table.pk])
    assert (campaign.max_players, campaign.budget_cents) == (10, 20_000)
    assert list(campaign.tiers.all()) == [tier]
    assert campaign.created_by == operator
    page = text_of(browser.get(at("golden_chips_campaign_change", campaign)))
    assert "Blackjack, Corner" in page
    assert "Grant chips" in page


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"budget_cents": "19.99"}, "the budget does not hold the chips of one player"),
        ({"budget_cents": "0"}, "the budget does not hold the chips of one player"),
        ({"expires_at_0": "2020-01-01"}, "chips expire in the future"),
        ({"chip_cents": "0"}, "a chip is worth 0.01 to 100,000.00 euro"),
        ({"terms_it": " "}, "This field is required."),
    ],
)
def test_campaign_that_makes_no_sense_says_why_at_its_field(
    browser: Client, changes: dict[str, str], sentence: str
) -> None:
    page = text_of(browser.post(reverse("admin:golden_chips_campaign_add"), typed(**changes)))
    assert sentence in page
    assert not Campaign.objects.exists()


def test_list_is_shown_before_it_is_granted(browser: Client, operator: User) -> None:
    ann, bob = factories.player("ann"), factories.player("bob")
    campaign = factories.campaign(chip_cents=500, chips=2)
    sent = {"players": "ann\nbob@casino.test", "reason": "promised by phone"}

    page = text_of(browser.post(at("campaign_grant", campaign), sent))
    assert "2 players are on the list. The chips are worth €20.00 by their face." in page
    assert not Grant.objects.exists()
    confirmed = {
        "lines": "ann\nbob@casino.test",
        "source": "typed in",
        "reason": "promised by phone",
        "confirmed": "on",
    }
    response = browser.post(at("campaign_grant", campaign), confirmed)

    assert response.status_code == 302
    assert set(Grant.objects.values_list("player", "remaining")) == {(ann.pk, 2), (bob.pk, 2)}
    order = GrantOrder.objects.get()
    assert (order.ordered_by, order.reason, order.state) == (operator, "promised by phone", "done")


def test_file_with_bad_lines_is_refused_whole_with_the_list_of_lines(browser: Client) -> None:
    factories.player("ann")
    campaign = factories.campaign()
    file = SimpleUploadedFile("list.csv", b'player;note\nann;x\n"nobody";y\nann;again\n')

    response = browser.post(at("campaign_grant", campaign), {"file": file, "reason": "newsletter"})

    page = text_of(response)
    assert response.status_code == 400
    assert "<td>3</td> <td>nobody</td> <td>no player has this name or e-mail address</td>" in page
    assert "<td>4</td> <td>ann</td> <td>the player stands on the list twice</td>" in page
    assert "Grant the chips" not in page
    assert not Grant.objects.exists()


def test_a_long_list_of_strangers_shows_the_first_and_counts_the_others(browser: Client) -> None:
    campaign = factories.campaign()
    names = "\n".join(f"nobody{number}" for number in range(1_000))

    response = browser.post(at("campaign_grant", campaign), {"players": names, "reason": "all"})

    page = text_of(response)
    assert "<td>500</td> <td>nobody499</td>" in page
    assert "nobody500" not in page
    assert "and 500 more" in page


@pytest.mark.parametrize("contents", ["ann\nbob".encode("utf-16-le"), b"\xff\xfea\x00", b"caf\xe9"])
def test_file_that_is_no_text_is_refused(browser: Client, contents: bytes) -> None:
    campaign = factories.campaign()
    file = SimpleUploadedFile("list.csv", contents)

    response = browser.post(at("campaign_grant", campaign), {"file": file, "reason": "newsletter"})

    assert "The file is no text in UTF-8." in text_of(response)
    assert not Grant.objects.exists()


def test_list_that_went_bad_since_it_was_shown_grants_nothing(browser: Client) -> None:
    ann = factories.player("ann")
    campaign = factories.campaign()
    factories.golden_chips(ann, at=campaign)

    response = browser.post(
        at("campaign_grant", campaign),
        {"lines": "ann", "source": "typed in", "reason": "twice", "confirmed": "on"},
    )

    assert response.status_code == 400
    assert "the player has chips of this campaign already" in text_of(response)
    assert Grant.objects.count() == 1


def test_tier_gets_chips_without_those_who_have_some(browser: Client) -> None:
    tier = factories.vip_tier(rank=3)
    campaign = factories.campaign()
    ann = factories.player("ann", tier=tier)
    factories.player("bob", tier=tier)
    factories.player("cid")
    factories.golden_chips(ann, at=campaign)

    page = text_of(
        browser.post(at("campaign_grant", campaign), {"tier": tier.pk, "reason": "for the tier"})
    )

    assert "1 player is on the list." in page
    assert "bob (bob@casino.test)" in page


def test_one_source_at_a_time(browser: Client) -> None:
    campaign = factories.campaign()
    tier = factories.vip_tier()
    page = text_of(
        browser.post(
            at("campaign_grant", campaign), {"players": "ann", "tier": tier.pk, "reason": "both"}
        )
    )
    assert "Type names, send a file or choose a tier: one of them." in page


def test_long_list_shows_how_far_it_is(
    browser: Client,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    monkeypatch.setattr(grants, "ONE_GO", 1)
    jobs: list[int] = []
    monkeypatch.setattr(run_order_task, "delay", jobs.append)
    for name in ("ann", "bob"):
        factories.player(name)
    campaign = factories.campaign()
    sent = {"lines": "ann\nbob", "source": "list.csv", "reason": "many", "confirmed": "on"}

    with django_capture_on_commit_callbacks(execute=True):
        response = browser.post(at("campaign_grant", campaign), sent)

    order = GrantOrder.objects.get()
    assert jobs == [order.pk]
    assert response.headers["Location"] == reverse("admin:campaign_order", args=[order.pk])
    waiting = browser.get(response.headers["Location"])
    assert waiting.headers["Refresh"] == "2"
    assert "0 / 2" in text_of(waiting)
    run_order_task(order.pk)
    done = browser.get(response.headers["Location"])
    assert "Refresh" not in done.headers
    assert "2 / 2" in text_of(done)


def test_campaign_is_closed_and_cancelled(browser: Client, operator: User) -> None:
    ann = factories.player()
    campaign = factories.campaign(chips=3)
    granted = factories.golden_chips(ann, at=campaign)

    browser.post(at("campaign_close", campaign))
    campaign.refresh_from_db()
    assert campaign.closed_at is not None
    refused = text_of(browser.post(at("campaign_cancel", campaign)))
    assert "Give the reason; it is kept with the record." in refused
    browser.post(at("campaign_cancel", campaign), {"reason": "wrong terms"})

    granted.refresh_from_db()
    assert (granted.state, granted.remaining) == ("cancelled", 0)
    event = ChipEvent.objects.latest("id")
    assert (event.kind, event.chips, event.actor, event.reason) == (
        "cancelled",
        3,
        operator,
        "wrong terms",
    )


def test_grant_is_cancelled_from_the_list_for_a_reason(browser: Client) -> None:
    granted = factories.golden_chips(factories.player())
    sent = {"action": "cancel_grants", "_selected_action": granted.pk}
    address = reverse("admin:golden_chips_grant_changelist")

    assert "Cancel grants" in text_of(browser.post(address, sent))
    granted.refresh_from_db()
    assert granted.state == "open"
    browser.post(address, {**sent, "reason": "by mistake"})

    granted.refresh_from_db()
    assert granted.state == "cancelled"


@pytest.mark.parametrize(
    "name", ["campaign_grant", "campaign_close", "campaign_cancel", "golden_chips_campaign_change"]
)
def test_who_may_not_gets_nothing(name: str) -> None:
    campaign = factories.campaign()
    client = Client()
    client.force_login(factories.staff())
    send = client.get if name.endswith("change") else client.post
    assert send(at(name, campaign)).status_code == 403


def test_costs_are_by_face_expected_and_in_fact(browser: Client, deal_cards: DealCards) -> None:
    table = factories.table(game="american", name="Corner", golden_allowed=True)
    seat = sit_down(table)
    campaign = factories.campaign(chips=3)
    factories.golden_chips(seat.player, at=campaign)
    deal_cards("AS 9D TS 7C")
    seat.deal_bets([BoxBets(1, Stake(0, (1_000,)))])

    costs = campaign_costs(campaign)

    assert costs.figures.face_cents == 3_000
    assert costs.figures.paid_cents == 1_500
    # 0.50908… of a chip of 10.00 for the one that was bet, and for each of the two to come.
    assert (costs.used_cents, costs.to_come_cents, costs.most_to_come_cents) == (509, 1_018, 1_018)
    assert costs.expected_cents == 1_527
    assert [(line.table, dict(line.by_position)) for line in costs.tables] == [
        ("Corner", {"main bet": 509})
    ]
    page = text_of(browser.get(at("golden_chips_campaign_change", campaign)))
    for amount in ("€30.00", "€5.09", "€15.00", "€10.18"):
        assert f"<td>{amount}</td>" in page


def test_first_column_of_a_file() -> None:
    text = 'Player,Chips\nann,1\n"bob",2\n\ncid;3\n'
    assert first_column(text) == ["", "ann", "bob", "", "cid"]


def test_list_of_campaigns_reads_all_figures_at_once(
    browser: Client, django_assert_max_num_queries: Any
) -> None:
    for _ in range(3):
        factories.golden_chips(factories.player(), chips=2)
    with django_assert_max_num_queries(9):
        page = text_of(browser.get(reverse("admin:golden_chips_campaign_changelist")))
    assert page.count("field-issued") == 3
