"""How the chart is chosen, and its exact return.

A chart knows a hand only by its total. Each cell takes the action that gives most over all hands
that stand in it, each weighted by how often play by the chart arrives there (hands after a split
included) and valued by going on with the chart. Weights and values depend on the other cells, so
the chart is worked out again until nothing changes, beginning from the composition-dependent
optimum. At that point no change of a single cell can gain: that is what the tests check.
"""

from dataclasses import dataclass

import numpy as np

from tables.analysis.blackjack import Game, Strategy
from tables.analysis.chart import Chart, Choices, Row
from tables.analysis.course import Plan, follow
from tables.analysis.field import Field
from tables.analysis.hands import ACE, RANKS, Bools, Floats, Ints, sum_by
from tables.analysis.returns import Returns
from tables.engine.actions import DOUBLE, HIT, SPLIT, STAND, SURRENDER

_TOTALS = 22
_CELLS = 2 * _TOTALS
_ROUNDS = 20

# Second choices matter only where the first is not legal, and some hands never come up at all:
# they count so little that they decide only cells in which nothing else stands.
_FALLBACK = 1e-9
_NEVER = 1e-14


@dataclass(frozen=True)
class Cells:
    """The chart's choices by cell (22 hard totals, then 22 soft, by 10 up cards) and by pair.

    Order: surrender, split, double, hit; a pair surrenders by ``pair_surrender`` alone.
    """

    hit: Bools
    double: Bools
    surrender: Bools
    split: Bools
    pair_surrender: Bools

    def same_as(self, other: "Cells") -> bool:
        return all(np.array_equal(getattr(self, name), getattr(other, name)) for name in _FIELDS)


_FIELDS = tuple(Cells.__dataclass_fields__)


def find_chart(game: Game, guide: Strategy) -> tuple[Chart, Returns]:
    """The best chart for ``game`` and its exact return, starting from the plan of ``guide``."""
    cells, returns = find_cells(game, guide)
    return as_chart(game, cells), returns


def find_cells(game: Game, guide: Strategy) -> tuple[Cells, Returns]:
    """The chart of ``find_chart`` as the choices of its cells.

    Should the rounds go in a circle, the best of all that were tried is taken.
    """
    cells = _improve(game, guide)
    found = [(cells, game.returns(as_strategy(game, cells)))]
    for _ in range(_ROUNDS):
        better = _improve(game, as_strategy(game, cells))
        if better.same_as(cells):
            break
        cells = better
        found.append((cells, game.returns(as_strategy(game, cells))))
    return max(found, key=lambda tried: tried[1].net)


def as_strategy(game: Game, cells: Cells) -> Strategy:
    """The chart's choice for every hand of the game."""
    base = game.base
    own = _cell_of(base)
    two = (base.grid.size == 2)[:, None] & ~base.final
    surrender = cells.surrender[own] & two
    surrender[game.pair_rows] = cells.pair_surrender
    split = game.after_split
    return Strategy(
        plan=_plan(base, cells),
        surrender=surrender,
        split=cells.split & ~cells.pair_surrender,
        split_plan=game.split_plan(_plan(split, cells)),
        even_money=game.even_money_pays,
    )


def _plan(field: Field, cells: Cells) -> Plan:
    own = _cell_of(field)
    return Plan(hit=cells.hit[own] & ~field.final, double=cells.double[own] & field.may_double)


def _cell_of(field: Field) -> Ints:
    return np.asarray(field.grid.total + _TOTALS * field.grid.soft)


@dataclass(frozen=True)
class _Decisions:
    """The hands of one field as decisions, for the sums over cells; all (n, 10 up cards).

    ``open`` are those that have a choice, ``may_double`` those that have this one. ``first`` is how
    often a hand is met with two cards, ``played_on`` how often it hits or stands.
    """

    cell: Ints
    open: Bools
    may_double: Bools
    first: Floats
    played_on: Floats
    hit_values: Floats
    gross: Floats
    double_net: Floats

    def sum(self, values: Floats) -> Floats:
        """Sums over the open hands by cell, (44, 10)."""
        return sum_by(self.cell, _CELLS, np.where(self.open, values, 0))


