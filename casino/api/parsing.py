"""What is sent to the API: JSON of a reasonable depth and size."""

from collections.abc import Mapping
from typing import IO, Any, Final

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.utils.translation import gettext
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

MOST_LEVELS: Final = 20
"""More than any request has. What can just be read might be too deep to be written down again."""


class BoundedJson(JSONParser):
    """Refuses what Python's own reader of JSON gives up on. It reads from the connection, past
    Django's own look at the size."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Raises ``RequestDataTooBig``, and ``ParseError`` for what is no JSON or too deep."""
        request = (parser_context or {})["request"]
        if int(request.META.get("CONTENT_LENGTH") or 0) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            raise RequestDataTooBig
        try:
            contents = super().parse(stream, media_type, parser_context)
        except RecursionError as error:
            raise _too_deep() from error
        if _is_deeper(contents, MOST_LEVELS):
            raise _too_deep()
        return contents


def _too_deep() -> ParseError:
    return ParseError(gettext("The values lie too deep in each other."))


def _is_deeper(contents: Any, levels: int) -> bool:
    if not isinstance(contents, dict | list):
        return False
    inner = contents.values() if isinstance(contents, dict) else contents
    return not levels or any(_is_deeper(value, levels - 1) for value in inner)
