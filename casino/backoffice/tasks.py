"""The jobs of the back office: sweeps over the database that can be repeated at will."""

from celery import shared_task
from django.utils import timezone

from casino.backoffice.reports.exports import run_export, run_waiting, sweep_exports
from casino.backoffice.reports.summarising import summarise_days


@shared_task(name="backoffice.summarise_days")
def summarise_days_task() -> int:
    """Every hour: sum the gaming days that are over, and those whose rounds were voided since."""
    return summarise_days(now=timezone.now())


@shared_task(name="backoffice.run_export")
def run_export_task(export_id: int) -> bool:
    """Make the file of a long report."""
    return run_export(export_id=export_id)


@shared_task(name="backoffice.run_exports")
def run_exports_task() -> int:
    """Every minute: make the files whose job was lost."""
    return run_waiting(now=timezone.now())


@shared_task(name="backoffice.sweep_exports")
def sweep_exports_task() -> int:
    """Every hour: delete files that were kept long enough."""
    return sweep_exports(now=timezone.now())
