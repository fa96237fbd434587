"""Files of reports."""

from typing import Any

from django.urls import reverse

from casino.backoffice.models import ReportExport
from casino.backoffice.reports.exports import order_export, run_export
from casino.backoffice.reports.filters import AskForm
from casino.backoffice.reports.registry import BY_SLUG
from casino.models import User
from tests.pages import client_of


def ready_export(person: User, slug: str = "revenue", file_format: str = "csv") -> ReportExport:
    """The file that a job has made of a report."""
    export = ordered_export(person, slug, file_format)
    run_export(export_id=export.pk)
    export.refresh_from_db()
    return export


def ordered_export(person: User, slug: str = "revenue", file_format: str = "csv") -> ReportExport:
    """A file that is asked for, and whose job has not begun."""
    report = BY_SLUG[slug]
    form = AskForm({}, filters=report.filters)
    assert form.is_valid()
    return order_export(
        report=report, form=form, file_format=file_format, by=person, later=lambda _pk: None
    )


def download(slug: str, person: User, file_format: str = "csv", **asked: str) -> Any:
    """The answer to the click on *Download*."""
    return client_of(person).get(reverse("admin:report_file", args=[slug, file_format]), asked)
