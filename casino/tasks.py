"""The jobs of the house as a whole."""

import structlog
from celery import shared_task
from django.utils import timezone

from casino.reconciliation import BooksDoNotBalance
from casino.selectors.books import check_books
from casino.services.idempotency import forget_keys

logger = structlog.get_logger(__name__)


@shared_task(name="casino.reconcile")
def reconcile() -> None:
    """Check the books. Raises ``BooksDoNotBalance``, so that the job is seen to have failed."""
    checks = check_books()
    found = [discrepancy for check in checks for discrepancy in check.discrepancies]
    for discrepancy in found:
        logger.error("books_do_not_balance", code=discrepancy.code, sentence=discrepancy.sentence)
    if found:
        raise BooksDoNotBalance(f"{len(found)} discrepancies")
    logger.info("books_balance", checked={check.statement: check.counted for check in checks})


@shared_task(name="casino.forget_api_keys")
def forget_api_keys() -> None:
    """Delete the idempotency keys that are too old to come back."""
    logger.info("api_keys_forgotten", keys=forget_keys(now=timezone.now()))
