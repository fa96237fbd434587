"""The books as a whole: the checks of all apps."""

from django.conf import settings
from django.db import connection, transaction
from django.utils.module_loading import import_string

from casino.reconciliation import Check


def check_books() -> list[Check]:
    """Run every check of ``settings.RECONCILE_CHECKS`` on one state of the database.

    On PostgreSQL that is a read-only snapshot, so that play may go on meanwhile; SQLite's
    transactions are snapshots anyway.
    """
    with transaction.atomic():
        if connection.vendor == "postgresql" and not connection.savepoint_ids:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        return [check for path in settings.RECONCILE_CHECKS for check in import_string(path)()]
