"""Stakes with their golden part, and what an added stake costs (rules of the games, section 5)."""

from dataclasses import dataclass

from tables.engine.errors import EngineRefusal


@dataclass(frozen=True, slots=True)
class Stake:
    """What lies on a position: real money in cents, and golden chips by their values in cents.

    Chips stand in the order in which they expire; chips of one value are one pile, of which the
    one that expires first is meant.
    """

    real_cents: int = 0
    golden: tuple[int, ...] = ()

    @property
    def golden_cents(self) -> int:
        """The golden part."""
        return sum(self.golden)

    @property
    def total_cents(self) -> int:
        """Real and golden together."""
        return self.real_cents + sum(self.golden)

    def __add__(self, other: "Stake") -> "Stake":
        return Stake(self.real_cents + other.real_cents, self.golden + other.golden)


NOTHING = Stake()


@dataclass(frozen=True, slots=True)
class Funds:
    """What a player has left: real money (None: as much as is needed) and golden chips."""

    real_cents: int | None = None
    golden: tuple[int, ...] = ()

    def less(self, stake: Stake) -> "Funds":
        """What is left after a stake that these funds cover."""
        chips = list(self.golden)
        for chip in stake.golden:
            chips.remove(chip)
        real = None if self.real_cents is None else self.real_cents - stake.real_cents
        return Funds(real, tuple(chips))


@dataclass(frozen=True, slots=True)
class GoldenRules:
    """A table's switches for golden chips; ``max_per_round`` None is no limit."""

    allowed: bool = True
    max_per_round: int | None = None
    mixed: bool = True
    on_actions: bool = True


UNLIMITED = Funds()
ALL_GOLDEN_ALLOWED = GoldenRules()


def price_added_stake(
    base: Stake, funds: Funds, golden_rules: GoldenRules, chips_used: int
) -> Stake:
    """The stake that doubles ``base``: golden chips by themselves as far as the table allows.

    ``chips_used`` golden chips lie on the table in this round already. Raises
    ``EngineRefusal("insufficient_funds")`` with ``needed_cents`` and ``held_cents`` of real money.
    """
    needed = base.total_cents
    chips: tuple[int, ...] = ()
    if base.golden and golden_rules.allowed and golden_rules.on_actions:
        most = golden_rules.max_per_round
        admitted = len(funds.golden) if most is None else max(most - chips_used, 0)
        chips = nearest_chips(funds.golden, base.golden_cents, needed, admitted)
    if not golden_rules.mixed and sum(chips) != needed:
        chips = ()
    added = Stake(needed - sum(chips), chips)
    require_real(funds, added.real_cents)
    return added


def require_real(funds: Funds, needed_cents: int) -> None:
    """Raises ``EngineRefusal("insufficient_funds")`` if the real money falls short."""
    if funds.real_cents is not None and funds.real_cents < needed_cents:
        raise EngineRefusal(
            "insufficient_funds", needed_cents=needed_cents, held_cents=funds.real_cents
        )


_Places = tuple[int, "_Places"] | None


def nearest_chips(
    chips: tuple[int, ...], target_cents: int, most_cents: int, most_chips: int
) -> tuple[int, ...]:
    """Of ``chips``, in order of expiry, the set whose total is nearest to ``target_cents``.

    It never passes ``most_cents`` or ``most_chips``. Between totals as near: fewer chips, then the
    smaller total; within one total: fewer chips, then those that expire first.
    """
    # For each total the best set, as its size and its places, the first before the chain of the
    # others: going backwards, a set that begins earlier wins among sets of as many chips.
    best: dict[int, tuple[int, _Places]] = {0: (0, None)}
    for place in range(len(chips) - 1, -1, -1):
        for total, (count, places) in list(best.items()):
            longer = total + chips[place]
            if longer > most_cents or count >= most_chips:
                continue
            held = best.get(longer)
            if held is None or count < held[0]:
                best[longer] = count + 1, (place, places)
    nearest = min(best, key=lambda total: (abs(target_cents - total), best[total][0], total))
    found, left = [], best[nearest][1]
    while left is not None:
        place, left = left
        found.append(chips[place])
    return tuple(found)
