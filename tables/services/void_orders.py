"""Orders of voids: many rounds for one reason, each in a transaction of its own."""

import logging
import uuid
from collections.abc import Callable
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from casino.errors import IdempotencyConflict
from casino.models import User
from casino.services.audit import record
from tables.engine.errors import EngineRefusal
from tables.errors import AlreadyVoid, ReasonMissing
from tables.models import Round, VoidCause, VoidOrder
from tables.selectors.void_preview import TO_VOID, VoidScope, check_scope, scope_of
from tables.services.voids import void_round

logger = logging.getLogger(__name__)

ONE_GO: Final = 20
"""So many rounds are voided in the request; more of them by a job."""

State = VoidOrder.State


def order_voids(
    *,
    scope: VoidScope,
    key: uuid.UUID,
    actor: User,
    reason: str,
    later: Callable[[int], object] | None = None,
) -> VoidOrder:
    """Void the rounds of the scope. The same key is one order.

    More than ``ONE_GO`` rounds are left to a job: ``later`` is called with the order's number on
    commit. Raises ``ReasonMissing``, what ``check_scope`` raises, and ``IdempotencyConflict``
    where the key came with other rounds.
    """
    if not reason.strip():
        raise ReasonMissing
    given = VoidOrder.objects.filter(key=key).first()
    if given is not None:
        if scope_of(given) != scope:
            raise IdempotencyConflict
        return given
    order = _give(scope, key, actor, reason.strip(), later)
    if order.found <= ONE_GO or later is None:
        return run_void_order(order_id=order.pk)
    return order


@transaction.atomic
def _give(
    scope: VoidScope,
    key: uuid.UUID,
    actor: User,
    reason: str,
    later: Callable[[int], object] | None,
) -> VoidOrder:
    now = timezone.now()
    check_scope(scope, now=now)
    order = VoidOrder.objects.create(
        cause=VoidCause.MALFUNCTION,
        key=key,
        table=scope.table,
        from_at=scope.from_at,
        to_at=scope.to_at,
        round_ids=list(scope.round_ids),
        reason=reason,
        ordered_by=actor,
        ordered_at=now,
        found=scope.rounds().filter(state__in=TO_VOID).count(),
    )
    record(
        actor=actor,
        action="void_order.given",
        subject=order,
        after=_told(order),
        reason=reason,
    )
    if later is not None and order.found > ONE_GO:
        transaction.on_commit(lambda: later(order.pk))
    return order


def _told(order: VoidOrder) -> dict[str, Any]:
    """What the audit trail keeps of an order."""
    return {
        "table": "" if order.table is None else order.table.name,
        "from_at": "" if order.from_at is None else order.from_at.isoformat(),
        "to_at": "" if order.to_at is None else order.to_at.isoformat(),
        "round_ids": order.round_ids,
        "rounds": order.found,
    }


def run_void_order(*, order_id: int) -> VoidOrder:
    """Carry out an order, or what is left of it after an interruption. Done twice is done once.

    Which rounds are left is read from the rounds, under the lock of the order: two workers take
    turns, and a round that somebody else has voided meanwhile is left alone.
    """
    while not _is_done(order_id):
        after = 0
        while after := _void_next(order_id, after=after):
            pass
    return VoidOrder.objects.get(pk=order_id)


def finish_void_orders() -> int:
    """Carry out all orders that wait: those whose job was lost. Returns how many."""
    waiting = VoidOrder.objects.filter(state=State.WAITING).order_by("id")
    numbers = list(waiting.values_list("pk", flat=True))
    for number in numbers:
        run_void_order(order_id=number)
    return len(numbers)


def _lock(order_id: int) -> VoidOrder:
    orders = VoidOrder.objects.select_for_update(of=("self",), no_key=True)
    return orders.select_related("table", "ordered_by").get(pk=order_id)


def _next(order: VoidOrder, *, after: int = 0) -> Round | None:
    left = scope_of(order).rounds().filter(state__in=TO_VOID, pk__gt=after)
    failed = [int(number.removeprefix("R")) for number, _ in order.failed]
    return left.exclude(pk__in=failed).order_by("id").first()


@transaction.atomic
def _void_next(order_id: int, *, after: int) -> int:
    """Void the next round; its id, 0 when there is none."""
    order = _lock(order_id)
    round_ = _next(order, after=after) if order.state == State.WAITING else None
    if round_ is None or order.ordered_by is None:
        return 0
    try:
        with transaction.atomic():
            void_round(
                round_id=round_.public_id, actor=order.ordered_by, reason=order.reason, order=order
            )
    except AlreadyVoid:
        logger.info("Round %s was voided by somebody else.", round_)
    except EngineRefusal as problem:
        logger.exception("Round %s cannot be dealt again.", round_)
        order.failed.append([round_.number, str(problem) or type(problem).__name__])
        order.save(update_fields=["failed"])
    return round_.pk


@transaction.atomic
def _is_done(order_id: int) -> bool:
    """Close the order if no round of it is left: one that was just being played may still be."""
    order = _lock(order_id)
    if order.state == State.DONE:
        return True
    if _next(order) is not None:
        return False
    void = scope_of(order).rounds().filter(state=Round.State.VOID)
    order.left_alone = void.exclude(void_order=order).count()
    order.state, order.done_at = State.DONE, timezone.now()
    order.save(update_fields=["state", "done_at", "left_alone"])
    return True
