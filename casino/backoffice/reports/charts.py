"""Charts as plain data and geometry; ``admin/reports/charts/*.html`` draw them as SVG.

Every chart has a sentence that says what it shows; the figures are in the table beneath.
Coordinates are those of a picture ``WIDTH`` wide.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from math import ceil, floor
from typing import ClassVar, Final

WIDTH: Final = 960
HEIGHT: Final = 240
TOP: Final = 12
LEFT: Final = 96
BOTTOM: Final = 28
MOST_BARS: Final = 92
MOST_LABELS: Final = 12
MOST_LINES: Final = 40
ROW: Final = 34
NAMES: Final = 300
MARGIN: Final = 40
STEPS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)
MOST_SHARE: Final = 3.0
"""Where the scale of shares is cut, were an interval ever so wide."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of a chart, from the zero line up or down."""

    label: str
    text: str
    x: float
    y: float
    width: float
    height: float
    below: bool
    labelled: bool

    @property
    def middle(self) -> float:
        """Where its label stands."""
        return self.x + self.width / 2


@dataclass(frozen=True, slots=True)
class Tick:
    """A line of the scale."""

    text: str
    at: float
    is_zero: bool


@dataclass(frozen=True, slots=True)
class BarChart:
    """Amounts side by side, such as those of days."""

    template: ClassVar[str] = "admin/reports/charts/bars.html"
    title: str
    bars: Sequence[Bar]
    ticks: Sequence[Tick]
    width: int = WIDTH
    height: int = HEIGHT + BOTTOM
    label_y: int = HEIGHT + BOTTOM - 6


@dataclass(frozen=True, slots=True)
class Interval:
    """One line of an interval chart: where the actual value may lie and where it does."""

    label: str
    text: str
    y: float
    low: float
    high: float
    exact: float
    actual: float
    is_outside: bool

    @property
    def top(self) -> float:
        """Where its band begins."""
        return self.y - 6

    @property
    def bottom(self) -> float:
        """Where its band ends."""
        return self.y + 6

    @property
    def width(self) -> float:
        """Of the band; it is never too thin to be seen."""
        return max(self.high - self.low, 1.0)


@dataclass(frozen=True, slots=True)
class IntervalChart:
    """Exact and actual values with the interval between which chance alone leaves them."""

    template: ClassVar[str] = "admin/reports/charts/intervals.html"
    title: str
    lines: Sequence[Interval]
    ticks: Sequence[Tick]
    height: int
    width: int = WIDTH

    @property
    def scale_y(self) -> int:
        """Where the lines of the scale end, above their texts."""
        return self.height - BOTTOM + 4


Chart = BarChart | IntervalChart


def bar_chart(
    title: str, values: Sequence[tuple[str, int]], show: Callable[[int], str]
) -> BarChart | None:
    """Bars of amounts in cents by label; None where there is nothing to compare, or too much."""
    if not 2 <= len(values) <= MOST_BARS or not any(amount for _label, amount in values):
        return None
    scale = Scale.around([amount for _label, amount in values])
    step = (WIDTH - LEFT) / len(values)
    every = -(-len(values) // MOST_LABELS)
    zero = scale.at(0)
    bars = []
    for number, (label, amount) in enumerate(values):
        end = scale.at(amount)
        bars.append(
            Bar(
                label=label,
                text=show(amount),
                x=round(LEFT + number * step + step * 0.14, 1),
                y=round(min(zero, end), 1),
                width=round(step * 0.72, 1),
                height=round(abs(end - zero), 1),
                below=amount < 0,
                labelled=number % every == 0,
            )
        )
    ticks = [Tick(show(line), round(scale.at(line), 1), line == 0) for line in scale.lines()]
    return BarChart(title, bars, ticks)


@dataclass(frozen=True, slots=True)
class Scale:
    """Amounts in cents to heights. Zero is always in the picture, and the steps are round."""

    least: int
    most: int
    step: int

    @classmethod
    def around(cls, amounts: Sequence[int]) -> "Scale":
        """The scale of some amounts, with seven lines at most between its ends."""
        low, high = min(0, *amounts), max(0, *amounts)
        steps = (first * 10**zeros for zeros in count() for first in (1, 2, 5))
        step = next(step for step in steps if max(high - low, 100) <= 7 * step)
        least, most = low // step * step, -(-high // step) * step
        return cls(least, max(most, least + step), step)

    def at(self, amount: int) -> float:
        """The height of an amount, counted downwards."""
        share = (amount - self.least) / (self.most - self.least)
        return TOP + (1 - share) * (HEIGHT - TOP)

    def lines(self) -> range:
        """The amounts at which a line is drawn."""
        return range(self.least, self.most + 1, self.step)


def interval_chart(
    title: str,
    lines: Sequence[tuple[str, float, float, float, float]],
    show: Callable[[float], str],
    show_tick: Callable[[float], str],
) -> IntervalChart | None:
    """Lines of label, exact share, low, high and actual share; None where there is no line.

    The scale is cut where one wide interval would flatten all others.
    """
    if not lines or len(lines) > MOST_LINES:
        return None
    values = [value for line in lines for value in line[1:]]
    span = max(min(max(values), MOST_SHARE) - min(values), 0.001)
    step = next(step for step in STEPS if span <= 6 * step)
    low = floor(min(values) / step) * step
    high = max(ceil(min(max(values), MOST_SHARE) / step), low / step + 1) * step

    def at(value: float) -> float:
        share = (min(max(value, low), high) - low) / (high - low)
        return round(NAMES + share * (WIDTH - NAMES - MARGIN), 1)

    drawn = [
        Interval(
            label=label,
            text=show(actual),
            y=ROW * number + ROW / 2,
            low=at(least),
            high=at(most),
            exact=at(exact),
            actual=at(actual),
            is_outside=not least <= actual <= most,
        )
        for number, (label, exact, least, most, actual) in enumerate(lines)
    ]
    marks = [low + step * number for number in range(round((high - low) / step) + 1)]
    ticks = [Tick(show_tick(mark), at(mark), is_zero=False) for mark in marks]
    return IntervalChart(title, drawn, ticks, height=ROW * len(lines) + BOTTOM)
