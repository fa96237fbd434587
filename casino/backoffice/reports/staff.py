"""Staff changes: the audit trail of a period."""

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from casino.backoffice.audit import action_text, field_text, value_text
from casino.backoffice.reports.filters import Asked
from casino.backoffice.reports.report import Column, Kind, Linked, Produced, Report, Row
from casino.models import AuditEntry


class StaffChanges(Report):
    """Who did what, when, to which thing, what it was before and after, and why."""

    slug = "staff-changes"
    title = gettext_lazy("Staff changes")
    about = gettext_lazy("What members of staff and the house's own jobs have changed, and why.")

    def produce(self, asked: Asked) -> Produced:
        """The oldest first. It says nothing of money, so there is nothing to hold it against."""
        period = asked.period
        entries: QuerySet[AuditEntry] = AuditEntry.objects.filter(
            created_at__gte=period.start, created_at__lt=period.end
        )
        ordered = entries.select_related("actor").order_by("created_at", "pk")
        return Produced(
            columns=[
                Column(_("At"), Kind.MOMENT),
                Column(_("Who")),
                Column(_("What")),
                Column(_("Thing")),
                Column(_("Before and after"), Kind.PROSE),
                Column(_("Why"), Kind.PROSE),
            ],
            rows=map(_row, ordered.iterator(chunk_size=2_000)),
            count=entries.count(),
        )


def _row(entry: AuditEntry) -> Row:
    return [
        entry.created_at,
        str(entry.actor) if entry.actor else _("the house itself"),
        Linked(
            action_text(entry.action), reverse("admin:casino_auditentry_change", args=[entry.pk])
        ),
        entry.subject_name,
        "; ".join(_changes(entry)),
        entry.reason,
    ]


def _changes(entry: AuditEntry) -> list[str]:
    """``limit: 5 → 10`` for each field."""
    names = [*entry.before, *(name for name in entry.after if name not in entry.before)]
    return [
        f"{field_text(entry, name)}: {value_text(name, entry.before.get(name))}"
        f" → {value_text(name, entry.after.get(name))}"
        for name in names
    ]
