"""``manage.py reconcile``: proves that the books balance, or lists where they do not."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from casino.selectors.books import check_books


class Command(BaseCommand):
    """Prints each statement about the books with how often it was tried; exits 1 if one fails."""

    help = (
        "Check that all books balance. Exits with status 1 and a list when they do not, with "
        "status 2 when they cannot be read."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        """Check, print, exit."""
        try:
            checks = check_books()
        except DatabaseError as error:
            raise CommandError(f"The books cannot be read: {error}", returncode=2) from error
        failed = 0
        for check in checks:
            wrong = len(check.discrepancies)
            failed += wrong
            verdict = self.style.ERROR(f"{wrong} wrong") if wrong else self.style.SUCCESS("holds")
            self.stdout.write(f"{check.statement}: {check.counted:,} checked, {verdict}")
            for discrepancy in check.discrepancies:
                self.stdout.write(f"  {discrepancy.code}: {discrepancy.sentence}")
        if failed:
            self.stderr.write(self.style.ERROR(f"The books do not balance: {failed} discrepancies"))
            sys.exit(1)
        self.stdout.write(self.style.SUCCESS("books balance"))
