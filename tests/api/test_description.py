"""The API does what its description says, whatever it is sent.

Schemathesis makes requests from the description, good and bad ones, some about things that are
there; no answer may be a server error, one that is not described, or of another form.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core import signals
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from casino.services.tokens import make_token
from tests import factories
from tests.tables.live.seats import Guest, live_table
from tests.tables.seat import sit_down

pytestmark = pytest.mark.django_db

EXAMPLES = 4
"""Of each kind for each operation."""

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


@pytest.fixture(autouse=True)
def _connection_stays() -> Iterator[None]:
    """A WSGI request would close the connection that holds the test's transaction; Django's own
    test client sees to that by itself."""
    ends = (signals.request_started, signals.request_finished)
    for end in ends:
        end.disconnect(close_old_connections)
    yield
    for end in ends:
        end.connect(close_old_connections)


@pytest.fixture
def there() -> dict[str, Any]:
    """What can be asked about: a player with a session, a round in play, and a live table."""
    seat = sit_down(factories.table(name="Garden", game="american"))
    seat.deal(1_000)
    live = live_table()
    guest = Guest(live)
    return {
        "player": seat.player,
        "guest": guest.user,
        "slug": seat.table.slug,
        "live": live.slug,
        "session_id": str(seat.session.public_id),
        "round_id": str(seat.round.public_id),
    }


@pytest.mark.parametrize("person", ["player", "guest", "staff"])
def test_no_answer_is_a_fault_or_undescribed(person: str, there: dict[str, Any]) -> None:
    owner = there.get(person) or factories.staff(superuser=True)
    _token, text = make_token(owner=owner, name="schemathesis")
    headers = {"Authorization": f"Bearer {text}"}
    schema = schemathesis.openapi.from_wsgi("/api/schema/", get_wsgi_application())
    answered: Counter[int] = Counter()

    for found in schema.get_all_operations():
        operation = found.ok()
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
            _ask(operation, mode, headers, there, answered)

    assert answered[200] > 20
    assert answered[400] > 20
    assert answered[404] > 10


def _ask(
    operation: Any,
    mode: GenerationMode,
    headers: dict[str, str],
    there: dict[str, Any],
    answered: Counter[int],
) -> None:
    """Some requests of one kind to one operation."""

    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode), known=st.booleans())
    def asked(case: Any, known: bool) -> None:
        if known:
            _name_things(case, there)
        response = case.call(headers=headers)
        answered[response.status_code] += 1
        case.validate_response(response, checks=CHECKS)

    asked()


def _name_things(case: Any, there: dict[str, Any]) -> None:
    """Ask about things that are there."""
    slug = there["live"] if "/live/" in case.path else there["slug"]
    if "/reports/" in case.path:
        slug = "revenue"
    known = {**there, "slug": slug}
    for name in case.path_parameters or {}:
        case.path_parameters[name] = known[name]
    if isinstance(case.body, dict) and "table" in case.body:
        case.body["table"] = slug


def test_every_operation_is_described() -> None:
    schema = schemathesis.openapi.from_wsgi("/api/schema/", get_wsgi_application())

    operations = [found.ok() for found in schema.get_all_operations()]

    assert len(operations) == 22
    for operation in operations:
        described = operation.definition.raw
        assert described["description"], operation.label
        assert {"400", "401", "403", "429"} <= {*described["responses"]}, operation.label


def test_what_moves_money_is_described_with_its_key() -> None:
    schema = schemathesis.openapi.from_wsgi("/api/schema/", get_wsgi_application())

    keyed = {
        operation.definition.raw["operationId"]
        for operation in (found.ok() for found in schema.get_all_operations())
        if any(
            parameter["name"] == "Idempotency-Key" and parameter["required"]
            for parameter in operation.definition.raw.get("parameters", ())
        )
    }

    assert keyed == {
        "session_open", "session_add_money", "session_close", "round_deal", "round_act",
    }  # fmt: skip
