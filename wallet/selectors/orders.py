"""Payments that were asked for and are not answered yet."""

from dataclasses import dataclass
from datetime import datetime

from casino.models import User
from wallet.models import CashierOrder, OrderKind, OrderState


@dataclass(frozen=True, slots=True)
class WaitingOrder:
    """A payment whose provider has not answered."""

    at: datetime
    kind: OrderKind
    amount_cents: int


def waiting_orders(*, player: User) -> list[WaitingOrder]:
    """The player's payments without an answer, newest first."""
    orders = CashierOrder.objects.filter(player=player, state=OrderState.REQUESTED)
    return [
        WaitingOrder(
            at=order.requested_at, kind=OrderKind(order.kind), amount_cents=order.amount_cents
        )
        for order in orders.order_by("-id")
    ]
