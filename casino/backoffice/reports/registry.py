"""All reports, in the order in which the back office lists them."""

from typing import Final

from casino.backoffice.reports.report import Report
from casino.backoffice.reports.returns import ExactReturns
from casino.backoffice.reports.revenue import Revenue

REPORTS: Final[tuple[Report, ...]] = (Revenue(), ExactReturns())

BY_SLUG: Final = {report.slug: report for report in REPORTS}
