"""The history, a replay by its keys, the proof and a question, at both sizes."""

from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from casino.permissions import COMPLIANCE
from casino.services.roles import set_up_roles
from tables.models import Question
from tables.services.questions import answer, ask
from tests import factories
from tests.browser.conftest import DESK, SIZES, Visit
from tests.tables.conftest import DealCards
from tests.tables.seat import Seat, sit_down

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def seat(deal_cards: DealCards) -> Seat:
    """Eights split, the right hand doubled, both won."""
    deal_cards("8S 6D 8H TC 3S TD TH 9C")
    seat = sit_down(factories.table(name="Garden", golden_allowed=True))
    factories.golden_chips(seat.player)
    seat.deal(1_000)
    seat.act("split")
    seat.act("double", "1R")
    seat.act("stand", "1L")
    return seat


def fits(page: Page) -> bool:
    """Whether nothing widens the page beyond the window."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


@pytest.mark.parametrize("size", SIZES)
def test_every_page_of_the_history_fits(visit: Visit, seat: Seat, size: str) -> None:
    round_id = seat.round.public_id
    ask(player=seat.player, round_id=round_id, text="Why so little?", key=uuid4())
    question = Question.objects.get()
    boss = factories.staff()
    answer(actor=boss, question_id=question.pk, text="It was right.", key=uuid4())
    page = visit("/history/", person=seat.player, viewport=SIZES[size])
    for path in (
        "/history/",
        f"/history/{round_id}/",
        f"/history/{round_id}/replay/?step=5",
        f"/history/{round_id}/question/",
        f"/verify/?round={seat.round.number}",
        "/statement/",
    ):
        page.goto(path)
        assert fits(page), path


def test_a_replay_is_turned_by_the_arrow_keys(visit: Visit, seat: Seat) -> None:
    page = visit(f"/history/{seat.round.public_id}/replay/", person=seat.player, viewport=DESK)
    expect(page.get_by_text("Step 1 of 5")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("Step 2 of 5")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_text("Step 1 of 5")).to_be_visible()


def test_a_replay_is_turned_without_javascript(visit: Visit, seat: Seat) -> None:
    path = f"/history/{seat.round.public_id}/replay/"
    page = visit(path, person=seat.player, viewport=DESK, java_script_enabled=False)
    for step in range(2, 6):
        page.get_by_role("link", name="Next").click()
        expect(page.get_by_text(f"Step {step} of 5")).to_be_visible()
    page.get_by_role("link", name="From the start").click()
    expect(page.get_by_text("Step 1 of 5")).to_be_visible()


@pytest.mark.parametrize("size", SIZES)
def test_staff_read_and_answer(visit: Visit, seat: Seat, size: str) -> None:
    set_up_roles()
    ask(player=seat.player, round_id=seat.round.public_id, text="Why so little?", key=uuid4())
    person = factories.staff(role=COMPLIANCE)
    page = visit("/admin/tables/question/", person=person, viewport=SIZES[size])
    page.get_by_role("link", name=seat.round.number).click()
    page.get_by_role("link", name=f"Look at round {seat.round.number}").click()
    expect(page.get_by_role("heading", name="Course of the round")).to_be_visible()
    page.go_back()
    page.get_by_label("Message to the player").fill("It was right.")
    page.get_by_role("button", name="Send and close").click()
    expect(page.get_by_text("The question is closed.").first).to_be_visible()
