"""Exact probabilities and returns of the games by counting; ``simulation`` plays them to check."""

from tables.analysis.chart import Chart
from tables.analysis.duel import DuelChart
from tables.analysis.golden import chip_costs
from tables.analysis.report import Analysis, chart, duel_chart, report
from tables.analysis.returns import Returns
from tables.analysis.sidebets import SideReturn

__all__ = [
    "Analysis",
    "Chart",
    "DuelChart",
    "Returns",
    "SideReturn",
    "chart",
    "chip_costs",
    "duel_chart",
    "report",
]
