"""The wallet's jobs: sweeps over the database that can be repeated at will."""

from celery import shared_task

from wallet.services import finish_open_orders


@shared_task(name="wallet.finish_open_orders")
def finish_open_orders_task() -> int:
    """Finish the orders that a crash or a silent provider left open."""
    return finish_open_orders()
