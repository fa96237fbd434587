"""Unsettled bets by age."""

import datetime

import pytest
from django.utils import timezone

from tables.models import Bet, Round
from tests.casino.reports.people import agreed, cells, read
from tests.tables.conftest import DealCards
from tests.tables.seat import sit_down

pytestmark = pytest.mark.django_db


def test_added_stakes_are_as_old_as_the_first_bet_of_their_round(deal_cards: DealCards):
    deal_cards("8S 6D 8H TC 3S TD TH 9C")
    seat = sit_down()
    seat.deal(1_000)
    seat.act("split")
    placed = timezone.now() - datetime.timedelta(days=70, hours=1)
    Round.objects.update(opened_at=placed)
    Bet.objects.update(placed_at=placed)

    response = read("unsettled")

    first, added, total = cells(response)
    assert [line[1:3] for line in (first, added)] == [["70", "19"], ["70", "19"]]
    assert [line[8] for line in (first, added, total)] == ["€10.00", "€10.00", "€20.00"]
    assert agreed(response) == [("Open stakes", 2_000, 2_000)]
    bars = response.context["shown"].produced.charts[0].bars
    assert [(bar.label, bar.text) for bar in bars if bar.height] == [("60–90 days", "€20.00")]
