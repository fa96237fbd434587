"""Gaming days: cut by the clocks of the house, summed once, and summed again when they change."""

import datetime
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from casino.backoffice.models import BetSummary, LedgerSummary, SummarisedDay
from casino.backoffice.reports import reading as source
from casino.backoffice.reports.figures import bet_figures, ledger_figures
from casino.backoffice.reports.reconcile import days_equal_their_rounds
from casino.backoffice.reports.summarising import forget_days_of, summarise_days
from casino.models import User
from tables.models import Round
from tables.services.voids import void_round
from tests import factories
from tests.casino.reports.people import cells, read
from tests.tables.conftest import DealCards
from tests.tables.seat import Seat, sit_down

pytestmark = pytest.mark.django_db

UTC = datetime.UTC
WIN = "TS 9C TD TH"


@pytest.fixture
def seat(deal_cards: DealCards) -> Seat:
    deal_cards(WIN)
    return sit_down(cash=50_000, buy_in=50_000)


def settle(seat: Seat, cents: int, at: datetime.datetime) -> Round:
    """A won round that was settled at a moment."""
    seat.deal(cents)
    seat.act("stand")
    round_ = Round.objects.latest("pk")
    Round.objects.filter(pk=round_.pk).update(settled_at=at)
    return round_


def by_day(**asked: str) -> dict[str, str]:
    """The handle of each day."""
    return {row[0]: row[2] for row in cells(read("revenue", None, **asked))[:-1]}


SPRING = {"since": "2026-03-28", "until": "2026-03-30"}
AUTUMN = {"since": "2026-10-24", "until": "2026-10-26"}


@pytest.mark.parametrize("summed", [False, True], ids=["from bets", "summed"])
def test_days_of_23_and_25_hours_begin_and_end_by_the_clocks_of_the_house(seat: Seat, summed: bool):
    # In Rome 29 March 2026 lasts from 23:00 to 22:00 UTC, 25 October from 22:00 to 23:00.
    second = datetime.timedelta(seconds=1)
    ends = {
        datetime.datetime(2026, 3, 28, 23, tzinfo=UTC): (100, 200),
        datetime.datetime(2026, 3, 29, 22, tzinfo=UTC): (300, 400),
        datetime.datetime(2026, 10, 24, 22, tzinfo=UTC): (500, 600),
        datetime.datetime(2026, 10, 25, 23, tzinfo=UTC): (700, 800),
    }
    for midnight, (before, after) in ends.items():
        settle(seat, before, midnight - second)
        settle(seat, after, midnight)
    if summed:
        summarise_days(now=timezone.now())

    assert by_day(**SPRING) == {
        "Sat 28 Mar 2026": "€1.00",
        "Sun 29 Mar 2026": "€5.00",
        "Mon 30 Mar 2026": "€4.00",
    }
    assert by_day(**AUTUMN) == {
        "Sat 24 Oct 2026": "€5.00",
        "Sun 25 Oct 2026": "€13.00",
        "Mon 26 Oct 2026": "€8.00",
    }


def some_days_ago(days: int) -> datetime.datetime:
    noon = datetime.time(12, tzinfo=ZoneInfo("Europe/Rome"))
    day = timezone.localdate() - datetime.timedelta(days=days)
    return datetime.datetime.combine(day, noon)


def test_every_day_that_is_over_is_summed_once(seat: Seat):
    settle(seat, 1_000, some_days_ago(3))
    settle(seat, 500, some_days_ago(0))

    assert summarise_days(now=timezone.now()) == 3  # the two days without a round as well
    assert summarise_days(now=timezone.now()) == 0

    line = BetSummary.objects.get()
    assert (line.day.day, line.bet, line.rounds) == (some_days_ago(3).date(), "main", 1)
    assert (line.staked_cents, line.paid_cents, line.plain_squared) == (1_000, 2_000, 1_000_000.0)
    held = LedgerSummary.objects.get()
    assert (held.staked_cents, held.paid_cents, held.golden_paid_cents) == (1_000, 2_000, 0)


def test_a_day_that_has_just_ended_waits_an_hour(seat: Seat):
    settle(seat, 1_000, some_days_ago(1))
    midnight = datetime.datetime.combine(
        timezone.localdate(), datetime.time.min, ZoneInfo("Europe/Rome")
    )

    assert summarise_days(now=midnight + datetime.timedelta(minutes=59)) == 0
    assert summarise_days(now=midnight + datetime.timedelta(minutes=61)) == 1


def test_a_void_takes_a_round_out_of_the_day_that_was_summed(seat: Seat):
    settle(seat, 1_000, some_days_ago(1))
    last = settle(seat, 700, some_days_ago(1))
    summarise_days(now=timezone.now())

    void_round(round_id=last.public_id, actor=factories.staff(), reason="late")

    assert list(by_day(since="2026-01-01").values()) == ["€10.00"]
    assert summarise_days(now=timezone.now()) == 1
    assert list(by_day(since="2026-01-01").values()) == ["€10.00"]


def test_a_house_that_moves_to_another_zone_sums_its_days_anew(seat: Seat, settings):
    settle(seat, 1_000, some_days_ago(1))
    summarise_days(now=timezone.now())
    SummarisedDay.objects.update(time_zone="Asia/Tokyo")

    assert summarise_days(now=timezone.now()) == 1
    assert SummarisedDay.objects.get().time_zone == settings.TIME_ZONE


def test_who_becomes_a_test_account_is_left_out_of_days_that_were_summed(seat: Seat):
    settle(seat, 1_000, some_days_ago(2))
    summarise_days(now=timezone.now())
    User.objects.filter(pk=seat.player.pk).update(is_test=True)

    assert forget_days_of(player_id=seat.player.pk) == 1

    response = read("revenue", since="2026-01-01")
    assert cells(response) == []
    notes = response.context["shown"].produced.notes
    assert "Test accounts are left out: 1 round with a handle of €10.00." in notes


def test_sums_that_are_not_those_of_the_day_are_found(seat: Seat):
    settle(seat, 1_000, some_days_ago(1))
    summarise_days(now=timezone.now())
    assert days_equal_their_rounds().discrepancies == ()

    BetSummary.objects.update(staked_cents=1_001)

    (found,) = days_equal_their_rounds().discrepancies
    assert (found.code, str(some_days_ago(1).date()) in found.sentence) == ("day_differs", True)


def test_reports_read_from_the_replica_and_nothing_else_does(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(source, "source", lambda: "reports")
    router = source.ReportsRouter()

    assert router.db_for_read(Round) is None
    token = source._reading.set(True)
    assert router.db_for_read(Round) == "reports"
    source._reading.reset(token)
    assert router.allow_migrate("reports", "tables") is False
    assert router.allow_migrate("default", "tables") is True


def test_no_day_costs_no_query(django_assert_num_queries):
    with django_assert_num_queries(0), source.reading():
        assert (bet_figures([]), ledger_figures([])) == ([], [])
