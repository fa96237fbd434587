"""Blackjack under rules that an operator set: surrender, four split hands, 6:5, no insurance."""

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.browser.conftest import PHONE, SIZES, Visit
from tests.browser.test_accessibility import assert_accessible
from tests.tables.conftest import DealCards
from tests.tables.seat import Seat, sit_down

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

RULES = {
    "max_hands": 4,
    "late_surrender": True,
    "blackjack_pays": "6:5",
    "insurance_offered": False,
    "even_money_offered": False,
    "dealer_hits_soft_17": True,
}
# Box 1 has eights against a 6 and gets two more; box 2 has 18, box 3 has 12.
FOUR_EIGHTS = "8S 9S 7S 6D 8D 9H 5C TC 8H 8C 8D 3S TS 5D 2C 4H"


@pytest.fixture
def seat() -> Seat:
    return sit_down(factories.table(name="Corner", rules=RULES))


@pytest.mark.parametrize("size", SIZES)
def test_four_hands_of_one_box_stand_side_by_side(
    visit: Visit, seat: Seat, deal_cards: DealCards, size: str
) -> None:
    deal_cards(FOUR_EIGHTS)
    page = visit(f"/tables/{seat.table.slug}/", person=seat.player, viewport=SIZES[size])
    for box in "123":
        page.locator(f"#box-{box}").fill("5")
    page.locator("#deal").click()

    for hands in (2, 3, 4):
        page.locator("#act-split").click()
        expect(page.locator("[data-box='1'] .hand")).to_have_count(hands)

    expect(page.locator("#say")).to_have_text("Box 1, hand 1 of 4: 18. The dealer shows 6.")
    expect(page.locator("#act-split")).to_be_disabled()
    cards = [card.bounding_box() for card in page.locator("[data-box='1'] .card").all()]
    hands_at = [hand.bounding_box() for hand in page.locator("[data-box='1'] .hand").all()]
    assert all(box is not None and box["width"] >= 30 for box in cards)
    lefts = [box["x"] for box in hands_at if box]
    assert lefts == sorted(lefts, reverse=True)  # played from the right
    assert len(set(lefts)) == 4
    assert_accessible(page)
    assert seat.stake_cents == 7_000


def test_surrender_is_offered_on_a_phone_and_gives_half_back(
    visit: Visit, seat: Seat, deal_cards: DealCards
) -> None:
    deal_cards("TS TH 6D 7C")
    page = visit(f"/tables/{seat.table.slug}/", person=seat.player, viewport=PHONE)
    page.locator("#box-1").fill("10")
    page.locator("#deal").click()
    buttons = page.locator(".controls--play .control")
    expect(buttons).to_have_count(5)
    assert all((button.bounding_box() or {"height": 0})["height"] >= 44 for button in buttons.all())
    assert_accessible(page)

    page.locator("#act-surrender").click()

    expect(page.locator("[data-box='1'] .result")).to_have_text("Surrendered")
    assert seat.stake_cents == 9_500


def test_print_on_the_felt_and_offers_follow_the_rules(
    visit: Visit, seat: Seat, deal_cards: DealCards
) -> None:
    deal_cards("AS AH TS 7C")
    page = visit(f"/tables/{seat.table.slug}/", person=seat.player, viewport=PHONE)
    expect(page.locator(".lettering .large")).to_have_text("Blackjack pays 6 to 5")
    expect(page.locator(".lettering .small")).to_have_text("Dealer draws on soft 17")
    page.locator("#box-1").fill("10")

    page.locator("#deal").click()

    # No insurance and no even money against the ace: the blackjack is paid 12 at once.
    expect(page.locator("[data-box='1'] .result")).to_have_text("Blackjack")
    assert seat.stake_cents == 11_200
