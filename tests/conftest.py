"""What all tests share."""

import pytest
from django.db import connection
from pytest_django import DjangoDbBlocker


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
