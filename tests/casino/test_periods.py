"""Days of the house, those of 23 and 25 hours among them, and the form that asks for a period."""

import datetime

import pytest

from casino.periods import FIRST_DAY, Period, PeriodForm, last_days, midnight, today

DAY = datetime.timedelta(days=1)


@pytest.mark.parametrize(
    ("day", "hours"),
    [
        (datetime.date(2026, 3, 28), 24),
        (datetime.date(2026, 3, 29), 23),
        (datetime.date(2026, 10, 25), 25),
        (datetime.date(2026, 10, 26), 24),
    ],
)
def test_a_day_has_the_hours_that_the_clocks_of_the_house_give_it(day, hours):
    period = Period(day, day)
    start, end = (at.astimezone(datetime.UTC) for at in (period.start, period.end))
    assert end - start == datetime.timedelta(hours=hours)
    assert (period.start.date(), period.start.hour, period.days) == (day, 0, 1)


def test_a_day_begins_at_midnight_in_the_zone_of_the_house():
    assert midnight(datetime.date(2026, 7, 1)).astimezone(datetime.UTC) == datetime.datetime(
        2026, 6, 30, 22, tzinfo=datetime.UTC
    )


def test_a_period_says_its_days():
    day = datetime.date(2026, 11, 30)
    assert (str(Period(day, day)), str(Period(day - DAY, day))) == (
        "30 Nov 2026",
        "29 Nov 2026 – 30 Nov 2026",
    )
    assert (last_days(7).days, last_days(7).last) == (7, today())


def test_a_form_gives_the_period_that_was_asked_for():
    form = PeriodForm({"since": "2026-03-01", "until": "2026-03-31"})
    assert form.is_valid()
    assert form.period == Period(datetime.date(2026, 3, 1), datetime.date(2026, 3, 31))


def test_what_is_left_out_is_the_first_day_or_today():
    form = PeriodForm({"since": "", "until": ""})
    assert form.is_valid()
    assert form.period == Period(FIRST_DAY, today())


@pytest.mark.parametrize(
    ("since", "until", "errors"),
    [
        ("2026-03-02", "2026-03-01", {"until": ["The period ends before it begins."]}),
        ("0001-01-01", "", {"since": ["There is nothing before 1 Jan 2000."]}),
        ("31/12/2025", "", {"since": ["Enter a day such as 2026-11-30."]}),
        ("", "2026-02-30", {"until": ["Enter a day such as 2026-11-30."]}),
        ("", "'; --", {"until": ["Enter a day such as 2026-11-30."]}),
    ],
)
def test_a_period_that_cannot_be_is_refused(since, until, errors):
    assert PeriodForm({"since": since, "until": until}).errors == errors


@pytest.mark.parametrize("name", ["since", "until"])
@pytest.mark.parametrize("day", ["tomorrow", "9999-12-31"])
def test_a_day_to_come_is_refused(name, day):
    day = (today() + DAY).isoformat() if day == "tomorrow" else day
    (error,) = PeriodForm({name: day}).errors[name]
    assert error.startswith("This day is still to come: today is ")
