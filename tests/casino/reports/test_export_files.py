"""Files that a job makes: once, seen on their way, downloaded by staff, swept after some days."""

import datetime
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from casino.backoffice.models import ReportExport
from casino.backoffice.reports import exports
from casino.backoffice.reports.exports import run_export, run_waiting, sweep_exports
from casino.backoffice.reports.files import WRITERS
from casino.permissions import SUPPORT
from tests.casino.reports.files import ordered_export, ready_export
from tests.casino.reports.people import member_of
from tests.pages import client_of, text_of
from tests.tables.seat import sit_down

pytestmark = pytest.mark.django_db

State = ReportExport.State
DAY = datetime.timedelta(days=1)


def test_a_file_is_made_and_downloaded(export_folder: Path):
    for _ in range(3):
        sit_down()
    reader = member_of()

    export = ready_export(reader, "sessions")

    assert (export.state, export.rows, export.expected, export.percent) == (State.DONE, 3, 3, 100)
    page = text_of(client_of(reader).get(reverse("admin:report_export", args=[export.pk])))
    assert "3 lines, ready since" in page
    sent: Any = client_of(reader).get(reverse("admin:report_export_file", args=[export.pk]))
    content = b"".join(sent.streaming_content)
    assert content == (export_folder / str(export.file.name)).read_bytes()
    assert content.decode("utf-8-sig").startswith("Report,Sessions\r\nOperator,Casa Verde\r\n")
    assert sent.headers["Content-Disposition"] == f'attachment; filename="sessions-{export.pk}.csv"'


def test_a_workbook_is_made_as_well():
    export = ready_export(member_of(), "sessions", "xlsx")

    with export.file.open() as file:
        assert file.read(2) == b"PK"


def test_a_file_is_made_once_however_often_its_job_runs():
    export = ordered_export(member_of())

    assert [run_export(export_id=export.pk) for _ in range(2)] == [True, False]
    assert export.file.storage.listdir("")[1] == [f"revenue-{export.pk}.csv"]


def test_how_far_it_is_can_be_seen(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(exports, "TELL_EVERY", 2)
    for _ in range(5):
        sit_down()
    export = ordered_export(member_of(), "sessions")
    seen = []

    def look(path, produced, _heading, progress):
        for number, _row in enumerate(produced.rows, start=1):
            progress(number)
            seen.append(ReportExport.objects.values_list("rows", "expected").get())
        path.write_text("made")

    monkeypatch.setitem(WRITERS, "csv", look)
    run_export(export_id=export.pk)

    assert seen == [(0, 5), (2, 5), (2, 5), (4, 5), (4, 5)]


def test_the_page_of_a_file_on_its_way_looks_again_by_itself():
    reader = member_of()
    export = ordered_export(reader)
    ReportExport.objects.filter(pk=export.pk).update(state=State.RUNNING, rows=30, expected=120)

    response = client_of(reader).get(reverse("admin:report_export", args=[export.pk]))

    assert response.headers["Refresh"] == "2"
    assert '<progress id="progress" max="100" value="25">25 %</progress>' in text_of(response)
    file = client_of(reader).get(reverse("admin:report_export_file", args=[export.pk]))
    assert file.status_code == 404


def test_a_lost_job_is_taken_up_again_and_one_at_work_is_left_alone():
    reader = member_of()
    waiting, lost, working = (ordered_export(reader) for _ in range(3))
    now = timezone.now()
    running = ReportExport.objects.filter(pk__in=[lost.pk, working.pk])
    running.update(state=State.RUNNING, tried_at=now)
    ReportExport.objects.filter(pk=lost.pk).update(tried_at=now - exports.LOST_AFTER * 2)

    assert run_waiting(now=now) == 1
    assert run_waiting(now=now + exports.LOST_AFTER * 1.5) == 1  # the waiting one is overdue then

    states = dict(ReportExport.objects.values_list("pk", "state"))
    assert states == {
        waiting.pk: State.DONE,
        lost.pk: State.DONE,
        working.pk: State.RUNNING,
    }


def test_a_failure_is_kept_and_said(monkeypatch: pytest.MonkeyPatch):
    def fail(*_anything):
        raise OSError("the disk is full")

    monkeypatch.setitem(WRITERS, "csv", fail)
    reader = member_of()
    export = ordered_export(reader)

    with pytest.raises(OSError, match="the disk is full"):
        run_export(export_id=export.pk)

    export.refresh_from_db()
    assert (export.state, export.file.name, export.done_at) == (State.FAILED, "", None)
    page = text_of(client_of(reader).get(reverse("admin:report_export", args=[export.pk])))
    assert "The file could not be made." in page


def test_old_files_are_deleted_and_their_rows_stay():
    old, new = (ready_export(member_of()) for _ in range(2))
    ReportExport.objects.filter(pk=old.pk).update(done_at=timezone.now() - 8 * DAY)

    assert sweep_exports(now=timezone.now()) == 1

    assert new.file.storage.listdir("")[1] == [new.file.name]
    old.refresh_from_db()
    assert (old.state, old.file.name) == (State.EXPIRED, "")


def test_support_gets_no_file():
    export = ready_export(member_of())
    browser = client_of(member_of(SUPPORT))

    for name in ("report_export", "report_export_file"):
        assert browser.get(reverse(f"admin:{name}", args=[export.pk])).status_code == 403
