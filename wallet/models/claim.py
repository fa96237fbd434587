"""Claims: what a player owes of a payout that was taken back after he had spent it."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from wallet.models.transfer import Transfer


class Claim(models.Model):
    """What a void could not take from a player, since it was no longer there.

    The house advances it to the session (a transfer *claim*), so that the payout is taken back in
    full and no balance goes below zero. It is paid from the player's cash later, in one part or in
    several (transfers *claim_payment*), or what is left of it is written off.

    ``reference`` is the number of the round, ``paid_cents`` and ``written_off_cents`` the sums of
    the claim's events.
    """

    class State(models.TextChoices):
        """Open until it is paid in full, or until somebody gives the rest up."""

        OPEN = "open", _("open")
        SETTLED = "settled", _("settled")
        WRITTEN_OFF = "written_off", _("written off")

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("player"),
        on_delete=models.PROTECT,
        related_name="claims",
    )
    reference = models.CharField(_("round"), max_length=64)
    amount_cents = models.BigIntegerField(_("amount in cents"))
    paid_cents = models.BigIntegerField(_("paid in cents"), default=0)
    written_off_cents = models.BigIntegerField(_("written off in cents"), default=0)
    state = models.CharField(_("state"), max_length=12, choices=State.choices, default=State.OPEN)
    created_at = models.DateTimeField(_("made at"))
    closed_at = models.DateTimeField(_("closed at"), null=True)

    class Meta:
        verbose_name = _("claim")
        verbose_name_plural = _("claims")
        ordering = ["-id"]
        default_permissions = ("view",)
        permissions = [("settle_claim", _("Can settle claims and write them off"))]
        indexes = [
            models.Index(fields=["player"], condition=Q(state="open"), name="claim_open_of_player"),
            models.Index(fields=["reference"], name="claim_of_round"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["player", "reference"], name="claim_once_per_round"),
            models.CheckConstraint(
                condition=Q(amount_cents__gt=0, paid_cents__gte=0, written_off_cents__gte=0),
                name="claim_is_something",
            ),
            models.CheckConstraint(
                condition=Q(
                    state="open",
                    written_off_cents=0,
                    paid_cents__lt=F("amount_cents"),
                    closed_at__isnull=True,
                )
                | Q(
                    state="settled",
                    written_off_cents=0,
                    paid_cents=F("amount_cents"),
                    closed_at__isnull=False,
                )
                | Q(
                    state="written_off",
                    written_off_cents__gt=0,
                    written_off_cents=F("amount_cents") - F("paid_cents"),
                    closed_at__isnull=False,
                ),
                name="claim_fits_its_state",
            ),
        ]

    def __str__(self) -> str:
        return self.number

    @property
    def number(self) -> str:
        """What people call it."""
        return f"C{self.pk:06d}"

    @property
    def open_cents(self) -> int:
        """What is still owed."""
        return self.amount_cents - self.paid_cents - self.written_off_cents


class ClaimEvent(models.Model):
    """Something happened to a claim. Rows are inserted and never change."""

    class Kind(models.TextChoices):
        """In the order of a claim's life."""

        MADE = "made", _("made")
        PAID = "paid", _("paid")
        WRITTEN_OFF = "written_off", _("written off")

    claim = models.ForeignKey(
        Claim, verbose_name=_("claim"), on_delete=models.PROTECT, related_name="events"
    )
    kind = models.CharField(_("kind"), max_length=12, choices=Kind.choices)
    amount_cents = models.BigIntegerField(_("amount in cents"))
    transfer = models.OneToOneField(
        Transfer,
        verbose_name=_("transfer"),
        on_delete=models.PROTECT,
        null=True,
        related_name="claim_event",
    )
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("decided by"),
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        help_text=_("Empty: the house's own job."),
    )
    reason = models.CharField(_("reason"), max_length=200)
    created_at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("event of a claim")
        verbose_name_plural = _("events of claims")
        ordering = ["id"]
        default_permissions = ()
        constraints = [
            models.CheckConstraint(condition=Q(amount_cents__gt=0), name="claim_event_something"),
            models.CheckConstraint(
                condition=Q(kind__in=["made", "paid"], transfer__isnull=False)
                | Q(kind="written_off", transfer__isnull=True),
                name="claim_event_moves_money_or_not",
            ),
            models.CheckConstraint(condition=~Q(reason=""), name="claim_event_has_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.claim} / {self.kind}"
