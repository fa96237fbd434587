"""A round's mean result, its stakes and its variance."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Returns:
    """A round of one box: what comes back and how much it varies, in initial stakes.

    ``net`` is the mean result per initial bet (−0.005 for a return of 99.5 %), ``stakes`` the mean
    of all stakes of the round (1 for the initial one), ``variance`` that of the result.
    """

    net: float
    stakes: float
    variance: float

    @property
    def per_initial(self) -> float:
        """Mean return per unit of initial bet."""
        return 1 + self.net

    @property
    def per_staked(self) -> float:
        """Mean return per unit staked: the RTP of the rules of the games, section 2."""
        return 1 + self.net / self.stakes
