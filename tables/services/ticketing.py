"""Asking the ticket authority, with a record of question, answer and times."""

import dataclasses
import uuid

from django.utils import timezone

from casino.errors import IdempotencyConflict
from casino.models import User
from tables.errors import TicketRefused
from tables.models import Table, TicketRequest
from tables.tickets import TicketAnswer, TicketOrder, authority


def obtain_ticket(
    *, player: User, table: Table, buy_in_cents: int, key: uuid.UUID
) -> TicketRequest:
    """A granted and validated ticket; the same key is the same ticket.

    Raises ``TicketRefused``, ``IdempotencyConflict``.
    """
    order = TicketOrder(
        key=str(key),
        player=player.get_username(),
        table=table.slug,
        game=table.game,
        buy_in_cents=buy_in_cents,
    )
    ticket, _ = TicketRequest.objects.get_or_create(
        player=player,
        key=key,
        defaults={
            "table": table,
            "request": dataclasses.asdict(order),
            "requested_at": timezone.now(),
        },
    )
    if ticket.request != dataclasses.asdict(order):
        raise IdempotencyConflict
    if ticket.answer is None:
        ticket.answer = dataclasses.asdict(_ask(order))
        ticket.answered_at = timezone.now()
        ticket.save(update_fields=["answer", "answered_at"])
    if not ticket.answer["granted"]:
        raise TicketRefused(reason=ticket.answer["reason"])
    return ticket


def _ask(order: TicketOrder) -> TicketAnswer:
    answer = authority().request(order)
    if answer.granted and not authority().is_valid(answer.code):
        return TicketAnswer(granted=False, reason="the code is not valid")
    return answer
