"""Where reports read: from the replica where there is one, and from one moment.

``reading()`` is a snapshot: whatever is bet meanwhile, the rows of a report and the transfers they
are held against are of the same moment.
"""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from typing import Any, Final

from django.conf import settings
from django.db import connections, transaction

REPLICA: Final = "reports"
"""The name of the replica in ``settings.DATABASES``, which need not have one."""

_reading: ContextVar[bool] = ContextVar("reading a report", default=False)


class ReportsRouter:
    """Sends what is read within ``reading()`` to the replica, everything else to the database."""

    def db_for_read(self, _model: type[Any], **_hints: Any) -> str | None:
        """The replica for reports; no opinion otherwise."""
        return source() if _reading.get() else None

    def allow_relation(self, _first: Any, _second: Any, **_hints: Any) -> bool:
        """Both are the same data."""
        return True

    def allow_migrate(self, db: str, _app_label: str, **_hints: Any) -> bool:
        """The replica follows by itself."""
        return db != REPLICA


def source() -> str:
    """The database that reports read."""
    return REPLICA if REPLICA in settings.DATABASES else "default"


@contextmanager
def reading() -> Iterator[bool]:
    """Read one moment of the reports' database; whether nothing can be written meanwhile.

    On SQLite, which is for the quick start, statements see their own moments: a transaction there
    would keep everybody from writing.
    """
    alias = source()
    connection = connections[alias]
    with ExitStack() as stack:
        token = _reading.set(True)
        stack.callback(_reading.reset, token)
        is_fixed = connection.vendor == "postgresql" and not connection.in_atomic_block
        if is_fixed:
            stack.enter_context(transaction.atomic(using=alias))
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield is_fixed and alias == "default"
