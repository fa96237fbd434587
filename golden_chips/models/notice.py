"""Notices: what a player is told about his chips."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from golden_chips.models.grant import Grant


class Notice(models.Model):
    """A player is told, where he will see it, what has become of a grant. Read once, then gone."""

    class Kind(models.TextChoices):
        """What there is to say."""

        GRANTED = "granted", _("granted")
        EXPIRING = "expiring", _("about to expire")
        EXPIRED = "expired", _("expired")
        CANCELLED = "cancelled", _("cancelled")

    grant = models.ForeignKey(
        Grant, verbose_name=_("grant"), on_delete=models.PROTECT, related_name="notices"
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("player"),
        on_delete=models.PROTECT,
        related_name="golden_notices",
    )
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    chips = models.PositiveIntegerField(_("chips"))
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    created_at = models.DateTimeField(_("at"))
    read_at = models.DateTimeField(_("read at"), null=True)

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        ordering = ["-id"]
        indexes = [
            models.Index(
                fields=["player"],
                condition=models.Q(read_at__isnull=True),
                name="notice_unread",
            )
        ]

    def __str__(self) -> str:
        return f"{self.grant} / {self.kind}"
