"""Where reports read: from the replica where there is one, and from one moment.

``reading()`` is a snapshot: whatever is bet meanwhile, the rows of a report and the transfers they
are held against are of the same moment.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS

from casino.moments import one_moment

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
    return REPLICA if REPLICA in settings.DATABASES else DEFAULT_DB_ALIAS


@contextmanager
def reading() -> Iterator[bool]:
    """Read one moment of the reports' database; whether nothing can be written meanwhile."""
    alias = source()
    token = _reading.set(True)
    try:
        with one_moment(using=alias) as is_fixed:
            yield is_fixed and alias == DEFAULT_DB_ALIAS
    finally:
        _reading.reset(token)
