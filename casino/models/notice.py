"""Notices: what the house tells a player where he will see it."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Notice(models.Model):
    """One thing to be told to one player; read once, then gone from the lobby.

    ``kind`` names the template ``notices/<kind>.html`` that says it in the reader's language from
    ``facts`` (amounts in cents, moments in ISO 8601).
    """

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("player"),
        on_delete=models.PROTECT,
        related_name="notices",
    )
    kind = models.SlugField(_("kind"), max_length=40)
    facts = models.JSONField(_("facts"), default=dict)
    created_at = models.DateTimeField(_("at"))
    read_at = models.DateTimeField(_("read at"), null=True)

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        ordering = ["-id"]
        default_permissions = ("view",)
        indexes = [
            models.Index(
                fields=["player"],
                condition=models.Q(read_at__isnull=True),
                name="notice_not_read",
            )
        ]

    def __str__(self) -> str:
        return f"{self.player} / {self.kind}"

    @property
    def template(self) -> str:
        """The template that says it."""
        return f"notices/{self.kind}.html"
