"""Grants: some chips of a campaign in one player's hands, and the orders that made them."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from golden_chips.models.campaign import Campaign


class GrantOrder(models.Model):
    """Chips of a campaign for a list of players: all of them get theirs, or nobody does.

    A long list is worked off by a job in pieces. What a piece has written is *prepared*: it is
    good for nothing before the last step opens all grants of the order at once.
    """

    class State(models.TextChoices):
        """How far it is."""

        WAITING = "waiting", _("waiting")
        DONE = "done", _("done")
        REFUSED = "refused", _("refused")

    campaign = models.ForeignKey(
        Campaign, verbose_name=_("campaign"), on_delete=models.PROTECT, related_name="orders"
    )
    source = models.CharField(_("source"), max_length=120)
    player_ids: models.JSONField[list[int], list[int]] = models.JSONField(_("players"))
    prepared = models.PositiveIntegerField(_("prepared"), default=0)
    state = models.CharField(
        _("state"), max_length=10, choices=State.choices, default=State.WAITING
    )
    refusal = models.JSONField(_("refusal"), default=list, blank=True)
    ordered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("ordered by"),
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
    )
    reason = models.CharField(_("reason"), max_length=200)
    ordered_at = models.DateTimeField(_("ordered at"))
    done_at = models.DateTimeField(_("done at"), null=True)

    class Meta:
        verbose_name = _("order of grants")
        verbose_name_plural = _("orders of grants")
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(condition=~Q(reason=""), name="grant_order_has_reason"),
            models.CheckConstraint(
                condition=Q(state="waiting", done_at__isnull=True)
                | Q(state__in=["done", "refused"], done_at__isnull=False),
                name="grant_order_done_has_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.campaign} / {self.pk}"

    @property
    def players(self) -> int:
        """How many players it names."""
        return len(self.player_ids)


class Grant(models.Model):
    """Chips of one campaign that a player was given.

    ``remaining`` are those in his hands: not on a table, not used up. It is moved by chip events
    alone: a trigger behind their insert adds and takes, a constraint keeps it between 0 and
    ``issued``, another trigger refuses any other change.
    """

    class State(models.TextChoices):
        """Chips that come back to a grant that is over are taken out of it by the next sweep."""

        PREPARED = "prepared", _("prepared")
        OPEN = "open", _("open")
        EXPIRED = "expired", _("expired")
        CANCELLED = "cancelled", _("cancelled")

    campaign = models.ForeignKey(
        Campaign, verbose_name=_("campaign"), on_delete=models.PROTECT, related_name="grants"
    )
    order = models.ForeignKey(
        GrantOrder, verbose_name=_("order"), on_delete=models.PROTECT, related_name="grants"
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("player"),
        on_delete=models.PROTECT,
        related_name="golden_grants",
    )
    chip_cents = models.PositiveBigIntegerField(_("value of a chip in cents"))
    issued = models.PositiveIntegerField(_("issued"))
    remaining = models.PositiveIntegerField(_("left"), default=0)
    expires_at = models.DateTimeField(_("expires at"))
    state = models.CharField(
        _("state"), max_length=10, choices=State.choices, default=State.PREPARED
    )
    granted_at = models.DateTimeField(_("granted at"))
    warned_at = models.DateTimeField(_("warned at"), null=True)

    class Meta:
        verbose_name = _("grant")
        verbose_name_plural = _("grants")
        ordering = ["expires_at", "id"]
        indexes = [
            models.Index(
                fields=["player", "expires_at"],
                condition=Q(state="open", remaining__gt=0),
                name="grant_in_hand",
            ),
            models.Index(
                fields=["expires_at"], condition=Q(state="open"), name="grant_open_by_expiry"
            ),
            models.Index(
                fields=["id"],
                condition=Q(state__in=["expired", "cancelled"], remaining__gt=0),
                name="grant_over_with_chips",
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(remaining__lte=F("issued")), name="grant_remaining_in_range"
            ),
            models.CheckConstraint(
                condition=Q(issued__gte=1, chip_cents__gte=1), name="grant_is_something"
            ),
            models.UniqueConstraint(
                fields=["campaign", "player"],
                condition=~Q(state="cancelled"),
                name="grant_once_per_campaign",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.campaign} / {self.player}"
