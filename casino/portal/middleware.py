"""What every answer goes through: nobody keeps pages, staff bring a second factor, and no refusal
is left unsaid."""

from collections.abc import Callable
from typing import Any, Final

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext

from casino.errors import CasinoError
from casino.presentation import refusal_sentence
from casino.selectors.staff import lacks_second_factor

SET_UP: Final = "mfa_activate_totp"
LEFT_OPEN: Final = frozenset(
    {
        SET_UP,
        "account_login",
        "account_logout",
        "account_reauthenticate",
        "set_language",
        "tables:vote",  # by its pass alone: nobody's login is looked up for it
    }
)
"""What staff without a second factor still reach: its set-up, and what leads there or out."""

API: Final = "api"
"""Its own permission looks (``casino.rest``): a token is no session, and the answer is no page."""


class NotCachedMiddleware:
    """Has no browser and no proxy keep a page.

    Going back would show a round as it no longer stands, and money after its owner has logged out.

    An answer that says itself how it may be kept is left alone.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if not response.has_header("Cache-Control"):
            add_never_cache_headers(response)
        return response


class SecondFactorMiddleware:
    """Leads staff who must have a second factor and have none to the page that sets it up."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, _view: object, _args: object, _kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        """None lets the request through. Where the setting is off nobody is looked up."""
        match = request.resolver_match
        if not settings.STAFF_MUST_USE_TOTP or match is None:
            return None
        if match.view_name in LEFT_OPEN or API in match.namespaces:
            return None
        if not request.user.is_authenticated or not lacks_second_factor(user=request.user):
            return None
        note = gettext("Members of staff log in with a code from their phone. Set it up first.")
        messages.info(request, note)
        return redirect(SET_UP)


class RefusalMiddleware:
    """Shows a ``CasinoError`` that a view let through as a page with its sentence and status."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """None leaves any other error to Django."""
        if not isinstance(error, CasinoError):
            return None
        context = {"sentence": refusal_sentence(error)}
        return render(request, "portal/refused.html", context, status=error.status)
