"""The exact return of a blackjack rule set under a strategy, and the best strategy there is.

A fresh shoe and one box. The optimum decides each hand by its cards and the up card to gain the
most per initial bet; ``splits`` says what it may know about sister hands. Insurance is never part
of it: even with one deck and no ten in the hand the hidden card is a ten in 16 of 49 cases, less
than the third that would pay.

The cut card is not modelled. Rounds from a shoe that is played to a fixed depth return slightly
less than first rounds: those in which many small cards leave take more cards, so that fewer rounds
get the better shoe that follows. ``manage.py simulate --cut-card`` plays such shoes.
"""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from tables.analysis.course import Plan, Tally, follow, tally
from tables.analysis.field import Field, base_field, split_field
from tables.analysis.hands import ACE, RANKS, TEN, Bools, Floats, Ints, shoe_counts
from tables.analysis.returns import Returns
from tables.analysis.splits import split_results
from tables.engine.rules import BLACKJACK_PAYS, BlackjackRules


@dataclass(frozen=True)
class Strategy:
    """Every decision of a box. ``surrender`` and ``split`` go before the plan.

    ``plan`` and ``surrender`` (n, 10 up cards) are over the base field, ``split`` is (10 pairs, 10
    up cards), ``split_plan`` over the split fields.
    """

    plan: Plan
    surrender: Bools
    split: Bools
    split_plan: Plan
    even_money: bool


