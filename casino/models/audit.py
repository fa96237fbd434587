"""The audit trail: what members of staff did, never changed and never deleted."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class AuditEntry(models.Model):
    """Who did what to which thing, when, with what it was before and after, and why.

    ``before`` and ``after`` hold only the fields that changed, as they are stored. Triggers refuse
    any change of a row (migration 0004).
    """

    LOGIN_FAILED = "login.failed"
    """The action that nobody of the house did: somebody failed to log in as its subject."""

    created_at = models.DateTimeField(_("at"), default=timezone.now, db_index=True)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("who"),
        on_delete=models.PROTECT,
        null=True,
        related_name="audit_entries",
        help_text=_("Empty: the house's own job or command."),
    )
    action = models.CharField(
        _("what"), max_length=60, help_text=_("Such as table.published or round.voided.")
    )
    subject_type = models.CharField(_("kind of thing"), max_length=40)
    subject_id = models.CharField(_("number of the thing"), max_length=64)
    subject_name = models.CharField(_("thing"), max_length=200)
    before = models.JSONField(_("before"), default=dict)
    after = models.JSONField(_("after"), default=dict)
    reason = models.CharField(_("why"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("audit entry")
        verbose_name_plural = _("audit trail")
        ordering = ["-id"]
        default_permissions = ("view",)
        permissions = [
            ("read_reports", _("Can read and export reports")),
        ]
        indexes = [
            models.Index(fields=["subject_type", "subject_id"], name="audit_subject"),
            models.Index(fields=["action", "created_at"], name="audit_action"),
        ]

    def __str__(self) -> str:
        return f"{self.action}: {self.subject_name}"
