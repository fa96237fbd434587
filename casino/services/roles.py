"""Groups of staff in the database are what ``casino.permissions`` says."""

from django.contrib.auth.models import Group, Permission
from django.db import transaction

from casino.permissions import ROLES


@transaction.atomic
def set_up_roles() -> None:
    """Make the groups that are missing and give each exactly its role's permissions.

    Raises ``KeyError`` when a role names a permission that does not exist.
    """
    known = {
        f"{app}.{codename}": pk
        for pk, app, codename in Permission.objects.values_list(
            "pk", "content_type__app_label", "codename"
        )
    }
    for name, permissions in ROLES.items():
        group, _ = Group.objects.get_or_create(name=name)
        group.permissions.set([known[permission] for permission in permissions])
