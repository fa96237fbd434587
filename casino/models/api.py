"""What the API keeps: the tokens that people made, and the keys that requests came with."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class ApiToken(models.Model):
    """A key that a person has made for one of his programs; with it the program is that person.

    The token itself is shown once and kept nowhere: ``digest`` is its SHA-256, which suffices for
    256 random bits. ``beginning`` is what people recognise it by. It is good until it expires or
    its owner revokes it, and its row stays.
    """

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("owner"),
        on_delete=models.PROTECT,
        related_name="api_tokens",
    )
    name = models.CharField(_("name"), max_length=60)
    beginning = models.CharField(_("begins with"), max_length=12)
    digest = models.CharField(_("digest"), max_length=64, unique=True)
    created_at = models.DateTimeField(_("made at"), default=timezone.now)
    expires_at = models.DateTimeField(_("good until"))
    last_used_at = models.DateTimeField(_("last used at"), null=True)
    revoked_at = models.DateTimeField(_("revoked at"), null=True)

    class Meta:
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")
        ordering = ["-id"]
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.name} ({self.beginning}…)"


class ApiRequest(models.Model):
    """A request that came with an idempotency key: the key belongs to these contents from then on.

    ``digest`` is the SHA-256 of method, address and contents. The answer is not kept: services give
    it again.
    """

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("owner"),
        on_delete=models.PROTECT,
        related_name="+",
    )
    key = models.UUIDField(_("key"))
    digest = models.CharField(_("digest"), max_length=64)
    created_at = models.DateTimeField(_("at"), default=timezone.now, db_index=True)

    class Meta:
        verbose_name = _("API request")
        verbose_name_plural = _("API requests")
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["owner", "key"], name="api_request_key_once"),
        ]

    def __str__(self) -> str:
        return f"{self.owner} / {self.key}"
