"""Chips are granted: to everybody on a list, or to nobody."""

from collections.abc import Callable, Sequence
from typing import Final

from django.db import IntegrityError, transaction
from django.utils import timezone

from casino.models import User
from casino.services.audit import record
from golden_chips.errors import BadLine, GrantRefused, ReasonMissing
from golden_chips.models import Campaign, ChipEvent, Grant, GrantOrder
from golden_chips.selectors.lists import HAS_SOME, PIECE, campaign_problems, read_list
from golden_chips.services.telling import Told, tell_of_grants

ONE_GO: Final = 500
"""A list of so many players is granted in the request; a longer one by a job."""


def grant(
    *,
    campaign: Campaign,
    lines: Sequence[str],
    source: str,
    actor: User | None,
    reason: str,
    later: Callable[[int], object] | None = None,
) -> GrantOrder:
    """Order the campaign's chips for the players whose names or addresses are on the lines.

    ``source`` says where the list comes from. A list longer than ``ONE_GO`` is left to a job:
    ``later`` is called with the order's number on commit.

    Raises ``ReasonMissing`` and ``GrantRefused`` with every line that is in the way.
    """
    if not reason.strip():
        raise ReasonMissing
    found = read_list(campaign=campaign, lines=lines)
    if found.problems:
        raise GrantRefused(found.problems)
    with transaction.atomic():
        order = GrantOrder.objects.create(
            campaign=campaign,
            source=source,
            player_ids=list(found.player_ids),
            ordered_by=actor,
            reason=reason.strip(),
            ordered_at=timezone.now(),
        )
        record(
            actor=actor,
            action="chips.ordered",
            subject=order,
            after={"campaign": campaign.name, "players": order.players, "source": source},
            reason=reason,
        )
        if later is not None and order.players > ONE_GO:
            transaction.on_commit(lambda: later(order.pk))
            return order
    done = run_order(order_id=order.pk)
    if done.state == GrantOrder.State.REFUSED:
        raise GrantRefused([BadLine(*line) for line in done.refusal])
    return done


def run_order(*, order_id: int) -> GrantOrder:
    """Carry out an order, or what is left of it after an interruption. Done twice is done once.

    What is in the way by now is kept in ``refusal``, as number, text and problem of each line.
    """
    try:
        while _prepare_piece(order_id):
            pass
        return _open_all(order_id)
    except GrantRefused as refused:
        return _refuse(order_id, refused.lines)


def finish_orders() -> int:
    """Carry out all orders that wait: those whose job was lost. Returns how many."""
    waiting = GrantOrder.objects.filter(state=GrantOrder.State.WAITING).order_by("id")
    numbers = list(waiting.values_list("pk", flat=True))
    for number in numbers:
        run_order(order_id=number)
    return len(numbers)


def _lock_order(order_id: int) -> GrantOrder:
    orders = GrantOrder.objects.select_for_update(of=("self",), no_key=True)
    return orders.select_related("campaign").get(pk=order_id)


def _prepare_piece(order_id: int) -> bool:
    """Write the grants of the next players, good for nothing yet; false when none is left."""
    try:
        with transaction.atomic():
            order = _lock_order(order_id)
            piece = order.player_ids[order.prepared : order.prepared + PIECE]
            if order.state != GrantOrder.State.WAITING or not piece:
                return False
            Grant.objects.bulk_create(_grants(order, piece))
            order.prepared += len(piece)
            order.save(update_fields=["prepared"])
            return True
    except IntegrityError as error:
        raise GrantRefused([BadLine(0, "", HAS_SOME)]) from error


def _grants(order: GrantOrder, player_ids: Sequence[int]) -> list[Grant]:
    campaign = order.campaign
    return [
        Grant(
            campaign=campaign,
            order=order,
            player_id=player_id,
            chip_cents=campaign.chip_cents,
            issued=campaign.chips_each,
            expires_at=campaign.expires_at,
            granted_at=order.ordered_at,
        )
        for player_id in sorted(player_ids)  # two lists of the same players wait in one order
    ]


@transaction.atomic
def _open_all(order_id: int) -> GrantOrder:
    """All grants of the order become good at once, if the campaign still bears them."""
    order = _lock_order(order_id)
    if order.state != GrantOrder.State.WAITING:
        return order
    # Every granting takes this lock, so that two cannot pass the budget together.
    campaign = Campaign.objects.select_for_update(no_key=True).get(pk=order.campaign_id)
    problems = campaign_problems(campaign=campaign, players=order.players)
    if problems:
        raise GrantRefused([BadLine(0, "", problem) for problem in problems])
    _opening(order)
    return order


def _opening(order: GrantOrder) -> None:
    """Open the grants, issue their chips, tell their players."""
    now = timezone.now()
    prepared = Grant.objects.filter(order=order, state=Grant.State.PREPARED)
    waiting = prepared.select_related("campaign").select_for_update(of=("self",), no_key=True)
    grants = list(waiting.order_by("id"))
    prepared.update(state=Grant.State.OPEN, granted_at=now)
    ChipEvent.objects.bulk_create(
        [
            ChipEvent(
                grant=granted,
                kind=ChipEvent.Kind.ISSUED,
                chips=granted.issued,
                actor_id=order.ordered_by_id,
                reason=order.reason,
                created_at=now,
            )
            for granted in grants
        ],
        batch_size=PIECE,
    )
    tell_of_grants([(granted, granted.issued) for granted in grants], Told.GRANTED, now)
    order.state, order.done_at = GrantOrder.State.DONE, now
    order.save(update_fields=["state", "done_at"])


@transaction.atomic
def _refuse(order_id: int, lines: Sequence[BadLine]) -> GrantOrder:
    """Nobody gets anything; what was prepared was never good and goes."""
    order = _lock_order(order_id)
    if order.state == GrantOrder.State.WAITING:
        Grant.objects.filter(order=order, state=Grant.State.PREPARED).delete()
        order.state, order.done_at = GrantOrder.State.REFUSED, timezone.now()
        order.refusal = [[line.number, line.text, line.problem] for line in lines]
        order.save(update_fields=["state", "done_at", "refusal"])
    return order
