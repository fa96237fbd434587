"""21 Duel with mouse, finger and keys, and without scripts, on a phone and at a desk."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tables.models import Round, Table
from tests import factories
from tests.browser.conftest import DESK, PHONE, SIZES, Visit
from tests.browser.test_accessibility import assert_accessible
from tests.tables.conftest import DealCards
from tests.tables.seat import Seat, sit_down

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# Up card 9, community 2 and 10, hidden 5; the dealer's 8 joins the 2, his other card is a king.
NINE_AGAINST_TWENTY = "9S 8H 5C KD 2C TD"
# Boxes 1 and 2 show 9 and ace, community 2 and 10; the dealer's 6, 2 and 9 come to 17.
TWO_HANDS = "9S AS 6H 5C 7C 9D 2C TD"


@pytest.fixture
def seat() -> Seat:
    chips = [100, 500, 1_000]
    return sit_down(factories.table(name="Duel", game=Table.Game.DUEL, chips=chips))


def take_seat(visit: Visit, seat: Seat, size: dict[str, int], **options: object) -> Page:
    return visit(f"/tables/{seat.table.slug}/", person=seat.player, viewport=size, **options)


def spot(page: Page, place: str) -> Locator:
    return page.locator(f"[data-place='{place}'] .spot")


def fits(page: Page) -> bool:
    """Nothing scrolls, neither sideways nor down: felt and buttons are on one screen."""
    return bool(
        page.evaluate(
            """() => document.documentElement.scrollWidth <= innerWidth
                  && document.documentElement.scrollHeight <= innerHeight"""
        )
    )


@pytest.mark.parametrize("size", SIZES)
def test_round_of_two_hands_is_played_to_its_end(
    visit: Visit, seat: Seat, deal_cards: DealCards, size: str
) -> None:
    deal_cards(TWO_HANDS)
    page = take_seat(visit, seat, SIZES[size])
    say = page.locator("#say")
    assert fits(page)
    assert_accessible(page)

    page.locator("[data-chip='1000']").click()
    spot(page, "1_2up").click()
    page.locator("[data-chip='100']").click()
    spot(page, "2").click()
    page.locator("[data-chip='500']").click()
    expect(page.locator("#deal")).to_contain_text("€16.00")
    page.locator("#deal").click()
    expect(say).to_have_text(
        "Box 1: 9. The left card makes 11, the right card 19. Raise €10.00 or fold?"
    )
    expect(page.locator(".community .card")).to_have_count(2)
    expect(page.locator("[data-face='back'] >> visible=true")).to_have_count(4)
    assert fits(page)
    assert_accessible(page)
    page.locator("#take-right").click()
    expect(say).to_contain_text("Box 1: 19.")
    expect(page.locator("[data-box='1'] .total")).to_have_text("19")
    expect(page.locator(".community__place--taken .card")).to_have_attribute("data-face", "TD")
    assert_accessible(page)
    page.locator("#act-stand").click()
    expect(say).to_contain_text("Box 2: 1/11.")
    page.locator("#act-right").click()

    # 21 of two cards stands by itself: 19 and 21 beat the dealer's 17, 2 Up has lost.
    expect(say).to_have_text("You staked €31.00 and €60.00 came back: €29.00 won.")
    expect(page.locator("#announcer")).to_have_text(
        "You staked €31.00 and €60.00 came back: €29.00 won."
    )
    expect(page.locator("[data-box='1'] .side")).to_have_count(3)
    expect(page.locator(".dealer .total")).to_have_text("17")
    expect(page.locator("[data-face='5C'], [data-face='7C']")).to_have_count(0)
    expect(page.locator(".sessionbar .stake dd")).to_have_text("€129.00")
    assert fits(page)
    assert_accessible(page)
    assert seat.stake_cents == 12_900


@pytest.mark.parametrize("size", SIZES)
def test_round_is_played_without_scripts(
    visit: Visit, seat: Seat, deal_cards: DealCards, size: str
) -> None:
    deal_cards(NINE_AGAINST_TWENTY)
    page = take_seat(visit, seat, SIZES[size], java_script_enabled=False)

    page.locator("#box-1").fill("5")
    spot(page, "1_2up").click()
    page.locator("[data-chip='100']").click()
    expect(page.locator("#box-1_2up")).to_have_value("1.00")
    page.locator("#deal").click()
    page.locator("#take-left").click()
    page.locator("#act-hit").click()

    expect(page.locator("#say")).to_have_text("You staked €11.00 and nothing came back.")
    page.locator("#rebet").click()
    expect(page.locator("#act-fold")).to_be_visible()
    assert seat.stake_cents == 8_300


def test_round_is_played_with_keys_alone(visit: Visit, seat: Seat, deal_cards: DealCards) -> None:
    deal_cards(NINE_AGAINST_TWENTY)
    page = take_seat(visit, seat, DESK)
    chosen = page.locator("[name='chosen']:checked")

    page.keyboard.press("2")
    expect(chosen).to_have_value("2")
    page.keyboard.press("2")
    expect(chosen).to_have_value("2_2up")
    page.keyboard.press("1")
    page.locator("[data-chip='500']").focus()
    page.keyboard.press("Enter")
    page.locator("#say").focus()
    page.keyboard.press("Space")
    page.locator("#take-left").wait_for()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#say")).to_contain_text("Box 1: 19.")
    page.keyboard.press("s")
    expect(page.locator("#say")).to_have_text("You staked €10.00 and nothing came back.")
    page.keyboard.press("Space")
    page.locator("#take-left").wait_for()
    page.keyboard.press("f")

    expect(page.locator("[data-box='1'] .result")).to_have_text("Folded")
    assert Round.objects.count() == 2


def test_chips_are_taken_from_each_place_by_right_click(visit: Visit, seat: Seat) -> None:
    page = take_seat(visit, seat, DESK)
    spot(page, "3").click()
    page.locator("[data-chip='1000']").click()
    spot(page, "3_2up").click()
    page.locator("[data-chip='100']").click()
    page.locator("[data-chip='100']").click()

    spot(page, "3_2up").click(button="right")
    spot(page, "3").click(button="right")

    expect(page.locator("#box-3_2up")).to_have_value("1.00")
    expect(page.locator("#box-3")).to_have_value("")


def test_long_press_takes_a_chip_back(visit: Visit, seat: Seat) -> None:
    page = take_seat(visit, seat, PHONE, has_touch=True)
    spot(page, "1_2up").tap()
    page.locator("[data-chip='100']").tap()
    expect(page.locator("#box-1_2up")).to_have_value("1.00")

    touch = {"pointerType": "touch", "bubbles": True}
    spot(page, "1_2up").dispatch_event("pointerdown", touch)
    expect(page.locator("#box-1_2up")).to_have_value("")
    spot(page, "1_2up").dispatch_event("pointerup", touch)
    spot(page, "1_2up").dispatch_event("click")

    expect(page.locator("#box-1_2up")).to_have_value("")


def test_uncovered_raise_is_told_before_the_deal(visit: Visit, seat: Seat) -> None:
    page = take_seat(visit, seat, PHONE)
    page.locator("#box-1").fill("60")

    page.locator("#deal").click()

    expect(page.locator("#say")).to_have_text(
        "Each hand may raise by its ante: €60.00 must be left in your stake after the bets, and "
        "€40.00 would be. Bet less, or add money to the session."
    )
    expect(page.locator("#box-1")).to_have_value("60")
    assert seat.stake_cents == 10_000


@pytest.mark.parametrize("size", SIZES)
def test_round_in_the_history(visit: Visit, seat: Seat, deal_cards: DealCards, size: str) -> None:
    deal_cards(TWO_HANDS)
    seat.deal(1_000, 500)
    seat.act("right")
    seat.act("hit")
    seat.act("fold", "2")
    public_id = Round.objects.get().public_id

    page = visit(f"/history/{public_id}/", person=seat.player, viewport=SIZES[size])

    expect(page.locator(".community .card")).to_have_count(2)
    expect(page.locator("[data-face='7C']")).to_have_count(0)
    assert_accessible(page)


@pytest.mark.parametrize("size", SIZES)
def test_help_shows_the_strategy(visit: Visit, seat: Seat, size: str) -> None:
    page = visit(f"/tables/{seat.table.slug}/help/", person=seat.player, viewport=SIZES[size])

    expect(page.locator(".help__grid")).to_have_count(10)
    assert_accessible(page)


@pytest.mark.parametrize("size", SIZES)
def test_golden_chips_have_room_on_every_place(
    visit: Visit, deal_cards: DealCards, size: str
) -> None:
    deal_cards(TWO_HANDS)
    chips = [100, 200, 500, 1_000, 2_500, 10_000]
    golden = sit_down(factories.table(game=Table.Game.DUEL, chips=chips, golden_allowed=True))
    factories.golden_chips(golden.player, chip_cents=1_000, chips=3)
    page = take_seat(visit, golden, SIZES[size])
    for place in ("1", "2"):
        spot(page, place).click()
        page.locator("[data-golden='1000']").click()
        page.locator("[data-chip='200']").click()
    assert_accessible(page)

    page.locator("#deal").click()
    page.locator("#take-right").click()

    expect(page.locator("[data-box='1'] .side")).to_contain_text("€2.00 GC €10.00")
    assert_accessible(page)
