"""The API answers in JSON, whatever is asked for: a refusal has to be readable too."""

from collections.abc import Iterable

from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request


class JsonOnly(DefaultContentNegotiation):
    """Always the view's first renderer."""

    def select_renderer(
        self,
        request: Request,  # noqa: ARG002  DRF's signature
        renderers: Iterable[BaseRenderer],
        format_suffix: str | None = None,  # noqa: ARG002
    ) -> tuple[BaseRenderer, str]:
        """With its media type."""
        first = next(iter(renderers))
        return first, first.media_type or ""
