"""What golden chips refuse.

Every sentence says what is wrong and what can be done. Facts ending in ``_cents`` are shown as
money.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from casino.errors import CasinoError, gettext_noop


class GoldenPileExceeded(CasinoError):
    """More chips of a value are bet than the player can bet here now: they are somebody else's,
    spent, expired, cancelled, or good elsewhere. Facts: ``chip_cents``, ``bet``, ``held``."""

    code = "golden_pile_exceeded"
    status = 409
    sentence = gettext_noop(
        "%(bet)s golden chips of %(chip_cents)s are bet and you have %(held)s that are good here "
        "now. Take the others away and bet again."
    )


class CampaignRefused(CasinoError):
    """What a campaign is to be does not go together. Facts: ``field``, ``problem``."""

    code = "campaign_refused"
    words = ("problem",)
    sentence = gettext_noop("%(field)s: %(problem)s")


class ReasonMissing(CasinoError):
    """Chips are granted and cancelled for a reason."""

    code = "reason_missing"
    sentence = gettext_noop("Give the reason; it is kept with the record.")


class GrantIsOver(CasinoError):
    """The grant was cancelled or has expired."""

    code = "grant_is_over"
    status = 409
    sentence = gettext_noop("This grant is over already.")


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line of a list that cannot be carried out. ``number`` counts from 1."""

    number: int
    text: str
    problem: str


class GrantRefused(CasinoError):
    """Nobody was granted anything. ``problems`` lists every line that is in the way, and what is
    wrong with the whole. Facts: ``problems``, their number."""

    code = "grant_refused"
    status = 409
    sentence = gettext_noop(
        "No chips were granted, because of %(problems)s problems. Mend the list and send it again."
    )

    def __init__(self, lines: Sequence[BadLine]) -> None:
        super().__init__(problems=len(lines))
        self.lines = tuple(lines)
