"""What a check of the books reports. Each app adds its own to ``settings.RECONCILE_CHECKS``."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """One thing that does not hold: a code for machines, a sentence for the people who look."""

    code: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Check:
    """One statement about the books, how many things it was tried on, and where it fails."""

    statement: str
    counted: int
    discrepancies: tuple[Discrepancy, ...]


class BooksDoNotBalance(Exception):
    """Some check failed; the discrepancies are in the log."""
