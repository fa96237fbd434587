"""Writes the audit trail."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Model

from casino.models import AuditEntry, User


def record(
    *,
    actor: User | None,
    action: str,
    subject: Model,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    reason: str = "",
) -> AuditEntry:
    """Write down what a member of staff did to ``subject``, in the transaction that does it.

    ``action`` is ``thing.participle``, such as ``round.voided``. Of ``before`` and ``after`` only
    what differs is kept; both hold what JSON can hold. Without an ``actor`` it was the house's own
    job or command.
    """
    old, new = dict(before or {}), dict(after or {})
    same = {name for name in old if name in new and old[name] == new[name]}
    return AuditEntry.objects.create(
        actor=actor,
        action=action,
        subject_type=subject._meta.label_lower,  # noqa: SLF001  Django's own name of the model
        subject_id=str(subject.pk),
        subject_name=str(subject)[:200],
        before={name: value for name, value in old.items() if name not in same},
        after={name: value for name, value in new.items() if name not in same},
        reason=reason.strip(),
    )
