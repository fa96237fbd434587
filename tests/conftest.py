"""What all tests share."""

import pytest
from django.db import connection
from pytest_django import DjangoDbBlocker


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin the long tests first of all that empty the tables, which pytest-django puts behind the
    others: at the end one process would wait for them."""
    long = [item for item in items if item.get_closest_marker("long")]
    if long:
        others = [item for item in items if not item.get_closest_marker("long")]
        place = next((n for n, item in enumerate(others) if _empties(item)), len(others))
        items[:] = [*others[:place], *long, *others[place:]]


def _empties(item: pytest.Item) -> bool:
    marker = item.get_closest_marker("django_db")
    return marker is not None and bool(marker.kwargs.get("transaction"))


@pytest.fixture(scope="session")
def django_db_setup(
    django_db_setup: None,  # noqa: ARG001  the database that pytest-django has made
    django_db_blocker: DjangoDbBlocker,
) -> None:
    """Mark the database as one of the tests, which empty all tables between them.

    The ledger's triggers refuse that in any database without the mark (migration wallet.0002).
    """
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute("CREATE TABLE IF NOT EXISTS ledger_may_be_emptied (mark integer)")
