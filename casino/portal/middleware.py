"""What every answer goes through: nobody keeps pages, and no refusal is left unsaid."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers

from casino.errors import CasinoError
from casino.presentation import refusal_sentence


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
