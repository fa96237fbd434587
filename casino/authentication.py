"""Who is logged in."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.http import HttpRequest

from casino.models import User
from casino.services.people import record_failed_login


class HouseBackend(AuthenticationBackend):
    """Login by user name or e-mail address; each request's user comes with the VIP tier.

    Limits of tables go by tier, so that nearly every page needs it: one join here saves each of
    them a query.
    """

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> User | None:
        """The person whose password it is. A refused login of staff is kept in the audit trail."""
        person: User | None = super().authenticate(request, **credentials)
        login = credentials.get("username") or credentials.get("email")
        if person is None and login:
            record_failed_login(login=login)
        return person

    def get_user(self, user_id: int) -> User | None:
        """The user of the session, if still allowed in."""
        user = User.objects.select_related("vip_tier").filter(pk=user_id).first()
        return user if user is not None and self.user_can_authenticate(user) else None
