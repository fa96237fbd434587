"""Golden chips in a browser: laid, raised by themselves, pushed, and back in their tray."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from golden_chips.models import Grant
from tables.models import Bet
from tests import factories
from tests.browser.conftest import DESK, PHONE, SIZES, Visit
from tests.tables.conftest import DealCards
from tests.tables.seat import Seat, sit_down

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# Eleven against a ten; a nine makes 20, and the dealer has 20.
ELEVEN_PUSHES = "6S TD 5H TC 9C"
TEN, FIVE = 1_000, 500


@pytest.fixture
def seat() -> Seat:
    table = factories.table(
        game="american", name="Corner", chips=[100, 200, 500], golden_allowed=True
    )
    found = sit_down(table)
    factories.golden_chips(found.player, chip_cents=TEN, chips=1, name="Welcome")
    factories.golden_chips(found.player, chip_cents=FIVE, chips=3, terms_en="For new players only.")
    return found


def take_seat(visit: Visit, seat: Seat, size: dict[str, int], **options: Any) -> Page:
    return visit(f"/tables/{seat.table.slug}/", person=seat.player, viewport=size, **options)


def golden(page: Page, cents: int) -> Any:
    return page.locator(f"[data-golden='{cents}']")


def left(page: Page, cents: int) -> Any:
    return golden(page, cents).locator("[data-golden-left]")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_mixed_stake_is_doubled_with_the_nearest_chips_and_pushes_them_back_into_the_tray(
    visit: Visit, seat: Seat, deal_cards: DealCards, size: str, scripts: bool
) -> None:
    deal_cards(ELEVEN_PUSHES)
    page = take_seat(visit, seat, SIZES[size], java_script_enabled=scripts)
    expect(left(page, TEN)).to_have_text("1")

    golden(page, TEN).click()
    page.locator("[data-chip='200']").click()
    expect(page.locator("#box-1")).to_have_value("2.00")
    expect(page.locator("[data-place='1'] [data-golden-sum]")).to_have_text("€10.00")
    page.locator("#deal").click()
    expect(page.locator("[data-place='1'] .spot__staked")).to_have_text("€2.00 GC €10.00")
    expect(page.locator("#act-double small")).to_have_text("GC +€12.00")
    page.locator("#act-double").click()

    expect(page.locator("#say")).to_have_text(
        "Your stake of €4.00 came back. Golden chips of €20.00 were bet, €20.00 of them came back."
    )
    expect(left(page, TEN)).to_have_text("1")
    expect(left(page, FIVE)).to_have_text("3")
    bet = Bet.objects.get()
    assert (bet.real_cents, bet.golden_cents, bet.result) == (400, 2_000, "push")
    assert seat.stake_cents == 10_000
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size]["width"]
    page.goto("/history/")
    expect(page.locator(".played__head .gc")).to_have_text("GC")


def test_golden_chips_are_taken_back_like_others(visit: Visit, seat: Seat) -> None:
    page = take_seat(visit, seat, DESK)
    sum_on = page.locator("[data-place='2'] [data-golden-sum]")
    page.locator("[data-box='2'] .spot").first.click()
    for _ in range(3):
        golden(page, FIVE).click()
    golden(page, FIVE).click(force=True)  # none is left
    expect(sum_on).to_have_text("€15.00")
    expect(left(page, FIVE)).to_have_text("0")

    golden(page, FIVE).click(button="right", force=True)
    expect(sum_on).to_have_text("€10.00")
    page.locator("#undo").click()
    expect(sum_on).to_have_text("€5.00")
    expect(left(page, FIVE)).to_have_text("2")
    page.locator("[data-place='2'] [data-golden-back]").click()
    expect(sum_on).to_have_text("")
    expect(left(page, FIVE)).to_have_text("3")
    golden(page, TEN).click()
    page.locator("#clear").click()
    expect(left(page, TEN)).to_have_text("1")
    assert Grant.objects.filter(remaining__gt=0).count() == 2


def test_terms_of_the_chips_are_a_click_away(visit: Visit, seat: Seat) -> None:
    page = take_seat(visit, seat, PHONE)

    page.locator(".golden__terms summary").click()

    panel = page.locator(".golden__panel")
    expect(panel).to_be_visible()
    expect(panel).to_contain_text("Welcome")
    expect(panel).to_contain_text("For new players only.")
    expect(panel).to_contain_text("3 × €5.00, good until")
    box = panel.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE["width"]