def _decisions(
    field: Field, plan: Plan, start: Floats, *, dealt: Floats | float, open_: Bools, doubles: Bools
) -> _Decisions:
    """``start`` is played by ``plan``; ``dealt`` are two-card hands, the surrendered included."""
    course = follow(field, plan, start)
    two = (field.grid.size == 2)[:, None]
    met = np.maximum(course.reached, dealt)
    open_ = open_ & ~field.final & (field.grid.size > 1)[:, None]
    return _Decisions(
        cell=_cell_of(field),
        open=open_,
        may_double=open_ & doubles & field.may_double,
        first=np.where(two, met + _NEVER, 0),
        played_on=course.reached - course.doubled + _FALLBACK * met + _NEVER,
        hit_values=field.hit_values(plan.hit),
        gross=field.gross,
        double_net=field.double_net,
    )


def _base_decisions(game: Game, strategy: Strategy) -> _Decisions:
    dealt = game.deal.copy()
    dealt[game.natural] = 0
    dealt[game.pair_rows] *= ~strategy.split
    always = np.ones((game.base.grid.rows, 1), dtype=np.bool_)
    start = dealt * ~strategy.surrender
    return _decisions(game.base, strategy.plan, start, dealt=dealt, open_=always, doubles=always)


def _split_decisions(game: Game, strategy: Strategy) -> _Decisions:
    field, rules = game.after_split, game.rules
    one = field.grid.of_size(1)
    start = np.zeros((field.grid.rows, RANKS))
    start[one] = 2 * (game.deal[game.pair_rows] * strategy.split)[field.pair[one]]
    aces = (field.pair == ACE)[:, None]
    return _decisions(
        field,
        strategy.split_plan,
        start,
        dealt=0.0,
        open_=~(aces & rules.split_aces_one_card),
        doubles=~aces & rules.double_after_split,
    )


def _improve(game: Game, strategy: Strategy) -> Cells:
    """The best choice of each cell if all else is played by ``strategy``."""
    base, after_split = _base_decisions(game, strategy), _split_decisions(game, strategy)
    both = (base, after_split)
    gain = np.zeros((_CELLS, RANKS))
    for each in both:
        gain += each.sum(each.played_on * (each.hit_values - each.gross))
    hit = gain > 0
    play_on = [np.where(hit[each.cell], each.hit_values, each.gross) - 1 for each in both]
    double = np.zeros((_CELLS, RANKS))
    for each, net in zip(both, play_on, strict=True):
        more = np.subtract(each.double_net, net, out=np.zeros_like(net), where=each.may_double)
        double += each.sum(each.first * more)
    doubles = (double > 0)[base.cell] & base.may_double
    net = np.where(doubles, base.double_net, play_on[0])
    pairs = game.pair_rows
    split_net = game.split_net(game.split_tally(strategy.split_plan))
    surrender_gain = np.zeros_like(net)
    if game.rules.late_surrender:
        surrender_gain = base.first * (game.surrender_net - net)
        surrender_gain[pairs] = 0  # a pair has a cell of its own
    return Cells(
        hit=hit,
        double=double > 0,
        surrender=base.sum(surrender_gain) > 0,
        split=split_net > net[pairs],
        pair_surrender=game.surrender_net[pairs] > np.maximum(split_net, net[pairs]),
    )


def as_chart(game: Game, cells: Cells) -> Chart:
    """The chart as pages and the live table read it."""
    totals = [
        tuple(_row(cells, cell) for cell in range(first, first + _TOTALS)) for first in (0, _TOTALS)
    ]
    pairs = [_NO_ROW]
    for rank, row in enumerate(game.pair_rows):
        total, soft = int(game.base.grid.total[row]), bool(game.base.grid.soft[row])
        pairs.append(_pair_row(cells, rank, totals[soft][total]))
    return Chart(totals[0], totals[1], tuple(pairs), game.even_money_pays)


_NO_ROW: Row = ((),) * (RANKS + 1)


def _row(cells: Cells, cell: int) -> Row:
    final = cell % _TOTALS == 21
    row: list[Choices] = [()]
    for up in range(RANKS):
        choices = [SURRENDER] * bool(cells.surrender[cell, up])
        choices += [DOUBLE] * bool(cells.double[cell, up])
        choices.append(HIT if cells.hit[cell, up] and not final else STAND)
        row.append(tuple(choices))
    return tuple(row)


def _pair_row(cells: Cells, rank: int, by_total: Row) -> Row:
    row: list[Choices] = [()]
    for up in range(RANKS):
        choices = [SURRENDER] * bool(cells.pair_surrender[rank, up])
        choices += [SPLIT] * bool(cells.split[rank, up])
        choices += [action for action in by_total[up + 1] if action != SURRENDER]
        row.append(tuple(choices))
    return tuple(row)
