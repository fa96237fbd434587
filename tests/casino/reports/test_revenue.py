"""Gaming revenue: what each day, game, table and version has brought, to the cent."""

import pytest
from django.utils.formats import date_format

from casino.periods import today
from tests.casino.reports.people import agreed, cells, read
from tests.tables.conftest import DealCards
from tests.tables.seat import sit_down

pytestmark = pytest.mark.django_db

# Player 20, dealer 19: a win. Twenty against a dealer's 21 loses.
WIN = "TS 9C TD TH"
LOSE = "TS 9C 9D TH"


def test_handle_payouts_and_hold_of_a_day(deal_cards: DealCards):
    seat = sit_down()
    deal_cards(WIN)
    seat.deal(1_000)
    seat.act("stand")
    deal_cards(LOSE)
    seat.deal(2_500)
    seat.act("stand")

    response = read("revenue")

    day = date_format(today(), "D j M Y")
    sums = ["2", "€35.00", "€45.00", "−€10.00", "−28.571 %", "€0.00", "€0.00", "−€10.00"]
    assert cells(response) == [[day, *sums], ["Total", *sums]]
    assert agreed(response) == [
        ("Handle", 3_500, 3_500),
        ("Payouts", 4_500, 4_500),
        ("Bonus cost", 0, 0),
    ]