class Game:
    """A rule set with the tables that all strategies for it share.

    ``fields`` are the base field and the split field with one more pair card out, if they are not
    those of plain stakes.
    """

    def __init__(self, rules: BlackjackRules, fields: tuple[Field, Field] | None = None) -> None:
        self.rules = rules
        self.base, self.after_split = fields or plain_fields(rules)
        self._more_gone: dict[int, tuple[Field, Bools]] = {}
        self._split_tallies: dict[bytes, Tally] = {}

    def _split_field(self, others: int, wanted: Bools) -> Field:
        """A split field for resplits, grown by those hands ``wanted`` that it lacks."""
        field, known = self._more_gone.get(others, (None, np.zeros_like(wanted)))
        missing = wanted & ~known
        if field is None or missing.any():
            more = split_field(self.rules, others, missing)
            field = (
                more if field is None else replace(field, outcomes=field.outcomes + more.outcomes)
            )
            self._more_gone[others] = field, known | wanted
        return field

    @cached_property
    def deal(self) -> Floats:
        """Probability of each two-card hand and up card, zero for other sizes, (n, 10)."""
        grid, shoe = self.base.grid, shoe_counts(self.rules.decks)
        two = grid.of_size(2)
        counts = grid.counts[two]
        size = int(shoe.sum())
        hands = np.prod(np.where(counts == 2, shoe * (shoe - 1), shoe**counts), axis=1)
        orders = np.where((counts == 2).any(axis=1), 1, 2)
        probability = np.zeros((grid.rows, RANKS))
        up = grid.unseen[two] / (size - 2)
        probability[two] = (hands * orders / (size * (size - 1)))[:, None] * up
        return probability

    @cached_property
    def natural(self) -> int:
        """The row of ace and ten."""
        return self.two_cards(ACE, TEN)

    @cached_property
    def pair_rows(self) -> Ints:
        """The rows of the pairs, in order of rank."""
        return np.array([self.two_cards(rank, rank) for rank in range(RANKS)])

    def two_cards(self, one: int, other: int) -> int:
        """The row of a hand of two cards by their ranks."""
        wanted = np.bincount([one, other], minlength=RANKS)
        return int(np.flatnonzero((self.base.grid.counts == wanted).all(axis=1))[0])

    @cached_property
    def even_money_pays(self) -> bool:
        """Whether a sure 1:1 beats what blackjack makes against an ace."""
        no_push = 1 - self.base.blackjack[self.natural, ACE]
        sure, gain = self._natural_nets
        return self.rules.even_money_offered and bool(no_push * gain < sure)

    @property
    def _natural_nets(self) -> tuple[float, float]:
        """Net result of even money, and of a blackjack that wins."""
        won, to = BLACKJACK_PAYS[self.rules.blackjack_pays]
        lost = self.base.kept - 1
        return self.base.gain + lost, self.base.gain * won / to + lost

    def split_plan(self, plan: Plan) -> Plan:
        """``plan`` over the split fields, less what the rules forbid there."""
        field = self.after_split
        aces = (field.pair == ACE)[:, None]
        double = plan.double & field.may_double & ~aces & self.rules.double_after_split
        one_card = aces & self.rules.split_aces_one_card
        return Plan(hit=plan.hit & ~field.final & ~one_card, double=double)

    def split_tally(self, plan: Plan) -> Tally:
        """All hands of each split pair played by ``plan``, (10 pairs, 10 up cards, …)."""
        key = plan.hit.tobytes() + plan.double.tobytes()
        if key not in self._split_tallies:
            self._split_tallies[key] = split_results(self.after_split, self._split_field, plan)
        return self._split_tallies[key]

    def split_net(self, split: Tally) -> Floats:
        """Net result of splitting, with the deals that a check ends, (10 pairs, 10)."""
        return np.asarray(split.net * self.split_share - 1 + self.base.in_play[self.pair_rows])

    @property
    def split_share(self) -> float:
        """The hands of a split that count: one of two where only the first stake does."""
        return 0.5 if self.base.first_stake_only else 1.0

    @cached_property
    def surrender_net(self) -> Floats:
        """Net result of late surrender, (n, 10); minus infinity where it is barred."""
        if not self.rules.late_surrender:
            return np.full_like(self.base.gross, -np.inf)
        return np.asarray(self.base.in_play / 2 - 1)

    def returns(self, strategy: Strategy) -> Returns:
        """The exact return of ``strategy``."""
        split = self.split_tally(strategy.split_plan)
        start = self.deal.copy()
        natural = start[self.natural].copy()
        start[self.natural] = 0
        checked = (start * (1 - self.base.in_play)).sum()
        pairs = start[self.pair_rows] * strategy.split
        start[self.pair_rows] -= pairs
        surrendered = (start * strategy.surrender * self.base.in_play).sum()
        start *= ~strategy.surrender
        played = tally(self.base, start, follow(self.base, strategy.plan, start))
        parts = played + split.times(pairs * self.split_share)
        won, won_square = self._natural_result(natural, even_money=strategy.even_money)
        net = parts.net.sum() - checked - surrendered / 2 + won
        square = parts.square.sum() + checked + surrendered / 4 + won_square
        return Returns(
            net=float(net),
            stakes=float(1 + parts.added.sum()),
            variance=float(square - net**2),
        )

    def _natural_result(self, dealt: Floats, *, even_money: bool) -> tuple[float, float]:
        """Mean result of player's blackjacks, and of its square, over all deals."""
        wins = dealt * (1 - self.base.blackjack[self.natural])
        sure = 0.0
        if even_money:
            sure, wins[ACE] = float(dealt[ACE]), 0
        paid = float(wins.sum())
        even, gain = self._natural_nets
        return sure * even + paid * gain, sure * even**2 + paid * gain**2


def plain_fields(rules: BlackjackRules) -> tuple[Field, Field]:
    """The fields of a game for stakes that a win doubles."""
    return base_field(rules), split_field(rules, others=1)


def best_strategy(game: Game) -> Strategy:
    """The composition-dependent optimum per initial bet."""
    plan = _best_plan(game.base)
    split_plan = game.split_plan(_best_plan(game.after_split))
    play_on = np.where(plan.hit, game.base.hit_values(), game.base.gross) - 1
    play_on = np.where(plan.double, game.base.double_net, play_on)
    surrender = game.surrender_net > play_on
    otherwise = np.maximum(play_on, game.surrender_net)[game.pair_rows]
    split = game.split_net(game.split_tally(split_plan)) > otherwise
    return Strategy(plan, surrender, split, split_plan, game.even_money_pays)


def _best_plan(field: Field) -> Plan:
    hit_values = field.hit_values()
    hit = (hit_values > field.gross) & ~field.final
    return Plan(hit, double=field.double_net > np.where(hit, hit_values, field.gross) - 1)
