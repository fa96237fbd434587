"""Jobs: repeatable sweeps over what the database says."""

from celery import shared_task
from django.utils import timezone

from tables import services


@shared_task(name="tables.end_idle_sessions")
def end_idle_sessions() -> int:
    """Every minute: end and pay out sessions without play for the idle time of their terms."""
    return services.end_idle_sessions(now=timezone.now())


@shared_task(name="tables.void_unsettled")
def void_unsettled() -> int:
    """Every ten minutes: void the bets that are not settled after 90 days. Returns how many."""
    return services.void_unsettled(now=timezone.now()).bets


@shared_task(name="tables.run_void_order")
def run_void_order_task(order_id: int) -> None:
    """Void the rounds of a long order."""
    services.run_void_order(order_id=order_id)


@shared_task(name="tables.finish_void_orders")
def finish_void_orders() -> int:
    """Every minute: carry out orders of voids whose job was lost. Returns how many."""
    return services.finish_void_orders()
