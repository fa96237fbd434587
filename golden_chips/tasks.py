"""The jobs of golden chips: sweeps over the database that can be repeated at will."""

from celery import shared_task
from django.utils import timezone

from golden_chips.services import expire_chips, finish_orders, run_order


@shared_task(name="golden_chips.expire")
def expire_task() -> int:
    """Every minute: end what has expired, and warn of what will."""
    return expire_chips(now=timezone.now())


@shared_task(name="golden_chips.finish_orders")
def finish_orders_task() -> int:
    """Every minute: carry out orders whose job was lost."""
    return finish_orders()


@shared_task(name="golden_chips.run_order")
def run_order_task(order_id: int) -> None:
    """Grant the chips of a long list."""
    run_order(order_id=order_id)
