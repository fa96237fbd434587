"""Programs that use the API: each with its token, as its person."""

import json
from typing import Any
from uuid import UUID, uuid4

from django.test import Client

from casino.models import User
from casino.services.tokens import make_token

API = "/api/v1"


class Program:
    """A program of somebody's. ``key`` is what moves money is sent with; ``""`` leaves it out."""

    def __init__(self, person: User, language: str = "en") -> None:
        self.person = person
        _token, text = make_token(owner=person, name="program")
        self.client = Client(
            headers={"Authorization": f"Bearer {text}", "Accept-Language": language},
            raise_request_exception=True,
        )

    def get(self, path: str, **query: Any) -> Any:
        """Ask for something."""
        return self.client.get(f"{API}/{path}", query)

    def post(self, path: str, key: UUID | str | None = None, **contents: Any) -> Any:
        """Send a command."""
        return self._send("POST", path, uuid4() if key is None else key, contents)

    def put(self, path: str, **contents: Any) -> Any:
        """Put something in the place of what was there."""
        return self._send("PUT", path, "", contents)

    def _send(self, method: str, path: str, key: UUID | str, contents: dict[str, Any]) -> Any:
        headers = {"Idempotency-Key": str(key)} if key else {}
        return self.client.generic(
            method,
            f"{API}/{path}",
            json.dumps(contents),
            content_type="application/json",
            headers=headers,
        )


def refusal(response: Any) -> tuple[int, str]:
    """Status and code of a refusal, which has the form of one."""
    body = response.json()
    assert response["Content-Type"] == "application/problem+json"
    assert {*body} == {"type", "title", "status", "code", "facts"}
    assert body["type"] == f"urn:casino:problem:{body['code']}"
    assert body["status"] == response.status_code
    return response.status_code, body["code"]
