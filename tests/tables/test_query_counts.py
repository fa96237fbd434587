"""How many statements a request costs, the transaction's own BEGIN and COMMIT among them.

A whole request has two more, for the session and the user. The house allows 12 for opening a
round, 8 for an action, 14 for the last one with the settlement.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tables import selectors
from tables.engine.bets import BoxBets
from tables.engine.stake import Stake
from tests import factories
from tests.tables.conftest import DealCards
from tests.tables.seat import Seat, sit_down

AUTHENTICATION = 2


@contextmanager
def exactly(count: int) -> Iterator[None]:
    """Fails with the statements when there are more or fewer."""
    with CaptureQueriesContext(connection) as queries:
        yield
    statements = [query["sql"][:160] for query in queries]
    assert len(statements) == count, "\n".join(statements)


@pytest.fixture
def seat(transactional_db: None) -> Seat:  # noqa: ARG001  BEGIN and COMMIT as in a request
    return sit_down(factories.table(game="american"))


def test_opening_a_round_takes_eight(seat: Seat, deal_cards: DealCards):
    deal_cards("TS 6D 9H TC 8C")
    with exactly(8):
        seat.deal(1_000)
    assert 8 + AUTHENTICATION <= 12


def test_opening_a_round_that_is_over_at_once_takes_eleven(seat: Seat, deal_cards: DealCards):
    deal_cards("AS 9D TS 7C")
    with exactly(11):
        seat.deal(1_000)
    assert 11 + AUTHENTICATION <= 14


def test_a_free_action_takes_five(seat: Seat, deal_cards: DealCards):
    deal_cards("2S 6D 3H TC 4C 5C 9C 9D")
    seat.deal(1_000)
    with exactly(5):
        seat.act("hit")
    assert 5 + AUTHENTICATION <= 8


@pytest.mark.parametrize(
    ("cards", "action"),
    [
        ("8S 6D 8H TC 3S TD TH 9C", "split"),
        ("TS TD AD 9H 9S 7C", "insurance"),
        ("TS TD AD 9H 9S 7C", "yes_to_all"),
        ("6S TD 6D 5H 9S TC 9C 8C", "double"),
    ],
)
def test_an_action_that_costs_takes_six(seat: Seat, deal_cards: DealCards, cards: str, action: str):
    deal_cards(cards)
    boxes = 1 if action == "split" else 2
    seat.deal(*[1_000] * boxes)
    with exactly(6):
        seat.act(action)
    assert seat.round.is_open
    assert 6 + AUTHENTICATION <= 8


def test_the_last_action_with_settlement_takes_eleven(seat: Seat, deal_cards: DealCards):
    deal_cards("TS 6D 9H TC 8C")
    seat.deal(1_000)
    with exactly(11):
        seat.act("stand")
    assert 11 + AUTHENTICATION <= 14


def test_three_boxes_with_a_double_as_last_action_take_no_more(seat: Seat, deal_cards: DealCards):
    deal_cards("TS TD 6C 6D 9H 8H 5C TC 9C 8C")
    seat.deal(1_000, 1_000, 1_000)
    seat.act("stand", "1")
    seat.act("stand", "2")
    with exactly(11):
        seat.act("double", "3")
    assert not seat.round.is_open


def test_the_page_of_a_table_takes_five(seat: Seat, deal_cards: DealCards):
    deal_cards("TS 6D 9H TC 8C")
    seat.deal(1_000)
    with exactly(5):
        seat.come_back()


def test_the_lobby_takes_one(seat: Seat):
    factories.table()
    with exactly(1):
        selectors.lobby(player=seat.player)


def test_the_history_takes_three(seat: Seat, deal_cards: DealCards):
    deal_cards("AS 9D TS 7C")
    for _ in range(3):
        seat.deal(1_000)
    with exactly(3):
        page = selectors.history_page(player=seat.player)
    assert len(page.lines) == 3


# Golden chips: the grants are locked, their events written, at the end read once more.


@pytest.fixture
def golden(transactional_db: None) -> Seat:  # noqa: ARG001
    seat = sit_down(factories.table(game="american", golden_allowed=True))
    factories.golden_chips(seat.player, chip_cents=1_000, chips=3)
    return seat


GOLDEN_BET = [BoxBets(1, Stake(0, (1_000,)))]


def test_opening_a_round_with_golden_chips_takes_two_more_and_moves_no_money(
    golden: Seat, deal_cards: DealCards
):
    deal_cards("TS 6D 9H TC 8C")
    with exactly(8 + 2 - 1):
        golden.deal_bets(GOLDEN_BET)


def test_a_double_with_golden_chips_takes_the_tray_and_four_more(
    golden: Seat, deal_cards: DealCards
):
    deal_cards("6S 6D 5H TC 9C 8H")
    golden.deal_bets(GOLDEN_BET)
    with exactly(11 + 5):
        golden.act("double")
    assert not golden.round.is_open


def test_a_player_with_chips_who_bets_none_pays_for_his_tray_alone(
    golden: Seat, deal_cards: DealCards
):
    deal_cards("TS 6D 9H TC 8C")
    with exactly(8):
        golden.deal(1_000)
    with exactly(11 + 1):
        golden.act("stand")
