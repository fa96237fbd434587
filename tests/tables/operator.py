"""An operator at the form of a table."""

from typing import Any

from django.contrib.auth.models import Permission
from django.db.models import Q
from django.test import Client
from django.urls import reverse

from casino.models import AuditEntry, User
from tables.admin.limits_grid import LimitsGrid
from tables.models import Table, TableVersion
from tests import factories
from tests.tables.seat import everything


def staff_with(*codenames: str) -> User:
    """A clerk who may see everything at the tables, and do these things."""
    clerk = factories.staff()
    allowed = Q(codename__startswith="view_") | Q(codename__in=codenames)
    clerk.user_permissions.set(Permission.objects.filter(allowed, content_type__app_label="tables"))
    return clerk


def form_data(response: Any) -> dict[str, Any]:
    """What the browser would send if nothing were typed."""
    form = response.context["adminform"].form
    values = {name: form[name].value() for name in form.fields}
    data = {name: value for name, value in values.items() if value is not None}
    data = {name: value for name, value in data.items() if value is not False}  # 0 is a value
    if isinstance(form.fields["limits"].widget, LimitsGrid):
        data |= grid(data.pop("limits"))
    shown_first = [name for name in form.fields if form.fields[name].show_hidden_initial]
    return data | {f"initial-{name}": form[name].value() for name in shown_first}


def publish(client: Client, preview: Any, reason: str = "a new season") -> Any:
    """Press the button of the page that shows what would change."""
    assert preview.status_code == 200, errors_of(preview)
    sent = {"draft": preview.context["draft"], "reason": reason}
    return client.post(reverse("admin:table_publish"), sent)


def grid(limits: dict[str, dict[str, Any]]) -> dict[str, str]:
    """Limits as the grid's boxes send them; cents become euro, texts stay."""
    return {
        f"limits-{rank}-{position}-{end}": _text(value)
        for rank, tier in limits.items()
        for position, pair in tier.items()
        for end, value in zip(("least", "most"), pair, strict=True)
    }


def _text(value: int | str) -> str:
    return value if isinstance(value, str) else f"{value // 100}.{value % 100:02d}"


def errors_of(response: Any) -> dict[str, list[str]]:
    """The refusals by field, where the form came back with some."""
    assert response.status_code == 200
    assert "adminform" in response.context, "The form was accepted."
    errors: dict[str, list[str]] = dict(response.context["adminform"].form.errors)
    return errors


def address(table: Table) -> str:
    """The form of a table."""
    return reverse("admin:tables_table_change", args=[table.pk])


def shown(admin: Client, table: Table) -> dict[str, Any]:
    """What the form of a table sends if nothing is typed."""
    return form_data(admin.get(address(table)))


def look(admin: Client, table: Table, **typed: Any) -> Any:
    """The page that shows what would change."""
    return admin.post(address(table), shown(admin, table) | typed)


def stored() -> dict[str, Any]:
    """All rows that publishing can touch."""
    return {
        **everything(),
        "tables": list(Table.objects.values()),
        "versions": list(TableVersion.objects.values()),
        "audit": AuditEntry.objects.count(),
    }


def changes_in(preview: Any) -> list[tuple[str, str, str]]:
    """The changes on such a page: what, before, after."""
    found = preview.context["preview"].changes
    return [(str(change.name), change.before, change.after) for change in found]
