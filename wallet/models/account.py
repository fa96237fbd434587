"""Accounts: where money stands."""

from typing import Final

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

HOUSE_ID: Final = 1
CASHIER_ID: Final = 2
"""The house and the cashier have fixed numbers, made with the database: no query finds them, and no
process has to remember them."""


class AccountKind(models.TextChoices):
    """Whose money an account holds."""

    CASH = "cash", _("Player's cash")
    SESSION = "session", _("Session's stake")
    HOUSE = "house", _("House")
    CASHIER = "cashier", _("Cashier")


PLAYER_KINDS: Final = (AccountKind.CASH, AccountKind.SESSION)


class Account(models.Model):
    """A place where money stands; it moves by transfers alone.

    A player's accounts carry their balance, which the database keeps: a trigger moves it with every
    transfer, a constraint keeps it from going below zero, another trigger refuses any other change
    of it. The house and the cashier carry none, since every table would wait for that one row:
    their balance is the sum of their transfers.
    """

    kind = models.CharField(_("kind"), max_length=8, choices=AccountKind.choices)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("owner"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="accounts",
    )
    balance_cents = models.BigIntegerField(_("balance in cents"), null=True, blank=True)
    created_at = models.DateTimeField(_("opened"), auto_now_add=True)

    class Meta:
        verbose_name = _("account")
        verbose_name_plural = _("accounts")
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(balance_cents__isnull=True) | models.Q(balance_cents__gte=0),
                name="wallet_account_no_overdraft",
            ),
            models.CheckConstraint(
                condition=models.Q(
                    kind__in=PLAYER_KINDS, owner__isnull=False, balance_cents__isnull=False
                )
                | models.Q(
                    kind__in=[AccountKind.HOUSE, AccountKind.CASHIER],
                    owner__isnull=True,
                    balance_cents__isnull=True,
                ),
                name="wallet_account_fits_its_kind",
            ),
            models.UniqueConstraint(
                fields=["owner"],
                condition=models.Q(kind=AccountKind.CASH),
                name="wallet_account_one_cash_per_player",
            ),
            models.UniqueConstraint(
                fields=["kind"],
                condition=models.Q(kind__in=[AccountKind.HOUSE, AccountKind.CASHIER]),
                name="wallet_account_one_house_one_cashier",
            ),
        ]

    def __str__(self) -> str:
        label = AccountKind(self.kind).label
        return f"{self.pk} {label}" if self.owner is None else f"{self.pk} {label}: {self.owner}"
