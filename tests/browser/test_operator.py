"""An operator changes the game at a table; a player plays on under the new version."""

import pytest
from playwright.sync_api import Page, expect

from casino.models import AuditEntry, User
from tables.models import Round, Table
from tests import factories
from tests.browser.conftest import DESK, SIZES, Visit
from tests.tables.conftest import DealCards
from tests.tables.operator import staff_with
from tests.tables.seat import sit_down

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

BLACKJACK = "AS 9D KS 7C"


@pytest.fixture
def table() -> Table:
    return factories.table(game="american", name="American")


@pytest.fixture
def operator() -> User:
    return staff_with("add_table", "change_table")


def look_at_six_to_five(visit: Visit, table: Table, operator: User, size: str) -> Page:
    page = visit(f"/admin/tables/table/{table.pk}/change/", person=operator, viewport=SIZES[size])
    page.get_by_label("Blackjack pays").select_option("6:5")
    page.get_by_role("button", name="Look at the changes").click()
    expect(page.locator("#content h1")).to_have_text("Look at the changes")
    return page


def fits(page: Page, size: str) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth") <= SIZES[size]["width"])


@pytest.mark.parametrize("size", SIZES)
def test_preview_shows_by_how_much_the_return_falls_and_stores_nothing(
    visit: Visit, table: Table, operator: User, size: str
) -> None:
    page = look_at_six_to_five(visit, table, operator, size)

    changed = page.locator(".sheet__table--changes tbody tr")
    expect(changed).to_have_count(1)
    expect(changed.locator("td")).to_have_text(["3:2", "6:5"])
    staked = page.locator("tr", has_text="per euro staked")
    expect(staked.locator("td")).to_have_text(
        ["99.6459 %", "98.4363 %", "\N{MINUS SIGN}1.2096", "0.3541 %", "1.5637 %"]
    )
    assert fits(page, size)
    page.get_by_role("link", name="Back to the form").click()
    expect(page.get_by_label("Blackjack pays")).to_have_value("6:5")
    assert table.versions.count() == 1


def test_round_after_publishing_pays_6_to_5_and_the_earlier_one_keeps_its_version(
    visit: Visit, table: Table, operator: User, deal_cards: DealCards
) -> None:
    seat = sit_down(table)
    deal_cards(BLACKJACK)
    seat.deal(1_000)
    player = visit("/tables/american/", person=seat.player, viewport=DESK)
    expect(player.locator(".newterms")).to_have_count(0)

    page = look_at_six_to_five(visit, table, operator, "desk")
    page.get_by_label("Reason").fill("a worse game for the summer")
    page.get_by_role("button", name="Publish").click()
    expect(page.locator(".messagelist")).to_contain_text("American: version 2 is in force.")

    deal_cards(BLACKJACK)
    player.reload()
    expect(player.locator(".newterms")).to_contain_text("Blackjack pays: 6:5 (before: 3:2)")
    player.locator("#box-1").fill("10")
    player.locator("#deal").click()
    expect(player.locator("#say")).to_contain_text("€22.00 came back: €12.00 won")
    expect(player.locator(".newterms")).to_have_count(0)
    played = Round.objects.order_by("pk").values_list(
        "version__number", "version__rules__blackjack_pays"
    )
    assert list(played) == [(1, "3:2"), (2, "6:5")]
    assert AuditEntry.objects.get(action="table.published").actor == operator

    page.goto(f"/admin/tables/table/{table.pk}/versions/")
    page.get_by_role("button", name="Compare the two").click()
    expect(page.locator(".sheet__table--changes td")).to_have_text(["3:2", "6:5"])
