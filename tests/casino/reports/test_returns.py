"""Exact against actual return of the versions of a table."""

from math import sqrt

import pytest

from tables.analysis import report
from tables.engine.rules import preset
from tests.casino.reports.people import agreed, cells, read
from tests.tables.conftest import DealCards
from tests.tables.seat import sit_down

pytestmark = pytest.mark.django_db

WIN = "TS 9C TD TH"


def shown(share: float) -> str:
    return f"{100 * share:.3f} %"


def test_actual_return_stands_beside_the_exact_one_and_what_chance_allows(deal_cards: DealCards):
    seat = sit_down()
    deal_cards(WIN)
    seat.deal(1_000)
    seat.act("stand")

    response = read("returns")

    exact = report(preset("classic")).optimal
    high = exact.per_initial + 2.5758293 * sqrt(exact.variance)
    line, total = cells(response)
    assert line == [
        seat.table.name, "1", "main bet", "1", "€10.00", "€10.00", "€20.00",
        shown(exact.per_initial), "200.000 %", "0.000 %", shown(high), "within chance",
        shown(exact.per_staked), "200.000 %", "€0.00", "€0.00", "€0.00", "€0.00",
    ]  # fmt: skip
    assert total[4:7] == ["€10.00", "€10.00", "€20.00"]
    assert agreed(response) == [
        ("Handle", 1_000, 1_000),
        ("Payouts", 2_000, 2_000),
        ("Bonus cost", 0, 0),
    ]
