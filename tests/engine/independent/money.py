"""Stakes of real money and golden chips, and what a player has left for added stakes."""

import re
from dataclasses import dataclass, field, replace
from itertools import combinations

from tests.engine.independent.errors import Refused


def cents(text: object) -> int:
    if not isinstance(text, str) or not re.fullmatch(r"[0-9]+\.[0-9]{2}", text):
        raise Refused(f"not an amount: {text!r}")
    return int(text.replace(".", ""))


def euro(amount: int) -> str:
    sign = "-" if amount < 0 else ""
    return f"{sign}{abs(amount) // 100}.{abs(amount) % 100:02d}"


@dataclass
class Stake:
    real: int = 0
    chips: list[int] = field(default_factory=list)

    @property
    def golden(self) -> int:
        return sum(self.chips)

    @property
    def whole(self) -> int:
        return self.real + self.golden


@dataclass
class Bet:
    """One position of one player: its stake, what a double added, and how it ended."""

    player: str
    position: str
    stake: Stake
    added: Stake = field(default_factory=Stake)
    paid: int = 0
    golden_returned: int = 0
    result: str = ""

    def win(self, pays: int, to: int = 1, result: str = "win") -> None:
        """Pay each part `pays` to `to`, cut down; a winning golden chip itself is gone."""
        real = self.stake.real + self.added.real
        golden = self.stake.golden + self.added.golden
        self.paid = real + real * pays // to + golden * pays // to
        self.result = result

    def lose(self) -> None:
        self.result = "lose"

    def push(self) -> None:
        self.paid = self.stake.real + self.added.real
        self.golden_returned = self.stake.golden + self.added.golden
        self.result = "push"

    def lose_but_return_double(self) -> None:
        self.paid = self.added.real
        self.golden_returned = self.added.golden
        self.result = "lose"

    def lose_half(self) -> None:
        """Surrender: half of the real part comes back, a chip has no half."""
        self.paid = self.stake.real // 2
        self.result = "lose"

    def row(self) -> dict[str, str]:
        return {
            "player": self.player,
            "position": self.position,
            "real": euro(self.stake.real + self.added.real),
            "golden": euro(self.stake.golden + self.added.golden),
            "paid": euro(self.paid),
            "golden_returned": euro(self.golden_returned),
            "result": self.result,
        }


@dataclass
class Purse:
    """What a player has left: real cents (None: no end), chips in order of expiry."""

    real: int | None
    chips: list[int]
    mixed: bool = True
    on_actions: bool = True
    max_per_round: int | None = None
    chips_used: int = 0

    def pay(self, amount: int) -> None:
        if self.real is None:
            return
        if self.real < amount:
            raise Refused("the real balance does not cover it")
        self.real -= amount

    def add_to(self, base: Stake) -> Stake:
        """Put up a stake equal to `base`; refused, with nothing changed, when it cannot be paid."""
        picked = self._pick(base) if base.chips and self.on_actions else ()
        golden = sum(self.chips[index] for index in picked)
        if not self.mixed and golden != base.whole:
            picked, golden = (), 0
        self.pay(base.whole - golden)
        stake = Stake(base.whole - golden, [self.chips[index] for index in picked])
        self.chips = [chip for index, chip in enumerate(self.chips) if index not in picked]
        self.chips_used += len(picked)
        return stake

    def copy(self) -> "Purse":
        return replace(self, chips=list(self.chips))

    def can_add_to(self, base: Stake) -> bool:
        try:
            self.copy().add_to(base)
        except Refused:
            return False
        return True

    def _pick(self, base: Stake) -> tuple[int, ...]:
        """Of all sets that may be put up, the one nearest to the golden part of `base`.

        Equally near: fewer chips, then the smaller total, then those that expire first.
        """
        most = len(self.chips)
        if self.max_per_round is not None:
            most = min(most, self.max_per_round - self.chips_used)
        sets = [
            chosen
            for size in range(most + 1)
            for chosen in combinations(range(len(self.chips)), size)
            if sum(self.chips[index] for index in chosen) <= base.whole
        ]

        def rank(chosen: tuple[int, ...]) -> tuple[int, int, int, tuple[int, ...]]:
            golden = sum(self.chips[index] for index in chosen)
            return abs(golden - base.golden), len(chosen), golden, chosen

        return min(sets, key=rank, default=())
