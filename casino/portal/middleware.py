"""Refusals that no page has a place of its own for."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from casino.errors import CasinoError
from casino.presentation import refusal_sentence


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
