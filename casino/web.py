"""What page views share: who asks, and how a refusal is answered."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, cast

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import resolve_url
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
    """Send others to the login page, the whole page also where a fragment was asked for.

    A login after a command leads to the page that the command was sent from.
    """

    @wraps(view)
    def inner(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.user.is_authenticated:
            return view(cast(PlayerRequest, request), *args, **kwargs)
        htmx = cast(PageRequest, request).htmx
        back = htmx.current_url_abs_path if htmx else request.get_full_path()
        if request.method != "GET" and not htmx:
            back = resolve_url("portal:arrive")
        return go(request, f"{resolve_url('account_login')}?{urlencode({'next': back or '/'})}")

    return inner


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
