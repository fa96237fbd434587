"""Blackjack by enumeration: every hidden card, every draw, one after the other.

Slow and plain on purpose. Nothing here knows of multisets, grids or unnormalised values; the plan
of a split is the only thing taken from the analysis. Cards are points, an ace is 1; a shoe is a
tuple of ten counts.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator

from tables.engine.rules import BlackjackRules

Shoe = tuple[int, ...]
BUST = 22
BLACKJACK = 99


def full_shoe(decks: int, *gone: int) -> Shoe:
    shoe = [4 * decks] * 9 + [16 * decks]
    for card in gone:
        shoe[card - 1] -= 1
    return tuple(shoe)


def total(cards: tuple[int, ...]) -> tuple[int, bool]:
    hard = sum(cards)
    return (hard + 10, True) if 1 in cards and hard <= 11 else (hard, False)


def draws(shoe: Shoe) -> Iterator[tuple[int, float, Shoe]]:
    """Each card that may come: its points, its probability, the shoe without it."""
    left = sum(shoe)
    for place, count in enumerate(shoe):
        if count:
            rest = (*shoe[:place], count - 1, *shoe[place + 1 :])
            yield place + 1, count / left, rest


class Dealer:
    """The dealer's final totals; remembers what it has worked out."""

    def __init__(self, *, hits_soft_17: bool) -> None:
        self.hits_soft_17 = hits_soft_17
        self.known: dict[tuple[Shoe, int, bool], dict[int, float]] = {}

    def finals(self, cards: tuple[int, ...], shoe: Shoe) -> dict[int, float]:
        """Probability of each final total from the dealer's cards: 17 to 21 or ``BUST``."""
        points, soft = total(cards)
        if points > 21:
            return {BUST: 1.0}
        if points >= 17 and not (soft and points == 17 and self.hits_soft_17):
            return {points: 1.0}
        key = (shoe, points, soft)
        if key not in self.known:
            found: dict[int, float] = defaultdict(float)
            for card, chance, rest in draws(shoe):
                for final, share in self.finals((*cards, card), rest).items():
                    found[final] += chance * share
            self.known[key] = dict(found)
        return self.known[key]


def holes(rules: BlackjackRules, up: int, shoe: Shoe) -> Iterator[tuple[int, float, Shoe]]:
    """The hidden cards with which play goes on, with their probabilities before the check."""
    checked = (up == 1 and rules.peeks_on_ace) or (up == 10 and rules.peeks_on_ten)
    for hole, chance, rest in draws(shoe):
        if not (checked and total((up, hole))[0] == 21):
            yield hole, chance, rest


def best_gross(rules: BlackjackRules, hand: tuple[int, ...], up: int) -> tuple[float, float]:
    """What standing and what hitting give back per unit, given that play has got this far.

    After the hit the hand is played as best it can be. Charlie is not known here.
    """
    dealer = Dealer(hits_soft_17=rules.dealer_hits_soft_17)

    def known_holes(cards: tuple[int, ...]) -> list[tuple[int, float, Shoe]]:
        found = list(holes(rules, up, full_shoe(rules.decks, up, *cards)))
        sure = sum(chance for _, chance, _ in found)
        return [(hole, chance / sure, rest) for hole, chance, rest in found]

    def stand(cards: tuple[int, ...]) -> float:
        gross = 0.0
        for hole, chance, rest in known_holes(cards):
            blackjack = total((up, hole))[0] == 21
            finals = {BLACKJACK: 1.0} if blackjack else dealer.finals((up, hole), rest)
            for final, share in finals.items():
                gross += chance * share * (result(total(cards)[0], final) + 1)
        return gross

    def hit(cards: tuple[int, ...]) -> float:
        gross = 0.0
        for _, chance, rest in known_holes(cards):
            for card, share, _ in draws(rest):
                gross += chance * share * value((*cards, card))
        return gross

    memory: dict[tuple[int, ...], float] = {}

    def value(cards: tuple[int, ...]) -> float:
        cards = tuple(sorted(cards))
        points = total(cards)[0]
        if points > 21:
            return 0.0
        if cards not in memory:
            memory[cards] = stand(cards) if points == 21 else max(stand(cards), hit(cards))
        return memory[cards]

    return stand(hand), hit(hand)


def result(mine: int, final: int) -> int:
    """Of a hand that did not bust, per unit of its stake."""
    if final == BUST:
        return 1
    return (mine > final) - (mine < final)


Decide = Callable[[tuple[int, ...]], str]
Hands = tuple[tuple[int, int], ...]
"""Total (22 and more: bust) and stake of each hand that is done."""


class SplitRound:
    """All hands of one split pair against one up card, in the order in which the engine deals."""

    def __init__(self, rules: BlackjackRules, pair: int, up: int, decide: Decide) -> None:
        self.rules, self.pair, self.up, self.decide = rules, pair, up, decide
        self.ends: dict[tuple[Shoe, Hands], float] = defaultdict(float)

    def figures(self) -> dict[str, float]:
        """Net, added stakes, square of the net, and the chance that the check lets play begin."""
        sums: dict[str, float] = defaultdict(float)
        dealer = Dealer(hits_soft_17=self.rules.dealer_hits_soft_17)
        shoe = full_shoe(self.rules.decks, self.pair, self.pair, self.up)
        for hole, chance, rest in holes(self.rules, self.up, shoe):
            self.ends.clear()
            self._split(chance, rest, (), (), 1)
            for (left, hands), weight in self.ends.items():
                blackjack = total((self.up, hole))[0] == 21
                finals = {BLACKJACK: 1.0} if blackjack else dealer.finals((self.up, hole), left)
                for final, share in finals.items():
                    net = sum(self._net(points, stake, final) for points, stake in hands)
                    sums["net"] += weight * share * net
                    sums["square"] += weight * share * net**2
                    sums["added"] += weight * share * (sum(stake for _, stake in hands) - 1)
                    sums["chance"] += weight * share
        return sums

    def _net(self, points: int, stake: int, final: int) -> int:
        if points > 21:
            return -stake
        back = self.rules.double_back_on_ten_blackjack and self.up == 10
        if final == BLACKJACK and back:
            return -1
        return stake * result(points, final)

    def _split(
        self,
        chance: float,
        shoe: Shoe,
        waiting: tuple[tuple[int, ...], ...],
        done: Hands,
        hands: int,
    ) -> None:
        for right, one, after in draws(shoe):
            for left, other, rest in draws(after):
                halves = ((self.pair, right), (self.pair, left))
                self._play(chance * one * other, rest, halves + waiting, done, hands + 1)

    def _play(
        self,
        chance: float,
        shoe: Shoe,
        waiting: tuple[tuple[int, ...], ...],
        done: Hands,
        hands: int,
    ) -> None:
        if not waiting:
            self.ends[shoe, tuple(sorted(done))] += chance
            return
        hand, *others = waiting
        rest = tuple(others)
        points = total(hand)[0]
        stands = points >= 21 or (self.pair == 1 and self.rules.split_aces_one_card)
        again = hand == (self.pair, self.pair) and hands < self.rules.max_hands
        if again and not stands:
            self._split(chance, shoe, rest, done, hands)
            return
        action = "stand" if stands else self.decide(hand)
        if action == "stand":
            self._play(chance, shoe, rest, (*done, (points, 1)), hands)
            return
        for card, share, left in draws(shoe):
            drawn = (*hand, card)
            if action == "double":
                ended = (*done, (total(drawn)[0], 2))
                self._play(chance * share, left, rest, ended, hands)
            else:
                self._play(chance * share, left, (drawn, *rest), done, hands)
