"""The help page of a table, written from its rules: nothing on it is typed in by hand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import number_format
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET
from django_stubs_ext import StrOrPromise

from casino.web import visitor_or_player
from tables.analysis import Analysis, Chart, DuelChart, report
from tables.analysis.chart import UP_CARDS
from tables.bet_names import LINE_NAMES
from tables.engine.bets import MAIN
from tables.engine.rules import PRESETS, BlackjackRules, DuelRules, Rules
from tables.selectors import TablePage, table_page
from tables.views.parts import bet_name, main_bet_name

PUBLISHED: Final[Mapping[tuple[str, str], str]] = {
    ("classic", MAIN): "99.59",
    ("lux", MAIN): "99.60",
    ("majority", MAIN): "99.54",
    ("majority", "21+3"): "96.25",
    ("majority", "player_pair"): "95.90",
    ("majority", "dealer_pair"): "95.90",
    ("duel", MAIN): "98.38",
    ("duel", "2up"): "93.47",
}
"""What the makers of the games print, in percent; it holds for the preset's own rules alone."""

CODE_NAMES: Final[Mapping[str, StrOrPromise]] = {
    "H": _("hit"),
    "S": _("stand"),
    "Dh": _("double, else hit"),
    "Ds": _("double, else stand"),
    "P": _("split"),
    "Rh": _("surrender, else hit"),
    "Rs": _("surrender, else stand"),
    "Rp": _("surrender, else split"),
}
SECTION_NAMES: Final[Mapping[str, StrOrPromise]] = {
    "hard": _("Hard totals"),
    "soft": _("Soft totals"),
    "pairs": _("Pairs"),
}
NARROW: Final = "\u202f"
"""A space that does not break a cell in two."""

RANKS: Final = {1: "A", 10: "10"}


@dataclass(frozen=True, slots=True)
class ReturnRow:
    """A bet's exact return in percent beside the published one, and the house's share."""

    name: StrOrPromise
    exact: str
    published: str
    share: str


@dataclass(frozen=True, slots=True)
class SideRow:
    """A winning line of a side bet: what it pays to 1 and how often it comes, in percent."""

    name: StrOrPromise
    pays: int
    chance: str


@dataclass(frozen=True, slots=True)
class Grid:
    """A part of a chart: a heading, and rows of a label with their codes by up card."""

    name: StrOrPromise
    heads: Sequence[str]
    rows: Sequence[tuple[str, Sequence[str]]]


@require_GET
def help_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Rules, limits, pay tables, exact return and strategy of a table, as they are in force."""
    page = table_page(slug=slug, player=visitor_or_player(request))
    analysis = report(page.rules)
    return render(request, "tables/help/page.html", _context(page, analysis))


def _context(page: TablePage, analysis: Analysis) -> dict[str, Any]:
    rules = page.rules
    main = main_bet_name(is_duel=isinstance(rules, DuelRules))
    grids = _grids(analysis.chart) if isinstance(analysis.chart, Chart) else _duel(analysis.chart)
    used = {code for grid in grids for _label, codes in grid.rows for code in codes}
    return {
        "page": page,
        "rules": rules,
        "is_blackjack": isinstance(rules, BlackjackRules),
        "returns": [*_returns(page.game, rules, analysis)],
        "method": analysis.method,
        "chart_return": _percent(analysis.chart_returns.per_staked),
        "sides": [(bet_name(name), _lines(rules, analysis, name)) for name in rules.side_pays],
        "limits": [
            (main if name == MAIN else bet_name(name), limits)
            for name, limits in page.limits.items()
        ],
        "grids": grids,
        "codes": [(code, name) for code, name in CODE_NAMES.items() if code in used],
    }


def _percent(share: float, decimals: int = 3) -> str:
    return number_format(f"{100 * share:.{decimals}f}", decimals)


def _published(game: str, bet: str, rules: Rules) -> str:
    """The published figure, as long as the rules it was published for are in force."""
    preset = PRESETS[game]
    same = (
        rules.side_pays.get(bet) == preset.side_pays.get(bet) and rules.decks == preset.decks
        if bet != MAIN
        else rules == preset
    )
    figure = PUBLISHED.get((game, bet), "")
    return number_format(figure, 2) if same and figure else ""


def _returns(game: str, rules: Rules, analysis: Analysis) -> list[ReturnRow]:
    main = main_bet_name(is_duel=isinstance(rules, DuelRules))
    exact = {MAIN: analysis.optimal.per_staked}
    exact |= {name: side.per_staked for name, side in analysis.sides.items()}
    return [
        ReturnRow(
            name=main if bet == MAIN else bet_name(bet),
            exact=_percent(share),
            published=_published(game, bet, rules),
            share=_percent(1 - share),
        )
        for bet, share in exact.items()
    ]


def _lines(rules: Rules, analysis: Analysis, name: str) -> list[SideRow]:
    chances = analysis.sides[name].chances
    return [
        SideRow(LINE_NAMES[line], pays, _percent(chances[line], 4))
        for line, pays in rules.side_pays[name].items()
    ]


def _grids(chart: Chart) -> list[Grid]:
    """The chart of blackjack: hard and soft totals and pairs against the dealer's up card."""
    heads = [_card(up) for up in UP_CARDS]
    return [
        Grid(
            SECTION_NAMES[name],
            heads,
            [
                (f"{_card(key)}–{_card(key)}" if name == "pairs" else str(key), codes)
                for key, codes in rows
            ],
        )
        for name, rows in chart.sections().items()
    ]


def _duel(chart: DuelChart) -> list[Grid]:
    """The table of 21 Duel: for each up card, the two community cards against each other."""
    return [
        Grid(
            _card(up),
            [_card(other) for other in UP_CARDS],
            [
                (_card(one), [_duel_code(chart, up, one, other) for other in UP_CARDS])
                for one in UP_CARDS
            ],
        )
        for up in UP_CARDS
    ]


def _duel_code(chart: DuelChart, up: int, one: int, other: int) -> str:
    """``7 H``: raise with the seven, then hit; ``F`` for a fold."""
    low, high = sorted((one, other))
    choice = chart.choices[up, low, high]
    return f"{_card(choice.take)}{NARROW}{choice.then[0].upper()}" if choice.take else "F"


def _card(points: int) -> str:
    return RANKS.get(points, str(points))
