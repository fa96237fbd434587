"""A real browser against a running site. A script error or a blocked resource fails the test."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright
from pytest_django.live_server_helper import LiveServer

from casino.models import User
from tests.services import CHROMIUM, CHROMIUM_FLAGS
from tests.tables.conftest import deal_cards

__all__ = ["deal_cards"]

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1440, "height": 900}
SIZES = {"phone": PHONE, "desk": DESK}

Visit = Callable[..., Page]


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """One browser for the tests of a module.

    Playwright keeps an event loop running in the thread of the tests. No code of ours runs in it,
    so the ORM is told that it may be used beside it.
    """
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(CHROMIUM_FLAGS))
        yield browser
        browser.close()


@pytest.fixture
def visit(chromium: Browser, live_server: LiveServer) -> Iterator[Visit]:
    """Open an address, as somebody or as a visitor. What the console reports fails the test.

    ``expects`` names parts of messages that the test itself provokes.
    """
    complaints: list[str] = []
    expected = ["status of 4"]  # refusals are answers like any other
    contexts = []

    def note(message: ConsoleMessage) -> None:
        known = any(text in message.text for text in expected)
        if message.type in ("error", "warning") and not known:
            complaints.append(message.text)

    def open_page(
        path: str,
        *,
        person: User | None = None,
        language: str = "en",
        expects: Sequence[str] = (),
        **options: Any,
    ) -> Page:
        expected.extend(expects)
        context = chromium.new_context(base_url=live_server.url, **options)
        contexts.append(context)
        context.set_default_timeout(15_000)
        cookies = {"django_language": language}
        if person is not None:
            client = Client()
            client.force_login(person)
            cookies["sessionid"] = client.cookies[settings.SESSION_COOKIE_NAME].value
        context.add_cookies(
            [
                {"name": name, "value": value, "url": live_server.url}
                for name, value in cookies.items()
            ]
        )
        page = context.new_page()
        page.on("console", note)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []
