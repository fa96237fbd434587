"""The clock of a live table: the database's, which every process sees alike."""

import datetime

from django.db import connection
from django.utils import timezone


def database_now() -> datetime.datetime:
    """The database's time at this moment, also inside a transaction.

    SQLite has no clock of its own: it runs inside the process.
    """
    if connection.vendor != "postgresql":
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        (now,) = cursor.fetchone()
    found: datetime.datetime = now
    return found
