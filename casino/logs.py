"""Who asked, in the log lines."""

from typing import Any

import structlog
from django.http import HttpRequest


def bind_known_user(request: HttpRequest, **_: Any) -> None:
    """Name the user on a request's last line if the request has looked at who it is.

    django-structlog would look for itself, at two queries for every request: a vote needs one.
    """
    user = getattr(request, "_cached_user", None)  # what ``request.user`` has loaded
    if user is not None:
        structlog.contextvars.bind_contextvars(user_id=user.pk)
