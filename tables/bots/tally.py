"""What the bots of a run have done and met, together."""

import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass
class Tally:
    """Counts, refusals by code, and how long the answers took, in seconds by kind of request."""

    rounds: set[str] = field(default_factory=set)
    done: Counter[str] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)
    seconds: dict[str, list[float]] = field(default_factory=dict)
    messages: int = 0
    cut_streams: int = 0
    lost: Counter[str] = field(default_factory=Counter)

    def took(self, kind: str, seconds: float) -> None:
        """One answer came after so long."""
        self.seconds.setdefault(kind, []).append(seconds)

    def lines(self, players: int, seconds: float) -> list[tuple[str, str]]:
        """The summary, as a name and a figure each."""
        found = [
            ("players", str(players)),
            ("seconds", f"{seconds:.0f}"),
            ("rounds", str(len(self.rounds))),
            ("bets", str(self.done["bets"])),
            ("votes", str(self.done["vote"])),
            ("insurance answers", str(self.done["insurance"])),
            ("messages", str(self.messages)),
            ("streams cut", str(self.cut_streams)),
            ("refusals", _counts(self.refusals)),
            ("bots lost", _counts(self.lost)),
        ]
        for kind, taken in sorted(self.seconds.items()):
            found.append((f"{kind}, median and 95 %", _times(taken)))
        return found


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counts.items())) or "none"


def _times(taken: Sequence[float]) -> str:
    ranked = sorted(taken)
    late = ranked[min(len(ranked) - 1, round(len(ranked) * 0.95))]
    return f"{statistics.median(ranked) * 1000:.0f} ms, {late * 1000:.0f} ms"
