"""New versions and new tiers while people play: from the next round on, and they are told."""

from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse

from casino.models import Notice, User
from tables.errors import VersionMoved
from tables.models import Round, Table, TableVersion
from tables.refusals import BetAboveMaximum
from tables.selectors import lobby
from tables.services import live as live_services
from tables.services.clock import database_now
from tables.services.offers import offer_of
from tables.services.versions import publish_version
from tests import factories
from tests.pages import client_of, text_of
from tests.tables.conftest import DealCards
from tests.tables.live import seats
from tests.tables.live.seats import Guest
from tests.tables.seat import Seat, everything, sit_down

pytestmark = pytest.mark.django_db

OPEN_ENDED = "TS 6D 9H TC 8C"
OVER_AT_ONCE = "AS 9D TS 7C"
HTMX = {"HX-Request": "true"}
SIX_TO_FIVE = "Blackjack pays: 6:5 (before: 3:2)"


def publish(table: Table, **changed: Any) -> TableVersion:
    table.refresh_from_db()
    offer = offer_of(table.in_force)
    rules = {**offer.rules, **changed.pop("rules", {})}
    wanted = replace(offer, rules=rules, **changed)
    return publish_version(table=table, offer=wanted, author=None, reason="a new season")


def page(seat: Seat) -> str:
    return text_of(client_of(seat.player).get(reverse("tables:table", args=[seat.table.slug])))


def deal(seat: Seat, *, seen: str, amount: str = "10", **headers: str) -> Any:
    sent = {
        "key": uuid4(),
        "session": seat.session.public_id,
        "chosen": "1",
        "box_1": amount,
        "seen": seen,
    }
    url = reverse("tables:deal", args=[seat.table.slug])
    return client_of(seat.player).post(url, sent, headers=headers)


# Private tables


def test_session_is_told_what_changes_and_plays_on_under_it(deal_cards: DealCards):
    deal_cards(OVER_AT_ONCE)
    seat = sit_down()
    seat.deal(1_000)
    assert "New terms" not in page(seat)

    publish(seat.table, rules={"blackjack_pays": "6:5"}, limits={"1": {"main": [100, 2_500]}})

    said = page(seat)
    assert "New terms hold here from the next round on." in said
    assert f"{SIX_TO_FIVE}; Limits: Main bet: €1.00 to €25.00 (before: €1.00 to €500.00)." in said
    deal_cards(OVER_AT_ONCE)
    seat.deal(1_000)
    assert "New terms" not in page(seat)
    rounds = Round.objects.order_by("pk").values_list("version__number", flat=True)
    assert list(rounds) == [1, 2]
    assert seat.round.paid_cents == 2_200


def test_round_in_play_ends_under_its_version(deal_cards: DealCards):
    deal_cards("AS 9D TS 7C")
    seat = sit_down()
    deal_cards(OPEN_ENDED)
    seat.deal(1_000)
    publish(seat.table, rules={"decks": 8}, limits={"1": {"main": [100, 500]}})

    assert "New terms hold here from the next round on. Decks: 8 (before: 6)" in page(seat)
    acted = seat.act("stand")

    assert acted.page.news is not None
    assert Round.objects.get().version.number == 1
    assert Round.objects.get().state == "settled"


def test_session_that_has_not_played_is_told_against_what_it_was_opened_under():
    seat = sit_down()
    publish(seat.table, rules={"blackjack_pays": "6:5"})

    assert SIX_TO_FIVE in page(seat)


def test_what_changes_nothing_in_the_play_is_not_told():
    seat = sit_down()
    publish(seat.table, side_bets_shown=False)

    assert "New terms" not in page(seat)


def test_limits_of_other_tiers_are_no_news():
    for rank in (1, 2):
        factories.vip_tier(rank=rank)
    table = factories.table(limits={"1": {"main": [100, 500]}, "2": {"main": [100, 900]}})
    seat = sit_down(table)

    publish(table, limits={"1": {"main": [100, 500]}, "2": {"main": [100, 800]}})

    assert "New terms" not in page(seat)


