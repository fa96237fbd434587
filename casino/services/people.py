"""What the audit trail keeps of changes to people."""

from collections.abc import Mapping
from typing import Any

from casino.models import AuditEntry, User
from casino.services.audit import record

Facts = Mapping[str, Any]


def facts_of(person: User) -> dict[str, Any]:
    """What can be changed about a person, as the audit trail keeps it; the password never."""
    permissions = person.user_permissions.values_list("content_type__app_label", "codename")
    return {
        "username": person.username,
        "email": person.email,
        "first_name": person.first_name,
        "last_name": person.last_name,
        "is_active": person.is_active,
        "is_staff": person.is_staff,
        "is_superuser": person.is_superuser,
        "groups": sorted(person.groups.values_list("name", flat=True)),
        "user_permissions": sorted(f"{app}.{codename}" for app, codename in permissions),
        "vip_tier": str(person.vip_tier) if person.vip_tier else None,
        "birth_date": person.birth_date.isoformat() if person.birth_date else None,
        "is_test": person.is_test,
    }


def record_person(*, actor: User, person: User, before: Facts | None) -> AuditEntry | None:
    """What a colleague has done to a person, in the transaction that did it.

    ``before`` are the facts as they were, None for somebody new. Nothing is written where nothing
    has changed.
    """
    after = facts_of(person)
    if before == after:
        return None
    return record(
        actor=actor,
        action="person.created" if before is None else _named(before, after),
        subject=person,
        before=before,
        after=after,
    )


def _named(before: Facts, after: Facts) -> str:
    if before["is_active"] != after["is_active"]:
        return "person.activated" if after["is_active"] else "person.deactivated"
    rights = ("is_staff", "is_superuser", "groups", "user_permissions")
    given = any(before[name] != after[name] for name in rights)
    return "person.rights_changed" if given else "person.changed"


def record_failed_login(*, login: str) -> None:
    """Somebody was refused who named a member of staff; of players no trail is kept."""
    named = User.objects.filter(is_staff=True, username__iexact=login)
    addressed = User.objects.filter(is_staff=True, email__iexact=login)
    person = named.first() or addressed.first()
    if person is not None:
        record(actor=None, action=AuditEntry.LOGIN_FAILED, subject=person)
