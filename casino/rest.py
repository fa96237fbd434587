"""What views of the API share: reading what was sent, its key, pages, and their description.

Amounts are whole cents, moments ISO 8601 with their offset. A refusal is
``application/problem+json`` (``casino.api.problems`` writes it): the code, facts and status of the
same refusal on the pages, with its sentence in the request's language.
"""

import datetime
import json
import uuid
from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request

from casino.rest_access import who
from casino.rest_errors import KeyMalformed, KeyMissing
from casino.services.idempotency import claim_key

PROBLEM: Final = "application/problem+json"
KEY_HEADER: Final = "Idempotency-Key"
PAGE_ROWS: Final = 50
MOST_CENTS: Final = 10**12
"""More than any table takes; what is larger is no amount."""

Answers = dict[Any, Any]


class ProblemShape(serializers.Serializer[Any]):
    """A refusal; nothing has changed (RFC 9457)."""

    type = serializers.CharField(help_text="urn:casino:problem: and the code.")
    title = serializers.CharField(help_text="The sentence, in the language of the request.")
    status = serializers.IntegerField()
    code = serializers.CharField(help_text="Stable; the same as on the pages.")
    facts = serializers.DictField(help_text="What the sentence is made of; amounts in cents.")

    class Meta:
        """Its name in the schema."""

        ref_name = "Problem"


def problems(*statuses: int) -> Answers:
    """Refusals of an operation by their statuses, for its description.

    Those that every operation has (400, 401, 403, 429) are added to the whole schema.
    """
    return {(status, PROBLEM): ProblemShape for status in statuses}


KEY_PARAMETER: Final = OpenApiParameter(
    KEY_HEADER,
    OpenApiTypes.UUID,
    OpenApiParameter.HEADER,
    required=True,
    description=(
        "A UUID of your own for this request. Sent again with the same contents it does nothing "
        "twice and gives the present state; with other contents it is refused (409)."
    ),
)


def read(shape: type[serializers.Serializer[Any]], request: Request) -> Mapping[str, Any]:
    """The contents of a request. Raises DRF's ``ValidationError``."""
    sent = shape(data=request.data)
    sent.is_valid(raise_exception=True)
    return cast(Mapping[str, Any], sent.validated_data)


def asked(shape: type[serializers.Serializer[Any]], request: Request) -> Mapping[str, Any]:
    """The query of a request. Raises DRF's ``ValidationError``."""
    query = shape(data=request.query_params)
    query.is_valid(raise_exception=True)
    return cast(Mapping[str, Any], query.validated_data)


def idempotency_key(request: Request) -> uuid.UUID:
    """The key of a request that moves money, tied to its contents.

    To be asked for once the contents are known to be readable: a key is not used up by what could
    not be. Raises ``KeyMissing``, ``KeyMalformed``, ``IdempotencyConflict``.
    """
    text = request.headers.get(KEY_HEADER, "").strip()
    if not text:
        raise KeyMissing
    try:
        key = uuid.UUID(text)
    except ValueError:
        raise KeyMalformed from None
    contents = json.dumps([request.method, request.path, request.data], sort_keys=True)
    claim_key(owner=who(request), key=key, contents=contents.encode())
    return key


class Cursor(serializers.Serializer[Any]):
    """Where a page of rows begins: after the row whose number ``next`` of the page before gave."""

    before = serializers.IntegerField(
        required=False, min_value=1, max_value=2**63 - 1, help_text="``next`` of the page before."
    )
    limit = serializers.IntegerField(required=False, min_value=1, max_value=200, default=PAGE_ROWS)


def page_of(
    shape: type[serializers.Serializer[Any]], rows: Sequence[Any], *, following: int | None
) -> dict[str, Any]:
    """One page as it is answered. ``following`` is None on the last one."""
    return {"results": shape(rows, many=True).data, "next": following}


def paged(shape: type[serializers.Serializer[Any]]) -> type[serializers.Serializer[Any]]:
    """The shape of a page, for the description."""
    name = shape.__name__.removesuffix("Shape")
    fields = {
        "results": shape(many=True),
        "next": serializers.IntegerField(
            allow_null=True,
            help_text="To be sent as ``before`` for the next page; null at the end.",
        ),
        "__doc__": "One page, newest first.",
    }
    return type(f"{name}PageShape", (serializers.Serializer,), fields)


class MomentField(serializers.DateTimeField):
    """A moment that there is in UTC as well: at the ends of the calendar some are not."""

    def to_internal_value(self, value: Any) -> datetime.datetime:
        """Raises DRF's ``ValidationError``."""
        try:
            moment: datetime.datetime = super().to_internal_value(value)
            moment.astimezone(datetime.UTC)
        except OverflowError:
            self.fail("overflow")
        return moment


class CentsField(serializers.IntegerField):
    """An amount: a whole number of cents within bounds; no text and no fraction stands for one."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"min_value": 1, "max_value": MOST_CENTS, **options})

    def to_internal_value(self, data: Any) -> int:
        """Raises DRF's ``ValidationError``."""
        if type(data) is not int:
            self.fail("invalid")
        return super().to_internal_value(data)
