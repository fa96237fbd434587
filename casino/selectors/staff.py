"""What the house knows of its staff."""

import datetime
from dataclasses import dataclass

from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.db.models import Count, Max

from casino.models import AuditEntry, User


def lacks_second_factor(*, user: User) -> bool:
    """Whether this member of staff must set up the codes of a phone before anything else.

    Only where ``settings.STAFF_MUST_USE_TOTP`` is on: one query then for staff, none for others.
    """
    if not (settings.STAFF_MUST_USE_TOTP and user.is_staff):
        return False
    return not is_mfa_enabled(user, types=[Authenticator.Type.TOTP])


@dataclass(frozen=True, slots=True)
class FailedLogins:
    """How often somebody tried to log in as this person with a wrong password, and when last."""

    number: int
    last_at: datetime.datetime | None


def failed_logins(*, person: User) -> FailedLogins:
    """Of a member of staff; of players none are kept."""
    found = AuditEntry.objects.filter(
        action=AuditEntry.LOGIN_FAILED, subject_type="casino.user", subject_id=str(person.pk)
    ).aggregate(number=Count("pk"), last_at=Max("created_at"))
    return FailedLogins(number=found["number"], last_at=found["last_at"])
