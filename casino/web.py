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


def command(
    page: str,
) -> Callable[
    [Callable[Concatenate[PlayerRequest, P], HttpResponse]],
    Callable[Concatenate[HttpRequest, P], HttpResponse],
]:
    """A command of somebody who is logged in: POST only. What staff may not do, services refuse.

    A GET (a reload, a change of language, the way back from the login) leads to the page named
    ``page``, which takes the same arguments, and does nothing.
    """

    def decorate(
        view: Callable[Concatenate[PlayerRequest, P], HttpResponse],
    ) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
        known = logged_in(view)

        @wraps(view)
        def inner(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            if request.method == "POST":
                return known(request, *args, **kwargs)
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
