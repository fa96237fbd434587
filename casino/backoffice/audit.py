"""The audit trail in the admin: who did what, when, why, and what it was before and after."""

from collections.abc import Mapping
from typing import Any, Final

from django.apps import apps
from django.contrib import admin
from django.core.exceptions import FieldDoesNotExist
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from casino.models import AuditEntry
from casino.presentation import money
from casino.readonly import ReadOnlyAdmin
from tables.admin.versions import DEEDS

NOTHING: Final = "–"

ACTIONS: Final[Mapping[str, StrOrPromise]] = {
    "campaign.cancelled": _("campaign cancelled"),
    "campaign.closed": _("campaign closed"),
    "campaign.created": _("campaign created"),
    "chips.cancelled": _("golden chips cancelled"),
    "chips.ordered": _("golden chips ordered"),
    "login.failed": _("login failed"),
    "person.activated": _("person made active"),
    "person.changed": _("person changed"),
    "person.created": _("person created"),
    "person.deactivated": _("person made inactive"),
    "person.reset_mail_sent": _("mail for a new password sent"),
    "person.rights_changed": _("rights of a person changed"),
    "player.adjusted": _("balance of a player adjusted"),
    "role.set_up": _("role set up"),
    "second_factor.removed": _("second factor removed"),
    "tier.created": _("VIP tier made"),
    "tier.deleted": _("VIP tier deleted"),
    "tier.renamed": _("VIP tier renamed"),
    "token.made": _("API token made"),
    "token.revoked": _("API token revoked"),
    "transfer.reversed": _("transfer reversed"),
    **DEEDS,
}
"""Those that are not here show as their code in words."""


class ActionFilter(admin.SimpleListFilter):
    """What was done, by its name."""

    title = _("what")
    parameter_name = "action"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Only what was ever done."""
        done = AuditEntry.objects.order_by("action").values_list("action", flat=True).distinct()
        return sorted(((action, action_text(action)) for action in done), key=lambda row: row[1])

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[AuditEntry]
    ) -> QuerySet[AuditEntry]:
        """All, or what was chosen."""
        return queryset.filter(action=self.value()) if self.value() else queryset


class AuditEntryAdmin(ReadOnlyAdmin[AuditEntry]):
    """Newest first; nothing in it can be changed by anybody."""

    list_display = ["created_at", "actor_text", "what", "subject_name", "reason"]
    list_display_links = ["created_at", "what"]
    list_filter = ["created_at", ActionFilter, ("actor", admin.RelatedOnlyFieldListFilter)]
    list_select_related = ["actor"]
    search_fields = ["subject_name", "=subject_id", "reason", "actor__username"]
    search_help_text = _("Name or number of a thing, a reason, or who did it")
    date_hierarchy = "created_at"
    fields = ["created_at", "actor_text", "what", "subject", "reason", "changes"]

    @admin.display(description=_("who"), ordering="actor__username")
    def actor_text(self, entry: AuditEntry) -> str:
        """The colleague, or the house itself."""
        return str(entry.actor) if entry.actor else gettext("the house itself")

    @admin.display(description=_("what"), ordering="action")
    def what(self, entry: AuditEntry) -> str:
        """In words."""
        return action_text(entry.action)

    @admin.display(description=_("to which"))
    def subject(self, entry: AuditEntry) -> str:
        """Its kind, name and number."""
        model = _model_of(entry)
        kind = model._meta.verbose_name if model else entry.subject_type  # noqa: SLF001  Django's own
        return f"{capfirst(kind)} “{entry.subject_name}” ({entry.subject_id})"

    @admin.display(description=_("before and after"))
    def changes(self, entry: AuditEntry) -> SafeString:
        """Side by side, field by field."""
        names = [*entry.before, *(name for name in entry.after if name not in entry.before)]
        if not names:
            return format_html("<p>{}</p>", gettext("Nothing that could be compared."))
        rows = format_html_join(
            "",
            '<tr><th scope="row">{}</th><td>{}</td><td>{}</td></tr>',
            (
                (
                    field_text(entry, name),
                    value_text(name, entry.before.get(name)),
                    value_text(name, entry.after.get(name)),
                )
                for name in names
            ),
        )
        head = (
            '<table><thead><tr><th scope="col">{}</th><th scope="col">{}</th>'
            '<th scope="col">{}</th></tr></thead><tbody>{}</tbody></table>'
        )
        return format_html(head, gettext("field"), gettext("before"), gettext("after"), rows)


def action_text(action: str) -> str:
    """What was done in words."""
    return str(ACTIONS.get(action) or action.replace(".", " ").replace("_", " "))


def field_text(entry: AuditEntry, name: str) -> str:
    """A field by the name that its form gives it."""
    model = _model_of(entry)
    if model is not None:
        try:
            field = model._meta.get_field(name)  # noqa: SLF001  Django's own way to a model's fields
        except FieldDoesNotExist:
            pass
        else:
            return capfirst(str(getattr(field, "verbose_name", name)))
    return capfirst(name.removesuffix("_cents").replace("_", " "))


def value_text(name: str, value: Any) -> str:
    """A stored value as people read it: amounts as money, lists with commas, yes and no."""
    if value is None or value in ("", [], {}):
        return NOTHING
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, int) and name.endswith("_cents"):
        return money(value)
    if isinstance(value, dict):
        return "; ".join(f"{key}: {value_text(str(key), item)}" for key, item in value.items())
    if isinstance(value, list):
        return ", ".join(value_text(name, item) for item in value)
    return str(value)


def _model_of(entry: AuditEntry) -> Any:
    """The model of the thing; None when the house no longer has such things."""
    try:
        return apps.get_model(entry.subject_type)
    except (LookupError, ValueError):
        return None
