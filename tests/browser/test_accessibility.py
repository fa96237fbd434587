"""What axe-core finds on each page, at both sizes; and nothing scrolls sideways on a phone."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests import factories
from tests.browser.conftest import SIZES, Visit
from tests.tables.conftest import DealCards
from tests.tables.seat import Seat, sit_down

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
}
PUBLIC = ["/", "/accounts/login/", "/accounts/signup/", "/accounts/password/reset/"]
WORDS = ["/safer-play/", "/house-rules/", "/no-such-page/"]
OWN = ["/", "/cashier/", "/history/", "/profile/", "/accounts/2fa/", "/accounts/password/change/"]


def assert_accessible(page: Page) -> None:
    """No violation of WCAG 2.2 AA or of axe's best practice, and no sideways scrolling."""
    page.wait_for_timeout(300)  # until nothing moves: half-faded text has no contrast
    results = Axe().run(page, options=RULES)
    assert results.violations_count == 0, results.generate_report()
    assert page.viewport_size is not None
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


@pytest.fixture
def seat() -> Seat:
    return sit_down(factories.table(name="Corner"))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("path", [*PUBLIC, *WORDS])
def test_public_pages(visit: Visit, path: str, size: str) -> None:
    factories.table(name="Corner")

    assert_accessible(visit(path, viewport=SIZES[size]))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("path", OWN)
def test_own_pages(visit: Visit, seat: Seat, deal_cards: DealCards, path: str, size: str) -> None:
    deal_cards("9S TH 7D 8C 5S")
    seat.deal(1_000)
    seat.act("hit")

    assert_accessible(visit(path, person=seat.player, viewport=SIZES[size]))


@pytest.mark.parametrize("size", SIZES)
def test_table_from_buy_in_to_result(
    visit: Visit, seat: Seat, deal_cards: DealCards, size: str
) -> None:
    other = factories.table(name="Terms")
    assert_accessible(visit(f"/tables/{other.slug}/", person=seat.player, viewport=SIZES[size]))
    deal_cards("8S AH 8D 7C 5S 6S TD TC 9C")
    page = visit(f"/tables/{seat.table.slug}/", person=seat.player, viewport=SIZES[size])
    assert_accessible(page)
    page.locator("[data-chip]").nth(1).click()
    assert_accessible(page)
    page.locator("#deal").click()
    page.locator("#offer-no").wait_for()
    assert_accessible(page)
    page.locator("#offer-no").click()
    page.locator("#act-split").click()
    page.locator(".hands--split").wait_for()
    assert_accessible(page)
    page.locator("#drawer summary").click()
    assert_accessible(page)
    page.keyboard.press("Escape")
    page.locator("#act-stand").click()
    expect(page.locator("#say")).to_contain_text("left hand")
    page.locator("#act-stand").click()
    page.locator("#deal").wait_for()
    assert_accessible(page)
    page.locator("#box-1").fill("x")
    page.locator("#deal").click()
    page.locator(".rail__say--refusal").wait_for()
    assert_accessible(page)
    page.goto(f"/tables/{seat.table.slug}/end/")
    assert_accessible(page)
