"""What transfers say, for a report to be held against."""

from collections.abc import Sequence
from typing import Any

from django.db.models import CharField, F, Q, QuerySet, Sum, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Cast, Concat, Greatest, Length, LPad

from tables.models import GameSession, Round
from wallet.models import Transfer, TransferKind


def _reference(letter: str, width: int, pk: Combinable) -> Concat:
    digits = Cast(pk, CharField())
    padded = LPad(digits, Greatest(Value(width), Length(digits)), Value("0"))
    return Concat(Value(letter), padded)


def round_reference(pk: Combinable) -> Concat:
    """By what transfers refer to a round: ``Round.number`` of its number in the database."""
    return _reference("R", 9, pk)


def round_numbers(rounds: QuerySet[Round]) -> QuerySet[Any, Any]:
    """``Round.number`` of some rounds, to be looked for among the references of transfers."""
    return rounds.order_by().annotate(reference=round_reference(F("pk"))).values("reference")


def session_numbers(sessions: QuerySet[GameSession]) -> QuerySet[Any, Any]:
    """``GameSession.number`` of some sessions, as ``round_numbers``."""
    numbered = sessions.order_by().annotate(reference=_reference("S", 7, F("pk")))
    return numbered.values("reference")


def moved(
    references: QuerySet[Any, Any], kinds: Sequence[TransferKind], narrowed: Q | None = None
) -> int:
    """The sum of the transfers of some kinds for some references, in cents. One query."""
    found = Transfer.objects.filter(narrowed or Q(), reference__in=references, kind__in=kinds)
    return found.aggregate(cents=Sum("amount_cents"))["cents"] or 0
