"""The OpenAPI description of the API."""

from typing import Any, Final

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema

from casino.rest import PROBLEM, ProblemShape

EVERYWHERE: Final = {
    "400": "What was sent cannot be read, or is refused.",
    "401": "Nobody is logged in, or the token is not good.",
    "403": "Not for this person.",
    "429": "Too many requests; Retry-After says how long to wait.",
}
"""Refusals that every operation may give."""

OF_CONTENTS: Final = {
    "413": "The contents are too large.",
    "415": "The contents are no application/json.",
}
"""And those of operations that take contents."""


class HouseSchema(AutoSchema):
    """Describes operations with the refusals that all of them have."""

    def get_operation(self, *args: Any, **kwargs: Any) -> Any:
        """None for what is left out."""
        operation = super().get_operation(*args, **kwargs)
        if operation is None:
            return None
        shape = self.resolve_serializer(ProblemShape, "response").ref
        takes_contents = self.method in ("POST", "PUT")
        for status, sentence in (EVERYWHERE | (OF_CONTENTS if takes_contents else {})).items():
            answer = {"description": sentence, "content": {PROBLEM: {"schema": shape}}}
            operation["responses"].setdefault(status, answer)
        return operation


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # no types
    """How the description tells of tokens."""

    target_class = "casino.api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:  # noqa: ARG002
        """A bearer token."""
        return {"type": "http", "scheme": "bearer"}
