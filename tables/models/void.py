"""Orders of voids: which rounds a member of staff, or the passing of 90 days, has made void."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tables.models.table import Table

MOST_CHOSEN = 500
"""The most rounds that are named one by one."""


class VoidCause(models.TextChoices):
    """Why rounds are voided (rules of the games, section 1)."""

    MALFUNCTION = "malfunction", _("malfunction")
    AGE = "age", _("unsettled for 90 days")


class VoidOrder(models.Model):
    """Rounds that are to be voided together, each in a transaction of its own.

    For a *malfunction* it names rounds (``round_ids``), or all that began at a ``table`` from
    ``from_at`` and before ``to_at``. Which of them are still to be voided is read from the rounds
    themselves, so that an order goes on after a crash, takes up what was settled since it was
    looked at, and leaves void rounds alone. ``failed`` are rounds that could not be dealt again,
    as ``[number, problem]``.

    For *age* one order stands for one sweep, over bets placed before ``to_at``; nobody gave it.

    ``key`` comes with the form: sent twice, it is one order.
    """

    class State(models.TextChoices):
        """How far it is."""

        WAITING = "waiting", _("waiting")
        DONE = "done", _("done")

    cause = models.CharField(_("cause"), max_length=12, choices=VoidCause.choices)
    key = models.UUIDField(_("key"), unique=True)
    table = models.ForeignKey(
        Table,
        verbose_name=_("table"),
        on_delete=models.PROTECT,
        related_name="void_orders",
        null=True,
    )
    from_at = models.DateTimeField(_("from"), null=True)
    to_at = models.DateTimeField(_("before"), null=True)
    round_ids: models.JSONField[list[int], list[int]] = models.JSONField(_("rounds"), default=list)
    reason = models.CharField(_("reason"), max_length=200)
    ordered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("ordered by"),
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
    )
    ordered_at = models.DateTimeField(_("ordered at"))
    found = models.PositiveIntegerField(_("rounds to void"), default=0)
    left_alone = models.PositiveIntegerField(_("void before"), default=0)
    failed: models.JSONField[list[list[str]], list[list[str]]] = models.JSONField(
        _("failed"), default=list
    )
    state = models.CharField(
        _("state"), max_length=10, choices=State.choices, default=State.WAITING
    )
    done_at = models.DateTimeField(_("done at"), null=True)

    class Meta:
        verbose_name = _("order of voids")
        verbose_name_plural = _("orders of voids")
        ordering = ["-id"]
        default_permissions = ("view",)
        indexes = [
            models.Index(fields=["id"], condition=Q(state="waiting"), name="void_order_waiting"),
        ]
        constraints = [
            models.CheckConstraint(condition=~Q(reason=""), name="void_order_has_reason"),
            models.CheckConstraint(
                condition=Q(cause="malfunction", ordered_by__isnull=False)
                | Q(cause="age", ordered_by__isnull=True, to_at__isnull=False),
                name="void_order_has_author",
            ),
            models.CheckConstraint(
                condition=Q(from_at__isnull=True) | Q(to_at__gt=F("from_at"), table__isnull=False),
                name="void_order_interval_runs_forward",
            ),
            models.CheckConstraint(
                condition=Q(state="waiting", done_at__isnull=True)
                | Q(state="done", done_at__isnull=False),
                name="void_order_done_has_time",
            ),
        ]

    def __str__(self) -> str:
        return self.number

    @property
    def number(self) -> str:
        """What people call it."""
        return f"V{self.pk:05d}"
