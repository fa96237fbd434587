"""Transfers: how money moves."""

from typing import Final

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from wallet.models.account import Account


class TransferKind(models.TextChoices):
    """What a transfer is for.

    What golden chips have won is the cost of a bonus, not the return of a stake: it has kinds of
    its own, so that the books tell the two apart.
    """

    DEPOSIT = "deposit", _("Deposit")
    WITHDRAWAL = "withdrawal", _("Withdrawal")
    BUY_IN = "buy_in", _("Buy-in")
    REBUY = "rebuy", _("Rebuy")
    CASH_OUT = "cash_out", _("Cash-out")
    BET = "bet", _("Bet")
    ADDED_STAKE = "added_stake", _("Added stake")
    INSURANCE = "insurance", _("Insurance")
    PAYOUT = "payout", _("Payout")
    GOLDEN_PAYOUT = "golden_payout", _("Won with golden chips")
    REFUND = "refund", _("Stake given back")
    PAYOUT_REVERSAL = "payout_reversal", _("Payout taken back")
    GOLDEN_REVERSAL = "golden_reversal", _("Won with golden chips, taken back")
    REVERSAL = "reversal", _("Reversal")
    ADJUSTMENT = "adjustment", _("Adjustment")
    VOID_CASH = "void_cash", _("Between stake and cash, for a void")
    CLAIM = "claim", _("Advanced for a claim")
    CLAIM_PAYMENT = "claim_payment", _("Claim paid")


REVERSED_BY: Final = {
    TransferKind.BET: TransferKind.REFUND,
    TransferKind.ADDED_STAKE: TransferKind.REFUND,
    TransferKind.INSURANCE: TransferKind.REFUND,
    TransferKind.PAYOUT: TransferKind.PAYOUT_REVERSAL,
    TransferKind.GOLDEN_PAYOUT: TransferKind.GOLDEN_REVERSAL,
}
"""The kind of the transfer that reverses one of this kind; any other is a plain reversal."""


class Transfer(models.Model):
    """``amount_cents`` moved from the debit account to the credit account.

    Rows are inserted by ``wallet.services`` only and never change: triggers refuse UPDATE and
    DELETE. What was wrong is put right by another transfer that names the one it reverses.
    """

    debit = models.ForeignKey(
        Account,
        verbose_name=_("from"),
        on_delete=models.PROTECT,
        related_name="debits",
        db_index=False,  # the index on debit and number serves it
    )
    credit = models.ForeignKey(
        Account,
        verbose_name=_("to"),
        on_delete=models.PROTECT,
        related_name="credits",
        db_index=False,  # the index on credit and number serves it
    )
    amount_cents = models.BigIntegerField(_("amount in cents"))
    kind = models.CharField(_("kind"), max_length=16, choices=TransferKind.choices)
    key = models.CharField(
        _("idempotency key"),
        max_length=120,
        help_text=_("The same key is booked once, however often it is sent."),
    )
    reference = models.CharField(
        _("reference"),
        max_length=64,
        blank=True,
        help_text=_("The number of the round, session or order it belongs to."),
    )
    reverses = models.OneToOneField(
        "self",
        verbose_name=_("reverses"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="reversed_by",
    )
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("decided by"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        db_index=False,  # a partial index serves it: most transfers have none
        help_text=_("Empty: the player's own doing, or the rules'."),
    )
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    created_at = models.DateTimeField(_("booked"), default=timezone.now, db_index=True)

    class Meta:
        verbose_name = _("transfer")
        verbose_name_plural = _("transfers")
        ordering = ["id"]
        indexes = [
            models.Index(fields=["debit", "id"], name="wallet_transfer_debit"),
            models.Index(fields=["credit", "id"], name="wallet_transfer_credit"),
            models.Index(fields=["reference"], name="wallet_transfer_reference"),
            models.Index(
                fields=["actor"],
                condition=models.Q(actor__isnull=False),
                name="wallet_transfer_actor",
            ),
        ]
        # Named here and not on the fields: there PostgreSQL would get a second index for LIKE, and
        # every index is paid for with every transfer.
        constraints = [
            models.UniqueConstraint(fields=["key"], name="wallet_transfer_key_once"),
            models.CheckConstraint(
                condition=models.Q(amount_cents__gt=0), name="wallet_transfer_amount_positive"
            ),
            models.CheckConstraint(
                condition=~models.Q(debit=models.F("credit")), name="wallet_transfer_two_accounts"
            ),
            models.CheckConstraint(
                condition=~models.Q(kind=TransferKind.ADJUSTMENT)
                | (models.Q(actor__isnull=False) & ~models.Q(reason="")),
                name="wallet_transfer_adjustment_accounted_for",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pk} {TransferKind(self.kind).label}"
