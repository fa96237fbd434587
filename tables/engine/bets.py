"""Bets before the deal, and whether they may be dealt (rules of the games, sections 1, 5 and 6)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tables.engine.errors import EngineRefusal
from tables.engine.rules import DuelRules, Rules
from tables.engine.stake import ALL_GOLDEN_ALLOWED, Funds, GoldenRules, Stake, price_added_stake

MAIN = "main"
ROUND = "round"

Limits = Mapping[str, tuple[int, int]]
"""Least and most cents by position (``main`` or a side bet) and for the whole ``round``."""

NO_LIMITS: Limits = {}


@dataclass(frozen=True, slots=True)
class BoxBets:
    """What one player bets on one box: the main stake (in 21 Duel the ante) and side bets."""

    box: int
    main: Stake
    sides: Mapping[str, Stake] = field(default_factory=dict)

    def positions(self) -> Iterator[tuple[str, Stake]]:
        """``main`` first, then the side bets in a fixed order."""
        yield MAIN, self.main
        yield from sorted(self.sides.items())


def check_bets(
    rules: Rules,
    bets: Sequence[BoxBets],
    limits: Limits = NO_LIMITS,
    golden_rules: GoldenRules = ALL_GOLDEN_ALLOWED,
) -> None:
    """Refuse bets that may not be dealt; limits count real and golden money together.

    Raises ``EngineRefusal``: ``no_bets``, ``unknown_box``, ``box_twice``, ``unknown_side_bet``,
    ``side_without_main``, ``bet_not_positive``, ``bet_below_minimum``, ``bet_above_maximum``,
    ``round_below_minimum``, ``round_above_maximum``, ``golden_not_allowed``, ``golden_mixed``,
    ``too_many_golden``.
    """
    if not bets:
        raise EngineRefusal("no_bets")
    boxes: set[int] = set()
    for bet in bets:
        if not 1 <= bet.box <= rules.boxes:
            raise EngineRefusal("unknown_box", box=bet.box, boxes=rules.boxes)
        if bet.box in boxes:
            raise EngineRefusal("box_twice", box=bet.box)
        boxes.add(bet.box)
        _check_box(rules, bet, limits, golden_rules)
    _check_round(bets, limits, golden_rules)


def _check_box(rules: Rules, bet: BoxBets, limits: Limits, golden_rules: GoldenRules) -> None:
    for name in bet.sides:
        position = f"{bet.box}:{name}"
        if name not in rules.side_pays:
            known = ", ".join(rules.side_pays)
            raise EngineRefusal("unknown_side_bet", position=position, known=known)
        if not bet.main.real_cents and not bet.main.golden:
            raise EngineRefusal("side_without_main", position=position)
    for name, stake in bet.positions():
        position = f"{bet.box}:{name}"
        if stake.real_cents < 0 or any(chip <= 0 for chip in stake.golden):
            raise EngineRefusal("bet_not_positive", position=position)
        amount = stake.total_cents
        if amount <= 0:
            raise EngineRefusal("bet_not_positive", position=position)
        if stake.golden and not golden_rules.allowed:
            raise EngineRefusal("golden_not_allowed", position=position)
        if stake.golden and stake.real_cents and not golden_rules.mixed:
            raise EngineRefusal("golden_mixed", position=position)
        if name in limits:
            least, most = limits[name]
            facts: dict[str, str | int] = {"position": position, "amount_cents": amount}
            if amount < least:
                raise EngineRefusal("bet_below_minimum", **facts, limit_cents=least)
            if amount > most:
                raise EngineRefusal("bet_above_maximum", **facts, limit_cents=most)


def _check_round(bets: Sequence[BoxBets], limits: Limits, golden_rules: GoldenRules) -> None:
    stakes = [stake for bet in bets for _, stake in bet.positions()]
    if ROUND in limits:
        least, most = limits[ROUND]
        amount = sum(stake.total_cents for stake in stakes)
        if amount < least:
            raise EngineRefusal("round_below_minimum", amount_cents=amount, limit_cents=least)
        if amount > most:
            raise EngineRefusal("round_above_maximum", amount_cents=amount, limit_cents=most)
    chips = count_chips(stakes)
    limit = golden_rules.max_per_round
    if limit is not None and chips > limit:
        raise EngineRefusal("too_many_golden", count=chips, limit=limit)


def count_chips(stakes: Sequence[Stake]) -> int:
    """How many golden chips lie on some positions."""
    return sum(len(stake.golden) for stake in stakes)


def check_reserve(
    rules: Rules,
    bets: Sequence[BoxBets],
    funds: Funds,
    golden_rules: GoldenRules = ALL_GOLDEN_ALLOWED,
) -> None:
    """21 Duel: what is left after the bets must cover one more ante for each hand.

    Raises ``EngineRefusal("reserve_not_covered")``. Other games need no reserve.
    """
    if not isinstance(rules, DuelRules):
        return
    chips_used = count_chips([stake for bet in bets for _, stake in bet.positions()])
    left = Funds(None, funds.golden)
    needed = 0
    for bet in bets:
        raised = price_added_stake(bet.main, left, golden_rules, chips_used)
        left = left.less(raised)
        chips_used += len(raised.golden)
        needed += raised.real_cents
    if funds.real_cents is not None and needed > funds.real_cents:
        raise EngineRefusal("reserve_not_covered", needed_cents=needed, held_cents=funds.real_cents)