def test_many_changes_are_told_in_short():
    seat = sit_down()
    changed = {
        "decks": 8,
        "dealer_hits_soft_17": True,
        "boxes": 2,
        "blackjack_pays": "6:5",
        "double_on": "9-11",
        "max_hands": 3,
    }
    publish(seat.table, rules=changed)

    assert f"{SIX_TO_FIVE}; and 2 more." in page(seat)


def test_bet_of_a_stale_page_is_dealt_under_the_new_version_and_told(deal_cards: DealCards):
    deal_cards(OPEN_ENDED)
    seat = sit_down()
    publish(seat.table, rules={"blackjack_pays": "6:5"})

    answer = deal(seat, seen="1", **HTMX)

    assert f"This round is played under new terms. {SIX_TO_FIVE}." in text_of(answer)
    assert Round.objects.get().version.number == 2


def test_bet_of_a_stale_page_without_scripts_is_told_as_well(deal_cards: DealCards):
    deal_cards(OPEN_ENDED)
    seat = sit_down()
    publish(seat.table, rules={"blackjack_pays": "6:5"})
    browser = client_of(seat.player)
    url = reverse("tables:deal", args=[seat.table.slug])
    sent = {"key": uuid4(), "session": seat.session.public_id, "box_1": "10", "seen": "1"}

    answer = browser.post(url, {**sent, "chosen": "1"}, follow=True)

    assert f"This round is played under new terms. {SIX_TO_FIVE}." in text_of(answer)


@pytest.mark.parametrize("seen", ["2", "", "7"])
def test_page_of_the_version_in_force_gets_no_news(deal_cards: DealCards, seen: str):
    deal_cards(OPEN_ENDED)
    seat = sit_down()
    publish(seat.table, rules={"blackjack_pays": "6:5"})

    assert "new terms" not in text_of(deal(seat, seen=seen, **HTMX))
    assert Round.objects.count() == 1


@pytest.mark.parametrize("seen", ["x", "-1", "9" * 30])
def test_senseless_version_of_a_page_deals_nothing(seen: str):
    seat = sit_down()
    before = everything()

    answer = deal(seat, seen=seen, **HTMX)

    assert answer.status_code == 400
    assert "This page is out of date. Reload it and try again." in text_of(answer)
    assert everything() == before


def test_bet_above_new_limits_is_refused_with_them_and_what_changed():
    seat = sit_down()
    publish(seat.table, limits={"1": {"main": [100, 500]}})
    before = everything()

    answer = deal(seat, seen="1", amount="10", **HTMX)

    assert answer.status_code == 400
    said = text_of(answer)
    assert "The bet of €10.00 on box 1 is too large: the most is €5.00." in said
    assert "Limits: Main bet: €1.00 to €5.00 (before: €1.00 to €500.00)" in said
    assert everything() == before


def test_players_with_open_sessions_get_a_notice():
    seat = sit_down()
    elsewhere = sit_down()

    publish(seat.table, rules={"decks": 8})

    notice = Notice.objects.get()
    assert (notice.player, notice.kind) == (seat.player, "table_changed")
    assert notice.facts == {"table": seat.table.name, "slug": seat.table.slug, "version": 2}
    lobby_page = text_of(client_of(seat.player).get(reverse("portal:lobby")))
    assert f"The rules or limits at {seat.table.name} have changed" in lobby_page
    assert reverse("tables:help", args=[seat.table.slug]) in lobby_page
    assert not Notice.objects.filter(player=elsewhere.player).exists()


def test_publication_that_is_refused_tells_nobody():
    seat = sit_down()
    offer = offer_of(seat.table.in_force)

    with pytest.raises(VersionMoved) as refusal:
        publish_version(table=seat.table, offer=offer, author=None, reason="late", expected=7)

    assert refusal.value.data == {"expected": 7, "number": 1}
    assert not Notice.objects.exists()
    assert seat.table.versions.count() == 1


