"""The pages of the reports, and their files."""

from typing import Final

from django.contrib import messages
from django.http import (
    FileResponse,
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseRedirect,
)
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from casino.backoffice.models import ReportExport
from casino.backoffice.reports.exports import order_export
from casino.backoffice.reports.files import TYPES
from casino.backoffice.reports.filters import AskForm, quick_periods
from casino.backoffice.reports.making import report_file, report_page
from casino.backoffice.reports.registry import BY_SLUG, REPORTS
from casino.backoffice.reports.report import Report
from casino.backoffice.reports.selectors import export_by_number, last_exports
from casino.backoffice.tasks import run_export_task
from casino.staff_pages import StaffRequest, needs, page

READ: Final = "casino.read_reports"


def _report(slug: str) -> Report:
    if slug not in BY_SLUG:
        raise Http404
    return BY_SLUG[slug]


def _address(slug: str, form: AskForm, name: str = "report", *more: str) -> str:
    return f"{reverse(f'admin:{name}', args=[slug, *more])}?{urlencode(form.plain())}"


@require_GET
@needs(READ)
def index(request: StaffRequest) -> HttpResponse:
    """All reports, and the files that were made of them."""
    return page(
        request,
        "admin/reports/index.html",
        title=_("Reports"),
        reports=REPORTS,
        exports=[(BY_SLUG[made.report].title, made) for made in last_exports()],
    )


@require_GET
@needs(READ)
def report(request: StaffRequest, slug: str) -> HttpResponse:
    """One report with its filters. What cannot be is answered at its field, and nothing is read."""
    found = _report(slug)
    form = AskForm(request.GET, filters=found.filters)
    shown = report_page(found, form, by=request.user) if form.is_valid() else None
    return page(
        request,
        "admin/reports/report.html",
        title=str(found.title),
        status=200 if shown else 400,
        report=found,
        form=form,
        shown=shown,
        quick=_quick(found, form) if found.has_period else [],
        files=[(name.upper(), name, _address(slug, form, "report_file", name)) for name in TYPES],
    )


def _quick(found: Report, form: AskForm) -> list[tuple[str, str, bool]]:
    """Name, address and whether it is the period on the page."""
    plain = form.plain()
    address = reverse("admin:report", args=[found.slug])
    return [
        (name, f"{address}?{urlencode(plain | days)}", days.items() <= plain.items())
        for name, days in quick_periods()
    ]


@require_GET
@needs(READ)
def download(request: StaffRequest, slug: str, file_format: str) -> HttpResponse:
    """The report as a file. A long one is not made here: its page offers to have it made."""
    found = _report(slug)
    form = AskForm(request.GET, filters=found.filters)
    if file_format not in TYPES:
        raise Http404
    if not form.is_valid():
        return HttpResponseRedirect(_address(slug, form))
    made = report_file(found, form, by=request.user, file_format=file_format)
    if made is None:
        messages.info(request, _("This report is long: have its file made, then download it."))
        return HttpResponseRedirect(_address(slug, form))
    period = f"{form.period.first}-{form.period.last}" if found.has_period else "now"
    response = HttpResponse(made, content_type=TYPES[file_format])
    name = f"{slug}-{period}.{file_format}"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@require_POST
@needs(READ)
def order(request: StaffRequest, slug: str) -> HttpResponse:
    """Have a job make the file of a long report."""
    found = _report(slug)
    form = AskForm(request.POST, filters=found.filters)
    file_format = request.POST.get("file_format", "")
    if file_format not in TYPES or not form.is_valid():
        return HttpResponseRedirect(_address(slug, form))
    export = order_export(
        report=found,
        form=form,
        file_format=file_format,
        by=request.user,
        later=run_export_task.delay,
    )
    return HttpResponseRedirect(reverse("admin:report_export", args=[export.pk]))


@require_GET
@needs(READ)
def export(request: StaffRequest, pk: int) -> HttpResponse:
    """How far a file is; the page looks again by itself until it is ready."""
    found = export_by_number(pk)
    waits = found.state in (ReportExport.State.WAITING, ReportExport.State.RUNNING)
    shown = page(
        request,
        "admin/reports/export.html",
        title=str(_report(found.report).title),
        export=found,
        waits=waits,
        back=f"{reverse('admin:report', args=[found.report])}?{urlencode(found.asked)}",
    )
    if waits:
        shown["Refresh"] = "2"
    return shown


@require_GET
@needs(READ)
def export_file(_request: HttpRequest, pk: int) -> HttpResponseBase:
    """The file of a report that is ready."""
    found = export_by_number(pk)
    if found.state != ReportExport.State.DONE:
        raise Http404
    return FileResponse(
        found.file.open("rb"),
        as_attachment=True,
        filename=f"{found.report}-{found.pk}.{found.file_format}",
        content_type=TYPES[found.file_format],
    )
