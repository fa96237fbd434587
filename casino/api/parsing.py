"""What is sent to the API: JSON of a reasonable depth. Django's limit bounds its size."""

from collections.abc import Mapping
from typing import IO, Any

from django.utils.translation import gettext
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser


class BoundedJson(JSONParser):
    """Refuses what Python's own reader of JSON gives up on."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Raises ``ParseError``, also where values lie too deep in each other."""
        try:
            return super().parse(stream, media_type, parser_context)
        except RecursionError as error:
            raise ParseError(gettext("The values lie too deep in each other.")) from error
