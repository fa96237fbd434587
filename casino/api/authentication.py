"""Who asks: a token of the person's own, or the session of a browser with its CSRF token."""

import structlog
from django.utils.translation import gettext_lazy as _
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from casino.models import User
from casino.services.tokens import owner_of

SCHEME = "Bearer"


class TokenAuthentication(BaseAuthentication):
    """``Authorization: Bearer casino_…``."""

    def authenticate(self, request: Request) -> tuple[User, None] | None:
        """None lets the session speak. Raises ``AuthenticationFailed`` for a token that is bad."""
        scheme, _space, token = get_authorization_header(request).strip().partition(b" ")
        if scheme.lower() != SCHEME.lower().encode():
            return None
        owner = owner_of(token=token.strip().decode("latin-1"))
        if owner is None:
            raise AuthenticationFailed(_("This token is unknown, revoked or too old."))
        structlog.contextvars.bind_contextvars(user_id=owner.pk)
        return owner, None

    def authenticate_header(self, request: Request) -> str:  # noqa: ARG002  DRF's signature
        """What a refused request is told to bring."""
        return SCHEME