# Live tables


def live_page(guest: Guest) -> str:
    return text_of(client_of(guest.user).get(f"/tables/{guest.table.slug}/"))


def test_live_table_that_waits_takes_up_the_new_version_and_says_so():
    table = seats.live_table()
    guest = Guest(table)
    publish(table, rules={"majority_threshold": 5}, results_seconds=9)
    assert "New terms" not in live_page(guest)

    live_services.tidy_window(table_id=table.pk, now=database_now())

    said = live_page(guest)
    assert "New terms hold here from this round on." in said
    assert "Main bets that make a seat vote: 5 (before: 3); Results (s): 9 (before: 6)." in said


def test_live_round_ends_under_its_version_and_the_next_one_says_what_is_new(
    deal_cards: DealCards,
):
    deal_cards("TS 9D TH TC " * 3)  # 20 against 19, each round
    table = seats.live_table()
    guest = Guest(table)
    guest.lay({"1:main": 1_000})
    limits = {"1": {**seats.LIMITS["1"], "main": [100, 5_000]}}
    publish(table, limits=limits, rules={"blackjack_pays": "6:5"})

    first = seats.close(table)
    assert first.version.number == 1
    assert "New terms" not in live_page(guest)
    second = seats.next_window(table)

    assert second.version.number == 2
    assert f"{SIX_TO_FIVE}; The limits have changed." in live_page(guest)
    before = everything()
    with pytest.raises(BetAboveMaximum):
        guest.lay({"1:main": 6_000})
    assert everything() == before
    guest.lay({"1:main": 1_000})
    seats.close(table)
    assert "New terms hold here" in live_page(guest)
    seats.next_window(table)
    assert "New terms" not in live_page(guest)


# VIP tiers


@pytest.fixture
def tiers() -> Table:
    for rank in (1, 2):
        factories.vip_tier(rank=rank)
    return factories.table(
        name="Oak", limits={"1": {"main": [100, 500]}, "2": {"main": [200, 90_000]}}
    )


def of_tier(rank: int) -> User:
    return factories.player(cents=20_000, tier=factories.vip_tier(rank=rank))


def test_limits_of_the_tier_show_in_the_lobby_at_the_name_and_at_the_table(tiers: Table):
    for rank, limits in ((1, "€1.00 to €5.00"), (2, "€2.00 to €900.00")):
        person = of_tier(rank)
        browser = client_of(person)
        url = reverse("tables:table", args=[tiers.slug])
        (line,) = lobby(player=person)
        assert f"€{line.main.least_cents // 100}.00 to €{line.main.most_cents // 100}.00" == limits
        assert limits in text_of(browser.get(reverse("portal:lobby")))
        assert f"Limits: {limits}" in text_of(browser.get(url))
        factories.session(person, tiers)
        at_the_table = text_of(browser.get(url)).replace("> ", ">").replace(" <", "<")
        assert f'Oak<span class="sessionbar__limits">{limits}</span>' in at_the_table


def test_tier_counts_from_the_next_round(tiers: Table, deal_cards: DealCards):
    person = of_tier(2)
    seat = Seat(person, tiers, factories.session(person, tiers))
    deal_cards(OPEN_ENDED)
    seat.deal(1_000)

    User.objects.filter(pk=person.pk).update(vip_tier=factories.vip_tier(rank=1))
    seat.player = User.objects.get(pk=person.pk)
    seat.act("stand")
    assert Round.objects.get().state == "settled"
    before = everything()
    with pytest.raises(BetAboveMaximum) as refusal:
        seat.deal(1_000)

    assert refusal.value.data["limit_cents"] == 500
    assert everything() == before
    assert "€1.00 to €5.00" in page(seat)
