"""A player's statement of account for a period: money, golden chips, and that it adds up."""

import datetime
import uuid
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from django.utils import timezone

from casino.models import User
from casino.moments import one_moment
from casino.periods import Period
from golden_chips.selectors.statement import (
    ChipLine,
    chip_lines,
    chips_before,
    golden_references,
)
from tables.models import Round
from wallet.selectors.statement import Balances, StatementLine, balances_before, statement_lines


@dataclass(frozen=True, slots=True)
class Statement:
    """What stood before the period and after it, each by the books alone, and all that moved.

    ``golden_rounds`` are the references of rounds with golden chips of the player in them.
    """

    player: str
    period: Period
    made_at: datetime.datetime
    opening: Balances
    closing: Balances
    lines: Sequence[StatementLine]
    chips_opening_cents: int
    chips_closing_cents: int
    chip_lines: Sequence[ChipLine]
    golden_rounds: Collection[str]

    @property
    def moved(self) -> Balances:
        """All movements together."""
        return Balances(
            sum(line.cash_cents for line in self.lines),
            sum(line.tables_cents for line in self.lines),
        )

    @property
    def adds_up(self) -> bool:
        """Opening balance and movements make the closing balance, of each kind."""
        last = self.lines[-1].after if self.lines else self.opening
        chips = self.chips_opening_cents + sum(line.moved_cents for line in self.chip_lines)
        return last == self.closing and chips == self.chips_closing_cents

    @property
    def has_chips(self) -> bool:
        """Whether golden chips were there at all."""
        return bool(self.chip_lines or self.chips_opening_cents)


def player_statement(*, player: User, period: Period) -> Statement:
    """All of it as it stood at one moment: nine queries, however much moved."""
    since, until = period.start, period.end
    with one_moment():
        opening = balances_before(player=player, moment=since)
        chips = chips_before(player=player, moment=since)
        return Statement(
            player=player.username,
            period=period,
            made_at=timezone.now(),
            opening=opening,
            closing=balances_before(player=player, moment=until),
            lines=list(statement_lines(player=player, since=since, until=until, opening=opening)),
            chips_opening_cents=chips,
            chips_closing_cents=chips_before(player=player, moment=until),
            chip_lines=list(
                chip_lines(player=player, since=since, until=until, opening_cents=chips)
            ),
            golden_rounds=golden_references(player=player, moment=until),
        )


def round_addresses(*, references: Iterable[str]) -> dict[str, uuid.UUID]:
    """The rounds that some references name, with what their pages are called by: one query."""
    numbers = {
        int(reference[1:])
        for reference in references
        if reference.startswith("R") and reference[1:].isdecimal()
    }
    found = Round.objects.filter(pk__in=numbers).values_list("pk", "public_id")
    return {f"R{pk:09d}": public_id for pk, public_id in found}
