"""21 Duel exactly: all cards of a hand, the table and the dealer counted (section 3 of the rules).

One hand from a fresh shoe. The player decides by his up card and the two community cards; his own
hidden card and the dealer's two are drawn from what is left. Cards are points, an ace is 1.
"""

from dataclasses import dataclass
from itertools import combinations_with_replacement

import numpy as np

from tables.analysis.hands import RANKS, Floats, Ints, hand_totals, shoe_counts
from tables.analysis.returns import Returns
from tables.engine.actions import FOLD, HIT, LEFT, RIGHT, STAND
from tables.engine.cards import Card
from tables.engine.duel import DEALER_QUALIFIES_WITH, DEALER_STANDS_ON, house_place

_BUST = 0  # as a dealer's total: below every hand that is not bust


@dataclass(frozen=True, slots=True)
class DuelPays:
    """Net results of a hand in antes; ``ante_only``: the dealer does not qualify."""

    fold: float = -1.0
    lost: float = -2.0
    ante_only: float = 1.0
    won: float = 2.0


PLAIN_PAYS = DuelPays()


@dataclass(frozen=True, slots=True)
class DuelChoice:
    """What to do with an up card and two community cards.

    ``take`` is the points of the community card to raise with, 0 for a fold; ``then`` the action
    after it. ``net`` is the mean result in antes.
    """

    take: int
    then: str
    net: float


@dataclass(frozen=True, slots=True)
class DuelChart:
    """The optimal play. Keys are points: up card and the community cards in rising order.

    ``choices`` is the play from the start; ``after`` (up, taken, left on the table) tells hit from
    stand for any card taken, also one that the optimum would not take.
    """

    choices: dict[tuple[int, int, int], DuelChoice]
    after: dict[tuple[int, int, int], str]

    def first(self, up: int, left: int, right: int) -> str:
        """Fold, or raise with the left or the right community card."""
        low, high = sorted((left, right))
        take = self.choices[up, low, high].take
        if take == 0:
            return FOLD
        return LEFT if take == left else RIGHT

    def second(self, up: int, taken: int, other: int) -> str:
        """After the raise: turn the hidden card into the hand or throw it away."""
        return self.after[up, taken, other]


def analyse_duel(decks: int, pays: DuelPays = PLAIN_PAYS) -> tuple[DuelChart, Returns]:
    """The optimal play of one hand and its exact return on the main game.

    With other ``pays`` than those of plain stakes (``tables.analysis.golden``) the net result alone
    has a meaning.
    """
    choices: dict[tuple[int, int, int], DuelChoice] = {}
    after: dict[tuple[int, int, int], str] = {}
    net = square = raised = 0.0
    for table in combinations_with_replacement(range(1, RANKS + 1), 2):
        dealer = _dealer_totals(*table)
        for up in range(1, RANKS + 1):
            seen = (up, *table)
            hidden = _hidden_cards(decks, seen)
            best = DuelChoice(0, "", pays.fold), pays.fold**2
            for taken, other in {table, table[::-1]}:
                then, mean, mean_square = _raise(up, taken, dealer, hidden, pays)
                after[up, taken, other] = then
                if mean > best[0].net:
                    best = DuelChoice(taken, then, mean), mean_square
            choices[seen] = best[0]
            chance = _chance(decks, seen)
            net += chance * best[0].net
            square += chance * best[1]
            raised += chance * (best[0].take > 0)
    return DuelChart(choices, after), Returns(net, 1 + raised, square - net**2)


def _chance(decks: int, seen: tuple[int, int, int]) -> float:
    """Probability of an up card and two community cards in either order."""
    shoe, left, chance = shoe_counts(decks), 52 * decks, 1.0
    for card in seen:
        chance *= float(shoe[card - 1]) / left
        shoe[card - 1] -= 1
        left -= 1
    return chance if seen[1] == seen[2] else 2 * chance


def _hidden_cards(decks: int, seen: tuple[int, int, int]) -> Floats:
    """Probability of the player's hidden card and the dealer's two, shape (10, 10, 10)."""
    shoe = shoe_counts(decks) - np.bincount(seen, minlength=RANKS + 1)[1:]
    one = np.eye(RANKS)
    first = np.maximum(shoe, 0.0)
    second = np.maximum(shoe - one, 0)
    third = np.maximum(shoe - one[:, None, :] - one[None, :, :], 0)
    left = int(shoe.sum())
    ways = first[:, None, None] * second[:, :, None] * third
    return np.asarray(ways / (left * (left - 1) * (left - 2)))


def _card(points: int) -> Card:
    """Any card that counts so many points."""
    return Card((points - 1) * 4)


def _total(*cards: int) -> tuple[int, bool]:
    total, soft = hand_totals(np.bincount(cards, minlength=RANKS + 1)[None, 1:])
    return int(total[0]), bool(soft[0])


def _dealer_totals(low: int, high: int) -> Ints:
    """The dealer's final total by his first and second hidden card, (10, 10); 0 for a bust."""
    totals = np.zeros((RANKS, RANKS), dtype=np.int64)
    for first in range(1, RANKS + 1):
        place = house_place(_card(first), _card(low), _card(high))
        joined = low if place == LEFT else high
        two = _total(first, joined)[0]
        for second in range(1, RANKS + 1):
            final = two if two >= DEALER_STANDS_ON else _total(first, joined, second)[0]
            totals[first - 1, second - 1] = final if final <= 21 else _BUST
    return totals


def _raise(
    up: int, taken: int, dealer: Ints, hidden: Floats, pays: DuelPays
) -> tuple[str, float, float]:
    """The better way to go on after a raise, its mean result and the mean of its square."""
    total = _total(up, taken)[0]
    stand = _result(np.array([total]), dealer, pays)
    stand_mean = float((hidden * stand).sum())
    if total < 21:
        drawn = np.array([_total(up, taken, card)[0] for card in range(1, RANKS + 1)])
        hit = _result(drawn, dealer, pays)
        hit_mean = float((hidden * hit).sum())
        if hit_mean > stand_mean:
            return HIT, hit_mean, float((hidden * hit**2).sum())
    return STAND, stand_mean, float((hidden * stand**2).sum())


def _result(mine: Ints, dealer: Ints, pays: DuelPays) -> Floats:
    """Ante and raise together, for player's totals (k,) and dealer's (10, 10): (k, 10, 10)."""
    outcome = np.sign(mine[:, None, None] - dealer)
    result = np.choose(outcome + 1, (pays.lost, 0.0, pays.won))
    # Below 13 the dealer does not qualify: the ante wins, the raise is a push.
    result = np.where((dealer != _BUST) & (dealer < DEALER_QUALIFIES_WITH), pays.ante_only, result)
    return np.asarray(np.where(mine[:, None, None] > 21, pays.lost, result))
