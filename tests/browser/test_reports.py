"""Reports in a browser: rounds of two versions are found, read on a phone, and downloaded."""

import io
import zipfile

import pytest
from playwright.sync_api import Page, expect

from casino.permissions import COMPLIANCE
from casino.services.roles import set_up_roles
from tables.models import Table
from tables.services.offers import Offer
from tables.services.versions import publish_version
from tests import factories
from tests.browser.conftest import DESK, PHONE, SIZES, Visit
from tests.tables.conftest import DealCards
from tests.tables.seat import Seat, sit_down

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WIN = "TS 9C TD TH"
LIMITS = {"1": {"main": [100, 50_000]}}


@pytest.fixture
def table(deal_cards: DealCards) -> Table:
    """An American table that was played under 3:2 and then under 6:5."""
    set_up_roles()
    deal_cards(WIN)
    made = factories.table(game="american", name="Corner", limits=LIMITS)
    seat = sit_down(made, cash=50_000, buy_in=50_000)
    play(seat, 1_000)
    cheaper = {"blackjack_pays": "6:5"}
    publish_version(
        table=made,
        offer=Offer(limits=LIMITS, rules=cheaper),
        author=None,
        reason="six to five from today",
    )
    play(seat, 2_500)
    return made


def play(seat: Seat, cents: int) -> None:
    seat.deal(cents)
    seat.act("stand")


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize("size", SIZES)
def test_compliance_finds_both_versions_and_downloads_the_workbook(visit: Visit, size: str) -> None:
    reader = factories.staff(role=COMPLIANCE)
    page = visit("/admin/reports/", person=reader, viewport=SIZES[size])
    page.locator("#content").get_by_role("link", name="Gaming revenue").click()

    page.get_by_label("By").select_option("version")
    page.get_by_role("button", name="Show").click()

    rows = page.locator(".report__table tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.nth(0)).to_contain_text("Corner")
    expect(rows.nth(0).locator("td").nth(4)).to_have_text("€10.00")
    expect(rows.nth(1).locator("td").nth(4)).to_have_text("€25.00")
    expect(page.locator(".ledger")).to_contain_text("Handle €35.00 agrees with the ledger")
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size]["width"]
    shown = sheet(page, "Download XLSX")
    assert shown.count("Corner") == 2
    assert "agrees with the ledger: 35.00" in shown


def sheet(page: Page, link: str) -> str:
    """The sheet of the workbook behind a link."""
    with page.expect_download() as download:
        page.get_by_role("link", name=link).click()
    content = download.value.path().read_bytes()
    with zipfile.ZipFile(io.BytesIO(content)) as book:
        return book.read("xl/worksheets/sheet1.xml").decode()


@pytest.mark.usefixtures("table")
def test_exact_and_actual_returns_of_both_versions_stand_side_by_side(visit: Visit) -> None:
    reader = factories.staff(role=COMPLIANCE)
    page = visit("/admin/reports/returns/", person=reader, viewport=DESK)

    rows = page.locator(".report__table tbody tr")
    expect(rows).to_have_count(2)
    exact = [rows.nth(number).locator("td").nth(7).inner_text() for number in range(2)]
    newer, older = (float(text.removesuffix(" %")) for text in exact)
    assert newer < older
    expect(page.locator(".chart__name")).to_have_count(2)
    expect(page.get_by_text("within chance")).to_have_count(2)


@pytest.mark.usefixtures("table")
def test_a_period_that_ends_before_it_begins_is_answered_at_its_field(visit: Visit) -> None:
    reader = factories.staff(role=COMPLIANCE)
    page = visit("/admin/reports/revenue/", person=reader, viewport=PHONE)
    page.locator("#id_since").fill("2026-03-02")
    page.locator("#id_until").fill("2026-03-01")
    page.get_by_role("button", name="Show").click()

    expect(page.locator(".ask__error")).to_have_text("The period ends before it begins.")
    expect(page.locator(".report__table")).to_have_count(0)
