"""Cashier orders: what a payment provider was asked, and what it answered."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class OrderKind(models.TextChoices):
    """Which way the money goes."""

    DEPOSIT = "deposit", _("Deposit")
    WITHDRAWAL = "withdrawal", _("Withdrawal")


class OrderState(models.TextChoices):
    """How far an order has come."""

    REQUESTED = "requested", _("Requested")
    CONFIRMED = "confirmed", _("Confirmed")
    DECLINED = "declined", _("Declined")


class CashierOrder(models.Model):
    """One deposit or withdrawal through the payment provider.

    The row is committed before the provider is asked, and its answer is booked in the transaction
    that closes the order: whatever stops the process in between, the order is found open and is
    finished later with the same reference.
    """

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("player"),
        on_delete=models.PROTECT,
        related_name="cashier_orders",
    )
    kind = models.CharField(_("kind"), max_length=10, choices=OrderKind.choices)
    amount_cents = models.BigIntegerField(_("amount in cents"))
    key = models.CharField(_("idempotency key"), max_length=100)
    state = models.CharField(
        _("state"), max_length=10, choices=OrderState.choices, default=OrderState.REQUESTED
    )
    provider = models.CharField(_("provider"), max_length=40)
    reference = models.CharField(
        _("our reference"),
        max_length=64,
        unique=True,
        help_text=_("Sent to the provider; the transfers of the order carry it too."),
    )
    provider_reference = models.CharField(_("provider's reference"), max_length=100, blank=True)
    answer = models.CharField(_("provider's answer"), max_length=200, blank=True)
    requested_at = models.DateTimeField(_("requested"), default=timezone.now)
    answered_at = models.DateTimeField(_("answered"), null=True, blank=True)

    class Meta:
        verbose_name = _("cashier order")
        verbose_name_plural = _("cashier orders")
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["player", "key"], name="wallet_order_key_once_per_player"
            ),
            models.CheckConstraint(
                condition=models.Q(amount_cents__gt=0), name="wallet_order_amount_positive"
            ),
            models.CheckConstraint(
                condition=models.Q(state=OrderState.REQUESTED, answered_at__isnull=True)
                | (
                    models.Q(state__in=[OrderState.CONFIRMED, OrderState.DECLINED])
                    & models.Q(answered_at__isnull=False)
                ),
                name="wallet_order_answered_when_closed",
            ),
        ]
        indexes = [
            models.Index(
                fields=["requested_at"],
                condition=models.Q(state=OrderState.REQUESTED),
                name="wallet_order_open",
            )
        ]

    def __str__(self) -> str:
        return f"{self.pk} {OrderKind(self.kind).label}"
