"""Long reports are made by a job, in a file that is kept for some days."""

import datetime
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

import structlog
from django.conf import settings
from django.core.files import File
from django.db import connections, transaction
from django.db.models import F, Q
from django.utils import timezone, translation

from casino.backoffice.models import ReportExport
from casino.backoffice.reports.files import WRITERS
from casino.backoffice.reports.filters import AskForm
from casino.backoffice.reports.making import heading_of
from casino.backoffice.reports.reading import reading
from casino.backoffice.reports.registry import BY_SLUG
from casino.backoffice.reports.report import Report
from casino.models import User

logger = structlog.get_logger(__name__)

TELL_EVERY: Final = 500
"""Rows between two signs of life."""

LOST_AFTER: Final = datetime.timedelta(minutes=5)
"""A job that has given no sign of life for so long is taken up again."""

State = ReportExport.State


@transaction.atomic
def order_export(
    *, report: Report, form: AskForm, file_format: str, by: User, later: Callable[[int], Any]
) -> ReportExport:
    """Note what is asked for, and have ``later`` begin once that is committed."""
    export = ReportExport.objects.create(
        report=report.slug,
        asked=form.plain(),
        file_format=file_format,
        language=translation.get_language() or settings.LANGUAGE_CODE,
        asked_by=by,
        asked_at=timezone.now(),
    )
    transaction.on_commit(lambda: later(export.pk))
    return export


def run_export(*, export_id: int) -> bool:
    """Make the file; whether it was made here and now. Two jobs make it once."""
    export = _claim(export_id)
    if export is None:
        return False
    try:
        with tempfile.TemporaryDirectory(prefix="report-") as folder:
            path = Path(folder) / "report"
            _write(export, path)
            _keep(export, path)
    except Exception:
        ReportExport.objects.filter(pk=export.pk).update(state=State.FAILED)
        raise
    return True


def _claim(export_id: int) -> ReportExport | None:
    now = timezone.now()
    to_do = ReportExport.objects.filter(_is_to_do(now), pk=export_id)
    taken = to_do.update(state=State.RUNNING, tried_at=now, rows=0)
    return ReportExport.objects.select_related("asked_by").get(pk=export_id) if taken else None


def _is_to_do(now: datetime.datetime) -> Q:
    return Q(state=State.WAITING) | Q(state=State.RUNNING, tried_at__lt=now - LOST_AFTER)


def _write(export: ReportExport, path: Path) -> None:
    report = BY_SLUG[export.report]
    with translation.override(export.language):
        form = AskForm(export.asked, filters=report.filters)
        if not form.is_valid():
            raise ValueError(f"What export {export.pk} was asked for no longer holds.")
        with reading() as is_fixed, _telling(export.pk, apart=is_fixed) as tell:
            produced = report.produce(form.asked)
            tell(0, produced.count)

            def progress(rows: int) -> None:
                if rows % TELL_EVERY == 0:
                    tell(rows, produced.count)

            heading = heading_of(report, form, by=export.asked_by)
            WRITERS[export.file_format](path, produced, heading, progress)


@contextmanager
def _telling(export_id: int, *, apart: bool) -> Iterator[Callable[[int, int], None]]:
    """Writes how far it is; ``apart``, over a connection of its own, since the job's only reads."""
    connection = connections.create_connection("default") if apart else connections["default"]

    def tell(rows: int, expected: int) -> None:
        now = connection.ops.adapt_datetimefield_value(timezone.now())
        with connection.cursor() as cursor:
            cursor.execute(
                "UPDATE backoffice_reportexport SET rows = %s, expected = %s, tried_at = %s "
                "WHERE id = %s",
                [rows, expected, now, export_id],
            )

    if apart:
        with closing(connection):
            yield tell
    else:
        yield tell


def _keep(export: ReportExport, path: Path) -> None:
    """Put the file where the web finds it, unless another job has done so meanwhile."""
    name = f"{export.report}-{export.pk}.{export.file_format}"
    with path.open("rb") as made:
        kept = export.file.storage.save(name, File(made))
    done = ReportExport.objects.filter(pk=export.pk, state=State.RUNNING).update(
        state=State.DONE, done_at=timezone.now(), file=kept, rows=F("expected")
    )
    if not done:
        export.file.storage.delete(kept)


def run_waiting(*, now: datetime.datetime) -> int:
    """Make the files whose job was lost; how many that were."""
    overdue = Q(state=State.WAITING, asked_at__lt=now - LOST_AFTER)
    lost = Q(state=State.RUNNING, tried_at__lt=now - LOST_AFTER)
    found = ReportExport.objects.filter(overdue | lost).order_by("pk")
    return sum(run_export(export_id=pk) for pk in found.values_list("pk", flat=True))


def sweep_exports(*, now: datetime.datetime) -> int:
    """Delete the files that were kept long enough; how many that were."""
    kept = datetime.timedelta(days=settings.EXPORT_DAYS)
    old = ReportExport.objects.filter(state=State.DONE, done_at__lt=now - kept)
    for export in old:
        export.file.storage.delete(str(export.file.name))
        ReportExport.objects.filter(pk=export.pk).update(state=State.EXPIRED, file="")
        logger.info("export_deleted", export=export.pk, report=export.report)
    return len(old)
