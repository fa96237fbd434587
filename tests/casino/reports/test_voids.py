"""What was voided, held against what went back and forth."""

import datetime

import pytest
from django.utils import timezone

from casino.models import AuditEntry
from tables.models import Round
from tables.services.ageing import void_unsettled
from tables.services.voids import void_round
from tests import factories
from tests.casino.reports.people import agreed, read
from tests.tables.conftest import DealCards
from tests.tables.seat import sit_down

pytestmark = pytest.mark.django_db


def test_stakes_that_age_gave_back_count_once_when_the_rest_is_voided(deal_cards: DealCards):
    """Box 1 busts and stands after 90 days, box 2 goes back; then the dealing proves wrong."""
    deal_cards("TS 2S 6D 5C 3H TC 9C 4C 5C 9D")
    seat = sit_down()
    seat.deal(1_000, 700)
    seat.act("hit")
    Round.objects.update(opened_at=timezone.now() - datetime.timedelta(days=90))
    void_unsettled(now=timezone.now())
    assert agreed(read("voids")) == [("Stakes back", 700, 700), ("Payouts taken back", 0, 0)]

    void_round(round_id=seat.round.public_id, actor=factories.staff(), reason="misdealt")

    assert agreed(read("voids")) == [("Stakes back", 1_700, 1_700), ("Payouts taken back", 0, 0)]
    told = AuditEntry.objects.get(action="round.voided").after
    assert (told["stakes_cents"], told["payouts_cents"]) == (1_000, 0)
