"""Which files of reports there are."""

from collections.abc import Sequence
from typing import Final

from django.http import Http404

from casino.backoffice.models import ReportExport

LISTED: Final = 20


def last_exports() -> Sequence[ReportExport]:
    """The newest, whoever asked for them."""
    return list(ReportExport.objects.select_related("asked_by")[:LISTED])


def export_by_number(pk: int) -> ReportExport:
    """Raises ``Http404``."""
    found = ReportExport.objects.select_related("asked_by").filter(pk=pk).first()
    if found is None:
        raise Http404
    return found
