"""Three browsers at one live table: a real dealer, streams from uvicorn, a round by vote."""

import time
from contextlib import suppress
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, expect
from playwright.sync_api import TimeoutError as BrowserTimeout

from casino.models import User
from tables.models import Table
from tables.services.live.window import wake_dealer
from tests import factories
from tests.browser.conftest import DESK, PHONE
from tests.browser.test_accessibility import assert_accessible
from tests.tables.live.house import house
from tests.tables.live.seats import LIMITS, run_out

__all__ = ["house"]

pytestmark = [
    pytest.mark.browser,
    pytest.mark.postgres,
    pytest.mark.django_db(transaction=True),
]

TIMERS = {
    "betting_seconds": 300,
    "insurance_seconds": 4,
    "decision_seconds": 12,
    "results_seconds": 8,
}


class Person:
    """A player in a browser of his own. What the console complains of is collected."""

    def __init__(self, browser: Browser, house: str, table: Table, **options: Any) -> None:
        self.user: User = factories.player(cents=20_000)
        self.context: BrowserContext = browser.new_context(base_url=house, **options)
        self.context.set_default_timeout(30_000)
        client = Client()
        client.force_login(self.user)
        key = client.cookies[settings.SESSION_COOKIE_NAME].value
        self.context.add_cookies([{"name": "sessionid", "value": key, "url": house}])
        self.page: Page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on("console", lambda message: self._note(message.type, message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.goto(f"/tables/{table.slug}/")

    def _note(self, kind: str, text: str) -> None:
        if kind in ("error", "warning") and "ERR_INTERNET_DISCONNECTED" not in text:
            self.complaints.append(text)

    def sit_down(self) -> None:
        """Buy in and answer the question that comes before the first bet."""
        self.page.get_by_label("Stake for this session").fill("100")
        self.page.get_by_role("button", name="Buy in and sit down").click()
        with self.page.expect_response("**/auto/"):
            self.page.get_by_role("button", name="Yes, pay for them").click()

    def bet(self, place: str) -> None:
        """Put the chip of 5 on a position and wait until the house has it."""
        self.page.locator('[data-chip="500"]').click()
        with self.page.expect_response("**/bets/") as answer:
            self.page.locator(f'[data-place="{place}"]').click()
        assert answer.value.status == 200

    def slot(self, name: str) -> str:
        """What the page holds under a name."""
        return str(self.page.evaluate("name => live.slots[name] || ''", name))

    def wait_for(self, condition: str) -> None:
        """Wait until something holds in the page, whose policy lets no condition wait in it."""
        self.page.wait_for_load_state("load")
        deadline = time.monotonic() + 45
        while not self.page.evaluate(condition):
            assert time.monotonic() < deadline, (condition, self.page.evaluate("live.slots"))
            self.page.wait_for_timeout(100)

    def answer_what_is_asked(self, vote: str) -> None:
        """Vote where there is no vote yet; no insurance."""
        self._press('[data-panel="insurance"]:not([hidden]) [value="no"]:enabled', "**/insurance/")
        if not self.slot("vote_1"):
            self._press(f'[data-vote="1"]:not([hidden]) [data-action="{vote}"]:enabled', "**/vote/")

    def _press(self, button: str, address: str) -> None:
        """Press it if it is there; what it asks may be over between looking and clicking."""
        if self.page.locator(button).count():
            with suppress(BrowserTimeout), self.page.expect_response(address, timeout=5_000):
                self.page.locator(button).click(timeout=2_000)


@pytest.fixture
def table() -> Table:
    return factories.table(game="majority", limits=LIMITS, name="Majority", **TIMERS)


def test_three_play_a_round_by_vote_and_one_is_cut_off(
    chromium: Browser, house: str, table: Table
) -> None:
    ann = Person(chromium, house, table, viewport=PHONE)
    bob = Person(chromium, house, table, viewport=DESK)
    cut = Person(chromium, house, table, viewport=DESK)
    everybody = (ann, bob, cut)
    for person in everybody:
        person.sit_down()
    for person in everybody:
        person.bet("1:main")
    ann.bet("1:21+3")
    ann.wait_for("live.slots.players_1 === '3' && live.slots.mode_code_1 === 'majority_vote'")
    assert_accessible(ann.page)
    _end_the_window(table)
    cut.wait_for("live.slots.phase !== 'betting'")
    cut.context.set_offline(True)
    number = cut.slot("round_number")
    _play_to_the_end(ann, bob, number)

    assert "came back" in ann.slot("say")
    expect(ann.page.locator("[data-region='history'] li").first).to_be_visible()
    expect(ann.page.locator("#announcer")).to_contain_text("Dealer")
    cut.context.set_offline(False)
    cut.page.goto("/history/")
    row = cut.page.get_by_role("listitem").filter(has_text=number)
    expect(row).to_contain_text("€5.00")
    row.get_by_role("link", name=number).click()
    expect(cut.page.get_by_role("heading", name="What was decided")).to_be_visible()
    for person in everybody:
        assert person.complaints == []
        person.context.close()


def _end_the_window(table: Table) -> None:
    """The time for bets is over, however long the browsers took to lay them."""
    run_out(table)
    wake_dealer(table.pk)


def _play_to_the_end(ann: Person, bob: Person, number: str) -> None:
    """The two who are left vote to stand until the results show; both see the same felt."""
    deadline = time.monotonic() + 120
    while ann.slot("phase") != "results" and ann.slot("round_number") == number:
        assert time.monotonic() < deadline
        for person in (ann, bob):
            person.answer_what_is_asked("stand")
        ann.page.wait_for_timeout(200)
    assert ann.slot("round_number") == number
    bob.wait_for("live.slots.phase === 'results'")
    felt = "document.querySelector('[data-region=\"hands-1\"]').innerText"
    assert ann.page.evaluate(felt) != ""
    faces = "[...document.querySelectorAll('[data-face]')].map((card) => card.dataset.face)"
    assert ann.page.evaluate(faces) == bob.page.evaluate(faces)


def test_a_cut_stream_is_replaced_by_polling_and_undo_takes_a_chip_back(
    chromium: Browser, house: str, table: Table
) -> None:
    ann = Person(chromium, house, table, viewport=PHONE)
    ann.sit_down()
    ann.context.route("**/stream/**", lambda route: route.abort())
    ann.page.reload()
    ann.complaints.clear()  # the browser complains of the stream that the test has cut
    ann.bet("1:main")
    ann.bet("1:main")
    with ann.page.expect_response("**/bets/"):
        ann.page.get_by_role("button", name="Undo").click()
    assert ann.slot("lay_1:main") == "500"
    ann.wait_for("live.slots.phase === 'betting' && live.slots.players_1 === '1'")
    _end_the_window(table)
    ann.wait_for("live.slots.phase !== 'betting'")
    assert ann.slot("mode_code_1") == "best_strategy"
    ann.context.close()


def test_pages_are_accessible_for_visitors_and_players(
    chromium: Browser, house: str, table: Table
) -> None:
    for viewport in (PHONE, DESK):
        person = Person(chromium, house, table, viewport=viewport)
        assert_accessible(person.page)
        person.page.get_by_label("Stake for this session").fill("100")
        person.page.get_by_role("button", name="Buy in and sit down").click()
        person.wait_for("live.slots.panel === 'consent'")
        assert_accessible(person.page)
        person.page.get_by_text("Limits and pays").first.click()
        assert_accessible(person.page)
        assert person.complaints == []
        person.context.close()
