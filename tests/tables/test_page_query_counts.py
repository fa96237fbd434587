"""How many statements a whole request costs, from the cookie to the answer.

The house allows 12 for opening a round, 8 for an action and 14 for the last one with the
settlement; BEGIN and COMMIT count.
"""

from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from casino.models import User
from tests import factories
from tests.tables.conftest import DealCards
from tests.tables.seat import Seat, sit_down

OPENING = 12
ACTION = 8
LAST_ACTION = 14
HTMX = {"HX-Request": "true"}


@pytest.fixture
def seat(transactional_db: None) -> Seat:  # noqa: ARG001  BEGIN and COMMIT as in production
    seat = sit_down(factories.table(game="american"))
    tier = factories.vip_tier(rank=2)
    User.objects.filter(pk=seat.player.pk).update(vip_tier=tier)
    return seat


@pytest.fixture
def browser(seat: Seat) -> Client:
    client = Client()
    client.force_login(seat.player)
    client.get(reverse("tables:table", args=[seat.table.slug]))
    return client


def _statements(browser: Client, seat: Seat, name: str, data: dict[str, Any]) -> int:
    """Send a form by htmx, which is answered with the felt, and count."""
    address = reverse(f"tables:{name}", args=[seat.table.slug])
    with CaptureQueriesContext(connection) as queries:
        response = browser.post(address, data, headers=HTMX)
    assert response.status_code == 200, response.content
    seat.come_back()
    return len(queries)


def _deal(browser: Client, seat: Seat, *amounts: str) -> int:
    boxes = {f"box_{box}": amount for box, amount in enumerate(amounts, start=1)}
    session = seat.session.public_id
    data = {"key": uuid4(), "session": session, "chosen": "1", **boxes}
    return _statements(browser, seat, "deal", data)


def _act(browser: Client, seat: Seat, action: str, hand: str = "1") -> int:
    data = {"round": seat.round.public_id, "step": seat.round.step, "hand": hand, "action": action}
    return _statements(browser, seat, "act", data)


def test_opening_a_round(seat: Seat, browser: Client, deal_cards: DealCards):
    deal_cards("TS TD 6D 9H 8H TC 8C")

    assert _deal(browser, seat, "10", "10") <= OPENING
    assert seat.round.is_open


def test_opening_a_round_that_is_over_at_once(seat: Seat, browser: Client, deal_cards: DealCards):
    deal_cards("AS 9D TS 7C")

    assert _deal(browser, seat, "10") <= LAST_ACTION
    assert not seat.round.is_open


def test_a_free_action(seat: Seat, browser: Client, deal_cards: DealCards):
    deal_cards("2S 6D 3H TC 4C 5C 9C 9D")
    _deal(browser, seat, "10")

    assert _act(browser, seat, "hit") <= ACTION


@pytest.mark.parametrize(
    ("cards", "action"),
    [
        ("8S TD 6D 8H 9S TC 3S TD TH 9C", "split"),
        ("TS TD AD 9H 9S 7C", "insurance"),
        ("6S TD 6D 5H 9S TC 9C 8C", "double"),
    ],
)
def test_an_action_that_costs(
    seat: Seat, browser: Client, deal_cards: DealCards, cards: str, action: str
):
    deal_cards(cards)
    _deal(browser, seat, "10", "10")

    assert _act(browser, seat, action) <= ACTION
    assert seat.round.is_open


def test_answering_all_offers(seat: Seat, browser: Client, deal_cards: DealCards):
    deal_cards("TS TD AD 9H 9S 7C")
    _deal(browser, seat, "10", "10")

    assert _act(browser, seat, "yes_to_all", "") <= ACTION
    assert seat.round.is_open


def test_the_last_action_with_settlement(seat: Seat, browser: Client, deal_cards: DealCards):
    deal_cards("TS TD 6C 6D 9H 8H 5C TC 9C 8C")
    _deal(browser, seat, "10", "10", "10")
    _act(browser, seat, "stand", "1")
    _act(browser, seat, "stand", "2")

    assert _act(browser, seat, "double", "3") <= LAST_ACTION
    assert not seat.round.is_open
