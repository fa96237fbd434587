"""Files of reports that a job makes, because they are long."""

from django.conf import settings
from django.core.files.storage import Storage, storages
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


def export_storage() -> Storage:
    """Where the files are: never below a public address."""
    return storages["exports"]


class ReportExport(models.Model):
    """One report as one file: who asked for it, with which filters, and how far it is.

    ``asked`` holds the filters as they were typed into the report's form. ``rows`` of ``expected``
    are written. A job that was lost is taken up again from the start (``tried_at``).
    """

    class State(models.TextChoices):
        """How far it is. Of an expired one the file is gone."""

        WAITING = "waiting", _("waiting")
        RUNNING = "running", _("in the making")
        DONE = "done", _("ready")
        FAILED = "failed", _("failed")
        EXPIRED = "expired", _("deleted")

    report = models.SlugField(_("report"), max_length=40)
    asked = models.JSONField(_("filters"), default=dict)
    file_format = models.CharField(_("format"), max_length=4)
    language = models.CharField(_("language"), max_length=10)
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("asked for by"),
        on_delete=models.PROTECT,
        related_name="+",
    )
    asked_at = models.DateTimeField(_("asked for at"))
    state = models.CharField(
        _("state"), max_length=10, choices=State.choices, default=State.WAITING
    )
    tried_at = models.DateTimeField(_("last seen at work"), null=True)
    rows = models.PositiveIntegerField(_("rows written"), default=0)
    expected = models.PositiveIntegerField(_("rows expected"), default=0)
    done_at = models.DateTimeField(_("ready at"), null=True)
    file = models.FileField(_("file"), storage=export_storage, max_length=200, blank=True)

    class Meta:
        verbose_name = _("export")
        verbose_name_plural = _("exports")
        ordering = ["-id"]
        default_permissions = ()
        constraints = [
            models.CheckConstraint(
                condition=Q(state="done", done_at__isnull=False) & ~Q(file="")
                | Q(state="expired", done_at__isnull=False, file="")
                | Q(state__in=["waiting", "running", "failed"], done_at__isnull=True, file=""),
                name="export_done_has_file",
            ),
            models.CheckConstraint(
                condition=Q(file_format__in=["csv", "xlsx"]), name="export_format_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.report} / {self.pk}"

    @property
    def percent(self) -> int:
        """How much of it is written; all rows are before the file is closed."""
        if self.state == self.State.DONE:
            return 100
        return min(99, 100 * self.rows // self.expected) if self.expected else 0
