"""Golden chips: counts and amounts are added up, the values of the chips themselves are not."""

import pytest

from tests import factories
from tests.casino.reports.people import cells, read

pytestmark = pytest.mark.django_db


def test_total_adds_up_chips_and_their_faces_but_no_values_of_chips():
    for chip_cents, chips in ((500, 3), (1_000, 2)):
        factories.golden_chips(factories.player(), chip_cents=chip_cents, chips=chips)

    *rows, total = cells(read("golden-chips"))

    assert [row[1:9] for row in rows] == [
        ["€5.00", "3", "0", "0", "0", "0", "3", "€15.00"],
        ["€10.00", "2", "0", "0", "0", "0", "2", "€20.00"],
    ]
    assert total[:9] == ["Total", "", "5", "0", "0", "0", "0", "5", "€35.00"]
