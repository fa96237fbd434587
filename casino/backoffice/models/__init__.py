"""What the back office keeps: sums of gaming days, and the files it makes of reports."""

from casino.backoffice.models.export import ReportExport
from casino.backoffice.models.summary import BetSummary, LedgerSummary, SummarisedDay

__all__ = ["BetSummary", "LedgerSummary", "ReportExport", "SummarisedDay"]
