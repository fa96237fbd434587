"""Answers that belong to no app."""

from typing import NoReturn

from rest_framework.permissions import AllowAny
from rest_framework.views import APIView

from casino.errors import NotFound


class NothingHere(APIView):
    """Addresses below ``/api/`` that are none: a problem, not a page."""

    permission_classes = [AllowAny]

    def initial(self, *_args: object, **_kwargs: object) -> NoReturn:
        """Whatever the method. Raises ``NotFound``."""
        raise NotFound
