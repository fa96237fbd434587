"""Refusals as ``application/problem+json`` (RFC 9457)."""

import math
from collections.abc import Mapping
from typing import Any, Final

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler

from casino.errors import CasinoError, NotFound
from casino.presentation import refusal_sentence
from casino.rest import PROBLEM
from casino.rest_errors import ContentsTooLarge

CODES: Final[Mapping[type[Exception], str]] = {
    exceptions.ValidationError: "invalid_input",
    exceptions.Throttled: "throttled",
    exceptions.ParseError: "unreadable",
}
"""Where DRF's own code would say less."""


def handle(error: Exception, context: dict[str, Any]) -> Response | None:
    """The answer to an error that is a refusal; None leaves any other to Django."""
    if isinstance(error, Http404):
        error = NotFound()
    if isinstance(error, RequestDataTooBig):
        error = ContentsTooLarge()
    if isinstance(error, CasinoError):
        return problem(
            code=error.code,
            title=refusal_sentence(error),
            status=error.status,
            facts=dict(error.data),
        )
    if isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    response = exception_handler(error, context)
    if response is None or not isinstance(error, exceptions.APIException):
        return response
    headers = {
        name: response[name] for name in ("WWW-Authenticate", "Retry-After") if name in response
    }
    return problem(
        code=CODES.get(type(error)) or str(error.default_code),
        title=_title(error),
        status=response.status_code,
        facts=_facts(error),
        headers=headers,
    )


def problem(
    *,
    code: str,
    title: str,
    status: int,
    facts: Mapping[str, Any],
    headers: Mapping[str, str] | None = None,
) -> Response:
    """One refusal in the form of RFC 9457."""
    body = {
        "type": f"urn:casino:problem:{code}",
        "title": title,
        "status": status,
        "code": code,
        "facts": facts,
    }
    return Response(body, status=status, headers=headers, content_type=PROBLEM)


def _title(error: exceptions.APIException) -> str:
    if isinstance(error, exceptions.ValidationError):
        return str(exceptions.ValidationError.default_detail)
    return str(error.detail)


def _facts(error: exceptions.APIException) -> Mapping[str, Any]:
    """The sentences by field, or the seconds to wait."""
    if isinstance(error, exceptions.ValidationError):
        detail = error.detail
        return detail if isinstance(detail, dict) else {"contents": detail}
    wait = getattr(error, "wait", None)  # of a Throttled one
    if wait is not None:
        return {"seconds": math.ceil(wait)}
    return {}
