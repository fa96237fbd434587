"""Golden chips by page: the tray, bets with and without scripts, refusals that cost no work."""

from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tables.models import Bet, Round
from tests import factories
from tests.pages import client_of, text_of
from tests.tables.conftest import DealCards
from tests.tables.seat import Seat, everything, sit_down

pytestmark = pytest.mark.django_db


@pytest.fixture
def seat() -> Seat:
    found = sit_down(factories.table(game="american", golden_allowed=True))
    factories.golden_chips(found.player, chip_cents=1_000, chips=2, terms_en="For you alone.")
    return found


@pytest.fixture
def browser(seat: Seat) -> Client:
    return client_of(seat.player)


def url(name: str, seat: Seat) -> str:
    return reverse(f"tables:{name}", args=[seat.table.slug])


def send(browser: Client, seat: Seat, name: str, **fields: Any) -> Any:
    sent = {"key": uuid4(), "session": seat.session.public_id, "chosen": "1"}
    return browser.post(url(name, seat), sent | fields, headers={"HX-Request": "true"})


def test_tray_shows_piles_with_what_is_left_and_their_terms(browser: Client, seat: Seat):
    page = text_of(browser.get(url("table", seat)))
    assert 'data-golden="1000" data-left="2"' in page
    assert "Golden chip of €10.00, left:" in page
    assert "2 × €10.00, good until" in page
    assert "For you alone." in page


def test_player_without_chips_has_no_tray_and_no_further_query(browser: Client, seat: Seat):
    other = sit_down(seat.table)
    plain = client_of(other.player)
    with CaptureQueriesContext(connection) as without:
        page = text_of(plain.get(url("table", other)))
    with CaptureQueriesContext(connection) as having:
        browser.get(url("table", seat))
    assert "data-golden" not in page
    assert len(having) == len(without) + 1


def test_mixed_bet_is_dealt(browser: Client, seat: Seat, deal_cards: DealCards):
    deal_cards("TS 6D 9H TC 8C")

    page = text_of(send(browser, seat, "deal", box_1="2.50", gc_1="1000"))

    bet = Bet.objects.get()
    assert (bet.position, bet.real_cents, bet.golden_cents) == ("1:main", 250, 1_000)
    assert "€2.50" in page
    assert ">GC</abbr> €10.00" in page


def test_same_chips_laid_in_another_order_are_the_same_bet(
    browser: Client, seat: Seat, deal_cards: DealCards
):
    factories.golden_chips(seat.player, chip_cents=500)
    deal_cards("TS 6D 9H TC 8C")
    key = uuid4()
    send(browser, seat, "deal", key=key, gc_1="500 1000")
    send(browser, seat, "deal", key=key, gc_1="1000 500")
    assert Round.objects.count() == 1


@pytest.mark.parametrize("text", ["10.00", "-1000", "1000 x", "1e3", "0"])
def test_what_is_no_chip_is_refused(browser: Client, seat: Seat, text: str):
    before = everything()
    response = send(browser, seat, "deal", gc_1=text)
    assert response.status_code == 400
    assert "There is no such chip here." in text_of(response)
    assert everything() == before


def test_refused_bet_keeps_what_was_laid(browser: Client, seat: Seat):
    before = everything()
    response = send(browser, seat, "deal", box_1="3.00", gc_1="1000 1000 1000")
    page = text_of(response)
    assert response.status_code == 409
    assert "3 golden chips of €10.00 are bet and you have 2 that are good here now." in page
    assert 'value="1000 1000 1000"' in page
    assert 'value="3.00"' in page
    assert everything() == before


def test_chip_is_put_and_taken_back_without_scripts(browser: Client, seat: Seat):
    page = text_of(send(browser, seat, "place_chip", golden="1000", gc_1="1000"))
    assert 'id="gc-1" value="1000 1000"' in page
    page = text_of(send(browser, seat, "place_chip", take_back="1", gc_1="1000 1000"))
    assert 'id="gc-1" value=""' in page
    response = send(browser, seat, "place_chip", golden="1000", gc_1="1000", gc_2="1000")
    assert response.status_code == 409
    assert "and you have 2 that are good here now" in text_of(response)
    response = send(browser, seat, "place_chip")
    assert response.status_code == 400


def test_rebet_lays_golden_chips_as_far_as_there_are_any(
    browser: Client, seat: Seat, deal_cards: DealCards
):
    deal_cards("TS TD 9H TC 8C")  # the chip on box 1 is lost
    send(browser, seat, "deal", box_1="2.00", gc_1="1000 1000")
    round_ = Round.objects.get()
    page = text_of(
        send(browser, seat, "act", round=round_.public_id, step=0, hand="1", action="stand")
    )
    assert 'name="box_1" value="2.00"' in page
    assert 'name="gc_1" value="1000 1000"' not in page


def test_history_marks_rounds_with_golden_chips(browser: Client, seat: Seat, deal_cards: DealCards):
    deal_cards("AS 9D TS 7C")
    send(browser, seat, "deal", box_1="5.00")
    send(browser, seat, "deal", gc_1="1000")
    rows = text_of(browser.get(reverse("tables:history"))).split('<li class="played')
    assert [">GC</abbr>" in row for row in rows[1:]] == [True, False]
    golden = Round.objects.latest("id")
    page = text_of(browser.get(reverse("tables:round", args=[golden.public_id])))
    assert "+ <abbr" in page
    for number, is_marked in ((golden, True), (Round.objects.earliest("id"), False)):
        replay = browser.get(reverse("tables:replay", args=[number.public_id]))
        assert (">GC</abbr>" in text_of(replay)) == is_marked
    assert "Golden chips of €10.00 were bet and are gone." in page
