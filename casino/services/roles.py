"""Groups of staff in the database are what ``casino.permissions`` says."""

from django.contrib.auth.models import Group, Permission
from django.db import transaction

from casino.permissions import ROLES
from casino.services.audit import record


@transaction.atomic
def set_up_roles() -> list[str]:
    """Make the groups that are missing and give each exactly its role's permissions.

    Returns the names of the groups that were made or changed, and leaves an audit row for each.
    Raises ``KeyError`` when a role names a permission that does not exist.
    """
    known = {
        f"{app}.{codename}": pk
        for pk, app, codename in Permission.objects.values_list(
            "pk", "content_type__app_label", "codename"
        )
    }
    changed = []
    for name, permissions in ROLES.items():
        group, is_new = Group.objects.get_or_create(name=name)
        before = _permissions_of(group)
        if before != sorted(permissions) or is_new:
            group.permissions.set([known[permission] for permission in permissions])
            record(
                actor=None,
                action="role.set_up",
                subject=group,
                before={} if is_new else {"permissions": before},
                after={"permissions": sorted(permissions)},
            )
            changed.append(name)
    return changed


def _permissions_of(group: Group) -> list[str]:
    named = group.permissions.values_list("content_type__app_label", "codename")
    return sorted(f"{app}.{codename}" for app, codename in named)
