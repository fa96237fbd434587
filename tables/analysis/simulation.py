"""Rounds played by the chart through the engine that the pages use, to check what is counted.

Every round begins with a fresh shoe, as the analysis assumes, unless the cut card is asked for. One
box is played for one euro on the main bet (and one on every side bet, if wanted), so that no amount
is ever cut down.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import nan, sqrt
from random import Random

from tables.analysis.chart import Chart
from tables.analysis.duel import DuelChart
from tables.analysis.report import chart, duel_chart, report
from tables.engine import actions
from tables.engine.actions import Action
from tables.engine.bets import MAIN, BoxBets
from tables.engine.cardplay import OFFERS, OVER
from tables.engine.cards import VALUE
from tables.engine.duel import RAISE, DuelRound
from tables.engine.hand import OPEN
from tables.engine.round import BlackjackRound
from tables.engine.rules import BlackjackRules, DuelRules, Rules, cut_position
from tables.engine.settlement import Bet
from tables.engine.shoe import FreshShoe
from tables.engine.stake import Stake

STAKE_CENTS = 100
CHUNK = 5_000
_STAKE = Stake(STAKE_CENTS)


@dataclass(slots=True)
class Sample:
    """Sums over rounds for one bet, in cents; squares are of a round's net result."""

    rounds: int = 0
    net: int = 0
    square: int = 0
    staked: int = 0

    def add(self, other: "Sample") -> None:
        self.rounds += other.rounds
        self.net += other.net
        self.square += other.square
        self.staked += other.staked

    @property
    def mean(self) -> float:
        """Mean net result per initial bet."""
        return self.net / self.rounds / STAKE_CENTS

    @property
    def variance(self) -> float:
        """Of the net result per initial bet."""
        return float(self.square / self.rounds / STAKE_CENTS**2 - self.mean**2)

    @property
    def standard_error(self) -> float:
        """Of ``mean``."""
        return sqrt(self.variance / self.rounds)

    @property
    def per_staked(self) -> float:
        """Return per unit staked."""
        return 1 + self.net / self.staked

    def distance(self, net: float) -> float:
        """How many standard errors ``mean`` lies above ``net``."""
        return (self.mean - net) / self.standard_error if self.standard_error else nan


@dataclass(frozen=True, slots=True)
class Task:
    """A part of a simulation that one process plays: chunk ``number`` of ``seed``."""

    rules: Rules
    rounds: int
    seed: int
    number: int
    sides: bool = False
    cut_card: bool = False


Samples = dict[str, Sample]
"""By bet: ``main`` (raises and added stakes with it) and the names of side bets."""


def tasks(
    rules: Rules, *, rounds: int, seed: int, sides: bool = False, cut_card: bool = False
) -> Iterator[Task]:
    """``rounds`` in chunks, each with random numbers of its own: any process may play any of them
    and the sums are the same."""
    for number, begun in enumerate(range(0, rounds, CHUNK)):
        yield Task(rules, min(CHUNK, rounds - begun), seed, number, sides, cut_card)


def play(task: Task) -> Samples:
    """Play one chunk. The cut card is for rules that use one: without it a shoe never ends."""
    rules = task.rules
    # Nobody plays against these numbers: they have to repeat, not to be secret.
    random = Random(f"{task.seed}/{task.number}")
    shoe = FreshShoe(rules.decks, random.random)
    side_stakes = dict.fromkeys(rules.side_pays, _STAKE) if task.sides else {}
    bets = (BoxBets(1, _STAKE, side_stakes),)
    play_round = _player(rules, shoe, bets)
    cut_at = 0
    if task.cut_card and isinstance(rules, BlackjackRules):
        cut_at = cut_position(rules)
    samples: Samples = {name: Sample(task.rounds) for name in (MAIN, *side_stakes)}
    for _ in range(task.rounds):
        if shoe.position >= cut_at:
            shoe.shuffle()
        _count(samples, play_round())
    return samples


def expected_net(rules: Rules) -> Mapping[str, float]:
    """What ``Sample.mean`` should come near to, by bet."""
    exact = report(rules)
    sides = {name: side.per_staked - 1 for name, side in exact.sides.items()}
    return {MAIN: exact.chart_returns.net, **sides}


def _count(samples: Samples, settled: list[Bet]) -> None:
    main = 0
    for bet in settled:
        staked = bet.stake.total_cents
        net = bet.paid_cents - staked
        name = bet.position.partition(":")[2]
        if name in (MAIN, RAISE):
            main += net
            samples[MAIN].staked += staked
        else:
            side = samples[name]
            side.net += net
            side.square += net * net
            side.staked += staked
    sample = samples[MAIN]
    sample.net += main
    sample.square += main * main


def _player(rules: Rules, shoe: FreshShoe, bets: tuple[BoxBets, ...]) -> Callable[[], list[Bet]]:
    """A function that plays one round by the chart and tells what came of the bets."""
    if isinstance(rules, DuelRules):
        choices = duel_chart(rules)
        return lambda: _play_duel(DuelRound(rules, shoe, bets), choices)
    decide = chart(rules)
    return lambda: _play_blackjack(BlackjackRound(rules, shoe, bets), decide)


def _play_blackjack(game: BlackjackRound, decide: Chart) -> list[Bet]:
    game.deal()
    play = game.play
    while play.phase == OFFERS:
        hand, offer = next(iter(game.offers.items()))
        takes = decide.even_money and offer == actions.EVEN_MONEY
        game.apply(Action(hand, offer if takes else actions.NO))
    while play.phase != OVER:
        turn = play.turns()[0]
        kind = decide(turn, play.up_value, play.legal(turn))
        costs = kind in (actions.DOUBLE, actions.SPLIT)
        game.apply(Action(turn.name, kind, _STAKE if costs else None))
    return game.settled()


def _play_duel(game: DuelRound, choices: DuelChart) -> list[Bet]:
    game.deal()
    hand = game.hands[0]
    up = VALUE[hand.cards[0]]
    left, right = (VALUE[game.community[place]] for place in (actions.LEFT, actions.RIGHT))
    kind = choices.first(up, left, right)
    if kind == actions.FOLD:
        game.apply(Action(hand.name, kind))
        return game.settled()
    game.apply(Action(hand.name, kind, _STAKE))
    if hand.status == OPEN:
        taken, other = (left, right) if kind == actions.LEFT else (right, left)
        game.apply(Action(hand.name, choices.second(up, taken, other)))
    return game.settled()
