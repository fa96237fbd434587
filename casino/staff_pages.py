"""What pages of the back office share: who may see them, and how they are framed."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.template.response import TemplateResponse

from casino.models import User

P = ParamSpec("P")
Response = TypeVar("Response", bound=HttpResponseBase)


class StaffRequest(HttpRequest):
    """A request of a member of staff."""

    user: User


def needs(
    permission: str,
) -> Callable[
    [Callable[Concatenate[StaffRequest, P], Response]],
    Callable[Concatenate[HttpRequest, P], Response],
]:
    """Members of staff with this permission; others are refused.

    The view itself stands behind ``AdminSite.admin_view``, which sends visitors to the login.
    """

    def decorate(
        view: Callable[Concatenate[StaffRequest, P], Response],
    ) -> Callable[Concatenate[HttpRequest, P], Response]:
        @wraps(view)
        def inner(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> Response:
            if not cast(User, request.user).has_perm(permission):
                raise PermissionDenied
            return view(cast(StaffRequest, request), *args, **kwargs)

        return inner

    return decorate


def page(
    request: HttpRequest, template: str, *, title: str, status: int = 200, **context: Any
) -> TemplateResponse:
    """A page in the frame of the back office."""
    whole = {**admin.site.each_context(request), "title": title, **context}
    return TemplateResponse(request, template, whole, status=status)
