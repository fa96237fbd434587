"""All reports, in the order in which the back office lists them."""

from typing import Final

from casino.backoffice.reports.golden import GoldenChips
from casino.backoffice.reports.liabilities import Liabilities
from casino.backoffice.reports.report import Report
from casino.backoffice.reports.returns import ExactReturns
from casino.backoffice.reports.revenue import Revenue
from casino.backoffice.reports.sessions import Sessions
from casino.backoffice.reports.staff import StaffChanges
from casino.backoffice.reports.statement import PlayerStatement
from casino.backoffice.reports.unsettled import Unsettled
from casino.backoffice.reports.voids import Voids
from casino.backoffice.reports.wins import LargeWins

REPORTS: Final[tuple[Report, ...]] = (
    Revenue(),
    ExactReturns(),
    Sessions(),
    Unsettled(),
    Voids(),
    GoldenChips(),
    Liabilities(),
    LargeWins(),
    PlayerStatement(),
    StaffChanges(),
)

BY_SLUG: Final = {report.slug: report for report in REPORTS}
