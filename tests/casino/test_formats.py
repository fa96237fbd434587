"""Days and hours look alike on every page: those of the house and those of Django's admin."""

import datetime

import pytest
from django.contrib.admin.utils import display_for_value
from django.utils import translation

from casino.presentation import moment

AT = datetime.datetime(2026, 11, 30, 16, 5, tzinfo=datetime.UTC)


def test_lists_of_the_admin_write_a_time_as_the_pages_do() -> None:
    with translation.override("en"):
        assert display_for_value(AT, "-") == moment(AT) == "30 Nov 2026, 17:05"


@pytest.mark.parametrize(
    ("language", "written"), [("en", "30 Nov 2026"), ("it", "30 Novembre 2026")]
)
def test_a_day_stands_before_its_month(language: str, written: str) -> None:
    with translation.override(language):
        assert display_for_value(AT.date(), "-") == written
