"""Reading several things as they were at one moment."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import DEFAULT_DB_ALIAS, connections, transaction


@contextmanager
def one_moment(*, using: str = DEFAULT_DB_ALIAS) -> Iterator[bool]:
    """What is read within it fits together, whatever is booked meanwhile.

    On SQLite, which is for the quick start, and within a transaction it changes nothing. Gives
    whether it did: then nothing can be written within it.
    """
    connection = connections[using]
    if connection.vendor != "postgresql" or connection.in_atomic_block:
        yield False
        return
    with transaction.atomic(using=using):
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield True
