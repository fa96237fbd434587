"""Who is logged in."""

from allauth.account.auth_backends import AuthenticationBackend

from casino.models import User


class HouseBackend(AuthenticationBackend):
    """Login by user name or e-mail address; each request's user comes with the VIP tier.

    Limits of tables go by tier, so that nearly every page needs it: one join here saves each of
    them a query.
    """

    def get_user(self, user_id: int) -> User | None:
        """The user of the session, if still allowed in."""
        user = User.objects.select_related("vip_tier").filter(pk=user_id).first()
        return user if user is not None and self.user_can_authenticate(user) else None
