"""What page views share: who asks, and how a refusal is answered."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, cast

from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseNotAllowed,
    HttpResponseRedirect,
)
from django.shortcuts import resolve_url
from django.urls import reverse
from django.utils.http import urlencode
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from casino.errors import PlayersOnly
from casino.models import User

P = ParamSpec("P")


class PageRequest(HttpRequest):
    """A request that went through the htmx middleware."""

    htmx: HtmxDetails


class PlayerRequest(PageRequest):
    """A request of somebody who is logged in."""

    user: User


def logged_in(
    view: Callable[Concatenate[PlayerRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Send others to the login page, the whole page also where a fragment was asked for."""

    @wraps(view)
    def inner(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.user.is_authenticated:
            return view(cast(PlayerRequest, request), *args, **kwargs)
        htmx = cast(PageRequest, request).htmx
        back = htmx.current_url_abs_path if htmx else request.get_full_path()
        return go(request, f"{resolve_url('account_login')}?{urlencode({'next': back or '/'})}")

    return inner


def player_only(
    view: Callable[Concatenate[PlayerRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """As ``logged_in``, for players. Raises ``PlayersOnly`` for members of staff."""

    @wraps(view)
    def inner(request: PlayerRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not request.user.is_player:
            raise PlayersOnly
        return view(request, *args, **kwargs)

    return logged_in(inner)


def command(
    page: str,
) -> Callable[
    [Callable[Concatenate[PlayerRequest, P], HttpResponse]],
    Callable[Concatenate[HttpRequest, P], HttpResponse],
]:
    """A command of a player: POST only. Raises ``PlayersOnly`` for members of staff.

    A GET (a reload, a change of language, the way back from the login) leads to the page named
    ``page``, which takes the same arguments, and does nothing.
    """

    def decorate(
        view: Callable[Concatenate[PlayerRequest, P], HttpResponse],
    ) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
        as_player = player_only(view)

        @wraps(view)
        def inner(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            if request.method == "POST":
                return as_player(request, *args, **kwargs)
            if request.method in ("GET", "HEAD"):
                return HttpResponseRedirect(reverse(page, args=args, kwargs=kwargs))
            return HttpResponseNotAllowed(["POST"])

        return inner

    return decorate


def is_htmx(request: HttpRequest) -> bool:
    """Whether a fragment is asked for, not a page."""
    return bool(cast(PageRequest, request).htmx)


def visitor_or_player(request: HttpRequest) -> User | None:
    """The person whose limits and sessions a public page shows."""
    return request.user if request.user.is_authenticated else None


def go(request: HttpRequest, url: str) -> HttpResponse:
    """Lead the whole page to another address."""
    if is_htmx(request):
        return HttpResponseClientRedirect(url)
    return HttpResponseRedirect(url, status=303)
