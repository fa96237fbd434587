"""Rounds played with mouse, finger and keys, and without scripts, on a phone and at a desk."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tables.models import Round
from tests import factories
from tests.browser.conftest import DESK, PHONE, SIZES, Visit
from tests.tables.conftest import DealCards
from tests.tables.seat import Seat, sit_down

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# Box 1 has 16 against a ten; the hole card makes 18; then a five comes.
SIXTEEN_AGAINST_TEN = "9S TH 7D 8C 5S"
WON = "You staked €10.00 and €20.00 came back: €10.00 won."


@pytest.fixture
def seat() -> Seat:
    return sit_down(factories.table(name="Corner", chips=[100, 500, 1_000]))


def take_seat(visit: Visit, seat: Seat, size: dict[str, int], **options: Any) -> Page:
    return visit(f"/tables/{seat.table.slug}/", person=seat.player, viewport=size, **options)


def chip(page: Page, cents: int) -> Any:
    return page.locator(f"[data-chip='{cents}']")


def say(page: Page) -> Any:
    return page.locator("#say")


@pytest.mark.parametrize("size", SIZES)
def test_round_is_played_to_its_end(
    visit: Visit, seat: Seat, deal_cards: DealCards, size: str
) -> None:
    deal_cards(SIXTEEN_AGAINST_TEN)
    page = take_seat(visit, seat, SIZES[size])

    chip(page, 500).click()
    chip(page, 500).click()
    expect(page.locator("#box-1")).to_have_value("10.00")
    page.locator("#deal").click()
    expect(say(page)).to_have_text("Box 1: 16. The dealer shows 10.")
    expect(page.locator(".dealer .card")).to_have_count(2)
    page.locator("#act-hit").click()

    expect(say(page)).to_have_text(WON)
    expect(page.locator("#announcer")).to_have_text(WON)
    expect(page.locator(".sessionbar .stake dd")).to_have_text("€110.00")
    assert seat.stake_cents == 11_000
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size]["width"]


@pytest.mark.parametrize("size", SIZES)
def test_round_is_played_without_scripts(
    visit: Visit, seat: Seat, deal_cards: DealCards, size: str
) -> None:
    deal_cards(SIXTEEN_AGAINST_TEN)
    page = take_seat(visit, seat, SIZES[size], java_script_enabled=False)

    expect(page.locator("#undo")).to_be_hidden()
    page.locator("#box-1").fill("5")
    chip(page, 500).click()
    expect(page.locator("#box-1")).to_have_value("10.00")
    page.locator("#deal").click()
    page.locator("#act-hit").click()

    expect(say(page)).to_have_text(WON)
    page.locator("#rebet").click()
    expect(page.locator("#act-stand")).to_be_visible()
    assert seat.stake_cents == 10_000


def test_round_is_played_with_keys_alone(visit: Visit, seat: Seat, deal_cards: DealCards) -> None:
    deal_cards(SIXTEEN_AGAINST_TEN)
    page = take_seat(visit, seat, DESK)

    page.keyboard.press("2")
    page.keyboard.press("1")
    chip(page, 1_000).focus()
    page.keyboard.press("Enter")
    page.locator("#say").focus()
    page.keyboard.press("Space")
    expect(say(page)).to_have_text("Box 1: 16. The dealer shows 10.")
    page.keyboard.press("h")
    expect(say(page)).to_have_text(WON)
    page.keyboard.press("Space")

    expect(say(page)).to_have_text("Box 1: 16. The dealer shows 10.")
    assert Round.objects.count() == 2


def test_chips_are_taken_back_by_right_click_undo_and_clear(visit: Visit, seat: Seat) -> None:
    page = take_seat(visit, seat, DESK)
    amount = page.locator("#box-2")
    page.locator("[data-box='2'] .spot").click()
    for cents in (100, 500, 500):
        chip(page, cents).click()
    expect(amount).to_have_value("11.00")

    chip(page, 500).click(button="right")
    expect(amount).to_have_value("6.00")
    page.locator("[data-box='2'] .spot").click(button="right")
    expect(amount).to_have_value("1.00")
    page.locator("[data-box='2'] .spot").click()
    expect(amount).to_have_value("6.00")
    page.locator("#undo").click()
    expect(amount).to_have_value("1.00")
    page.locator("#clear").click()
    expect(amount).to_have_value("")
    expect(page.locator("#undo")).to_be_disabled()


def test_long_press_takes_a_chip_back(visit: Visit, seat: Seat) -> None:
    page = take_seat(visit, seat, PHONE, has_touch=True)
    chip(page, 500).tap()
    chip(page, 500).tap()
    expect(page.locator("#box-1")).to_have_value("10.00")

    chip(page, 500).dispatch_event("pointerdown", {"pointerType": "touch", "bubbles": True})
    expect(page.locator("#box-1")).to_have_value("5.00")
    chip(page, 500).dispatch_event("pointerup", {"pointerType": "touch", "bubbles": True})
    chip(page, 500).dispatch_event("click")

    expect(page.locator("#box-1")).to_have_value("5.00")


def test_double_click_deals_one_round(visit: Visit, seat: Seat, deal_cards: DealCards) -> None:
    deal_cards(SIXTEEN_AGAINST_TEN)
    page = take_seat(visit, seat, DESK)
    chip(page, 1_000).click()

    page.locator("#deal").dblclick()

    expect(say(page)).to_have_text("Box 1: 16. The dealer shows 10.")
    assert Round.objects.count() == 1
    assert seat.stake_cents == 9_000


def test_refused_bet_is_told_where_it_happened_and_stays_typed(visit: Visit, seat: Seat) -> None:
    page = take_seat(visit, seat, PHONE)
    page.locator("#box-2").fill("0.50")

    page.locator("#deal").click()

    sentence = "The bet of €0.50 on box 2 is too small: the least is €1.00."
    expect(say(page)).to_have_text(sentence)
    expect(page.locator("#announcer")).to_have_text(sentence)
    expect(page.locator("#box-2")).to_have_value("0.50")
    expect(page.locator("#box-2")).to_have_attribute("aria-invalid", "true")


def test_insurance_is_answered_for_all_boxes(
    visit: Visit, seat: Seat, deal_cards: DealCards
) -> None:
    deal_cards("TS 9S AH 7D 8D KC")
    page = take_seat(visit, seat, DESK)
    page.locator("#box-1").fill("10")
    page.locator("#box-2").fill("20")
    page.locator("#deal").click()
    expect(say(page)).to_contain_text("Box 1: insurance for €5.00?")

    page.keyboard.press("a")

    expect(page.locator(".side")).to_have_count(2)
    expect(page.locator(".dealer .total")).to_have_text("Blackjack")
    assert seat.stake_cents == 10_000


def test_split_hands_stand_side_by_side(visit: Visit, seat: Seat, deal_cards: DealCards) -> None:
    deal_cards("8S TH 8D 8C 5S 6S TD TC")
    page = take_seat(visit, seat, PHONE)
    page.locator("#box-1").fill("10")
    page.locator("#deal").click()

    page.locator("#act-split").click()

    expect(page.locator("[data-box='1'] .hand")).to_have_count(2)
    expect(say(page)).to_have_text("Box 1, right hand: 13. The dealer shows 10.")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert seat.stake_cents == 8_000


def test_login_leads_back_into_the_round(visit: Visit, seat: Seat, deal_cards: DealCards) -> None:
    deal_cards(SIXTEEN_AGAINST_TEN)
    seat.deal(1_000)
    page = visit("/accounts/login/", viewport=PHONE)

    page.get_by_label("Login").fill(seat.player.username)
    page.get_by_label("Password").fill("secret")
    page.locator("main").get_by_role("button", name="Log in").click()

    expect(say(page)).to_have_text("Box 1: 16. The dealer shows 10.")
    expect(page.locator("#act-hit")).to_be_enabled()


def test_money_is_added_and_the_session_ended(visit: Visit, seat: Seat) -> None:
    page = take_seat(visit, seat, PHONE)

    page.locator("#drawer summary").click()
    page.get_by_label("Add money").fill("12,50")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator(".sessionbar .stake dd")).to_have_text("€112.50")
    expect(page.locator("#balance .money")).to_have_text("€87.50")
    page.locator("#drawer summary").click()
    page.get_by_role("link", name="End the session").click()
    page.get_by_role("button", name="End and pay out").click()

    expect(page.locator(".notices")).to_contain_text("€112.50 is back in your balance.")
    assert seat.cash_cents == 20_000


def test_lost_connection_is_told_and_loses_nothing(visit: Visit, seat: Seat) -> None:
    page = take_seat(visit, seat, DESK, expects=["status of 502", "Status Error Code 502"])
    chip(page, 500).click()
    page.route("**/deal/", lambda route: route.fulfill(status=502, body="no answer"))

    page.locator("#deal").click()

    expect(page.locator("#trouble")).to_contain_text("The answer did not arrive.")
    expect(page.locator("#deal")).to_be_enabled()
    expect(page.locator("#box-1")).to_have_value("5.00")
    assert seat.stake_cents == 10_000


@pytest.mark.parametrize("wish", ["reduce", "no-preference"])
def test_cards_move_only_for_those_who_want_it(
    visit: Visit, seat: Seat, deal_cards: DealCards, wish: str
) -> None:
    deal_cards(SIXTEEN_AGAINST_TEN)
    page = take_seat(visit, seat, DESK, reduced_motion=wish)
    chip(page, 500).click()

    page.locator("#deal").click()

    motion = page.locator(".dealer .card").first.evaluate(
        "card => getComputedStyle(card).animationName"
    )
    assert motion == ("none" if wish == "reduce" else "dealt")
