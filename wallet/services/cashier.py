"""The cashier: deposits and withdrawals through the payment provider.

An order is committed before the provider is asked, and closed with its answer in the transaction
that books it. A process that dies in between leaves an open order, which ``finish_open_orders``
finishes by asking again: the provider knows the reference and does nothing twice.
"""

import logging
from datetime import timedelta
from uuid import uuid4

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.module_loading import import_string

from casino.errors import IdempotencyConflict
from casino.models import User
from wallet.errors import (
    DepositTooLarge,
    DepositTooSmall,
    NothingToWithdraw,
    PaymentDeclined,
    PaymentPending,
)
from wallet.models import (
    CASHIER_ID,
    Account,
    CashierOrder,
    OrderKind,
    OrderState,
    Transfer,
    TransferKind,
)
from wallet.providers import ProviderAnswer, ProviderUnavailable, payment_provider
from wallet.services.accounts import cash_account
from wallet.services.corrections import mirror
from wallet.services.posting import Posting, post

logger = logging.getLogger(__name__)

OPEN_LONG_ENOUGH = timedelta(minutes=2)
"""An order this old is not being worked on by the request that made it."""


def deposit(*, player: User, amount_cents: int, key: str) -> CashierOrder:
    """Pay in through the provider: from the cashier to the player's cash, once it accepts.

    Not to be called inside a transaction: the order has to be on record before the provider is
    asked. The same key with the same amount gives the first order, or its refusal, again.

    Raises ``DepositTooSmall``, ``DepositTooLarge``, whatever one of ``settings.DEPOSIT_GUARDS``
    returns, ``PaymentDeclined``, ``PaymentPending`` and ``IdempotencyConflict``.
    """
    if amount_cents < settings.DEPOSIT_LEAST_CENTS:
        raise DepositTooSmall(least_cents=settings.DEPOSIT_LEAST_CENTS)
    if amount_cents > settings.DEPOSIT_MOST_CENTS:
        raise DepositTooLarge(most_cents=settings.DEPOSIT_MOST_CENTS)
    with transaction.atomic(durable=True):
        account = Account.objects.select_for_update(no_key=True).get(pk=cash_account(player).pk)
        order, is_new = _order(player, OrderKind.DEPOSIT, amount_cents, key)
        if is_new:
            _ask_guards(player)
    return _settle(order, account)


def withdraw(*, player: User, amount_cents: int, key: str) -> CashierOrder:
    """Pay out through the provider. The money leaves the player's cash before it is asked.

    It comes back by a reversal when the provider declines. Not to be called inside a transaction.
    The same key with the same amount gives the first order, or its refusal, again.

    Raises ``NothingToWithdraw``, ``InsufficientFunds``, ``PaymentDeclined``, ``PaymentPending``
    and ``IdempotencyConflict``.
    """
    if amount_cents <= 0:
        raise NothingToWithdraw
    with transaction.atomic(durable=True):
        account = cash_account(player)
        order, is_new = _order(player, OrderKind.WITHDRAWAL, amount_cents, key)
        if is_new:
            post(
                postings=[
                    Posting(
                        debit_id=account.pk,
                        credit_id=CASHIER_ID,
                        amount_cents=amount_cents,
                        kind=TransferKind.WITHDRAWAL,
                        key=_transfer_key(order),
                        reference=order.reference,
                    )
                ]
            )
    return _settle(order, account)


def finish_open_orders(*, older_than: timedelta = OPEN_LONG_ENOUGH) -> int:
    """Ask the provider again about orders that were left open; return how many are now closed.

    Orders of another provider than the present one are left to be cleared by hand.
    """
    provider = payment_provider()
    orders = CashierOrder.objects.filter(
        state=OrderState.REQUESTED,
        provider=provider.name,
        requested_at__lt=timezone.now() - older_than,
    ).select_related("player")
    closed = 0
    for order in orders.order_by("id"):
        try:
            _settle(order, cash_account(order.player))
        except PaymentPending:
            continue
        except PaymentDeclined:
            pass  # which closes the order as well
        closed += 1
        logger.info("order %s was left open and is now closed", order.reference)
    return closed


def _order(player: User, kind: OrderKind, amount_cents: int, key: str) -> tuple[CashierOrder, bool]:
    """The order with this key and whether it is a new one. Raises ``IdempotencyConflict``."""
    order, is_new = CashierOrder.objects.get_or_create(
        player=player,
        key=key,
        defaults={
            "kind": kind,
            "amount_cents": amount_cents,
            "provider": payment_provider().name,
            "reference": uuid4().hex,
        },
    )
    if (order.kind, order.amount_cents) != (kind, amount_cents):
        raise IdempotencyConflict
    return order, is_new


def _ask_guards(player: User) -> None:
    for path in settings.DEPOSIT_GUARDS:
        refusal = import_string(path)(player)
        if refusal is not None:
            raise refusal


def _settle(order: CashierOrder, account: Account) -> CashierOrder:
    """Have the order answered, if it is not yet, and give the answer as result or refusal."""
    if order.state == OrderState.REQUESTED:
        provider = payment_provider()
        ask = provider.collect if order.kind == OrderKind.DEPOSIT else provider.pay_out
        try:
            answer = ask(reference=order.reference, amount_cents=order.amount_cents)
        except ProviderUnavailable as error:
            raise PaymentPending(amount_cents=order.amount_cents, order=order.reference) from error
        order = _close(order, account, answer)
    if order.state == OrderState.DECLINED:
        raise PaymentDeclined(amount_cents=order.amount_cents, order=order.reference)
    return order


def _close(order: CashierOrder, account: Account, answer: ProviderAnswer) -> CashierOrder:
    """Book the answer, once: of two who bring it the second finds the order closed."""
    with transaction.atomic(durable=True):
        order = CashierOrder.objects.select_for_update().get(pk=order.pk)
        if order.state != OrderState.REQUESTED:
            return order
        if order.kind == OrderKind.DEPOSIT and answer.accepted:
            post(postings=[_credit(order, account)])
        elif order.kind == OrderKind.WITHDRAWAL and not answer.accepted:
            taken = Transfer.objects.get(key=_transfer_key(order))
            post(postings=[mirror(taken, key=f"{_transfer_key(order)}:back")])
        order.state = OrderState.CONFIRMED if answer.accepted else OrderState.DECLINED
        order.provider_reference = answer.provider_reference
        order.answer = answer.message
        order.answered_at = timezone.now()
        order.save(update_fields=["state", "provider_reference", "answer", "answered_at"])
    return order


def _credit(order: CashierOrder, account: Account) -> Posting:
    return Posting(
        debit_id=CASHIER_ID,
        credit_id=account.pk,
        amount_cents=order.amount_cents,
        kind=TransferKind.DEPOSIT,
        key=_transfer_key(order),
        reference=order.reference,
    )


def _transfer_key(order: CashierOrder) -> str:
    return f"order:{order.reference}"
