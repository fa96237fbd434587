"""The strategy chart that Best Strategy plays and the help pages show, as data."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from tables.engine.actions import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from tables.engine.hand import Hand

Choices = tuple[str, ...]
"""Actions from best to last; the last one, hit or stand, is always legal."""
Row = tuple[Choices, ...]
"""By the up card's points: 1 for an ace to 10; place 0 is empty."""

UP_CARDS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 1)
"""Columns as charts show them: the ace comes last."""
HARD_TOTALS = range(5, 21)
SOFT_TOTALS = range(13, 21)
PAIR_VALUES = (2, 3, 4, 5, 6, 7, 8, 9, 10, 1)

_LETTER = {HIT: "h", STAND: "s", DOUBLE: "d", SPLIT: "p", SURRENDER: "r"}


@dataclass(frozen=True, slots=True)
class Chart:
    """What to do by total, softness, pair and up card; nothing else about a hand counts.

    ``hard`` and ``soft`` are indexed by total (to 21), ``pairs`` by the card's points (1 for aces).
    ``even_money`` says whether a blackjack takes 1:1 against an ace. Insurance is never taken.
    """

    hard: tuple[Row, ...]
    soft: tuple[Row, ...]
    pairs: tuple[Row, ...]
    even_money: bool

    def decide(self, total: int, soft: bool, pair: int, up: int, legal: Collection[str]) -> str:
        """The best of the ``legal`` actions; hit and stand must be among them.

        ``pair`` is the points of one card of a pair (1 for aces), 0 for any other hand. A pair that
        may not be split is played by its total.
        """
        rows = self.pairs[pair] if pair else (self.soft if soft else self.hard)[total]
        for action in rows[up]:
            if action in legal:
                return action
        raise ValueError(f"neither hit nor stand is legal: {sorted(legal)}")

    def __call__(self, hand: Hand, up: int, legal: Collection[str]) -> str:
        """``decide`` for an open hand of the engine."""
        pair = hand.hard // 2 if hand.is_pair else 0
        return self.decide(hand.total, hand.soft, pair, up, legal)

    def sections(self) -> dict[str, list[tuple[int, list[str]]]]:
        """Codes for a page: by section, rows of total (or pair card) and codes by ``UP_CARDS``."""
        shown: dict[str, tuple[Iterable[int], tuple[Row, ...]]] = {
            "hard": (HARD_TOTALS, self.hard),
            "soft": (SOFT_TOTALS, self.soft),
            "pairs": (PAIR_VALUES, self.pairs),
        }
        return {
            name: [(key, [code(rows[key][up]) for up in UP_CARDS]) for key in keys]
            for name, (keys, rows) in shown.items()
        }


def code(choices: Choices) -> str:
    """``H``, ``S``, ``Dh`` (double, else hit), ``Ds``, ``Rh``, ``Rs``, ``Rp``; ``P`` for a split.

    A pair that may not be split is played by its total, so ``P`` needs no second letter.
    """
    first = _LETTER[choices[0]].upper()
    return first if choices[0] == SPLIT or len(choices) == 1 else first + _LETTER[choices[1]]
