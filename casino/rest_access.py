"""Who may ask the API what. Apart from ``casino.rest``: DRF's own views import it by its name."""

from typing import Any, cast

from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from casino.models import User
from casino.rest_errors import SecondFactorMissing
from casino.selectors.staff import lacks_second_factor


def who(request: Request) -> User:
    """The person who asks; a permission has seen to it that there is one."""
    return cast(User, request.user)


class AllowedIn(BasePermission):
    """Somebody who is logged in; staff with their second factor, where they must have one."""

    def has_permission(self, request: Request, view: Any) -> bool:  # noqa: ARG002  DRF's signature
        """Raises ``SecondFactorMissing``."""
        if not request.user.is_authenticated:
            return False
        if lacks_second_factor(user=who(request)):
            raise SecondFactorMissing
        return True


def staff_with(permission: str) -> type[BasePermission]:
    """Members of staff who have this permission; others are refused."""

    class Permitted(AllowedIn):
        def has_permission(self, request: Request, view: Any) -> bool:
            """As the back office asks for its own pages."""
            allowed = super().has_permission(request, view) and who(request).is_staff
            return allowed and who(request).has_perm(permission)

    return Permitted
