"""Who gets what: every address of the portal with the status it gives to whom.

A command is sent empty: 400 says that it was let in and asked for its contents. An address
without a row fails. All roles of staff are one here; the back office tells them apart and has a
table of its own (``test_admin_permissions``).
"""

from collections.abc import Iterator
from uuid import UUID

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from casino.models import User
from casino.permissions import ROLES
from casino.services.roles import set_up_roles
from tests import factories

pytestmark = pytest.mark.django_db

ELSEWHERE = {"admin", "api"}
"""Namespaces with a table of their own."""

SLUG = "permissions"
ARGUMENTS: dict[str, list[object]] = {
    "tables:round": [UUID(int=1)],
    "tables:replay": [UUID(int=1)],
    "portal:token_revoke": [0],
    "tables:question": [UUID(int=1)],
    "tables:ask": [UUID(int=1)],
    "account_confirm_email": ["none"],
    "account_reset_password_from_key": ["1", "none-none"],
}

# To the login, or from the login to where people arrive.
AWAY = 302
SEE_OTHER = 303

ROWS: dict[tuple[str, str], tuple[int, int, int]] = {
    # address, method: visitor, player, staff
    ("portal:lobby", "get"): (200, 200, 200),
    ("portal:arrive", "get"): (SEE_OTHER, AWAY, AWAY),
    ("portal:profile", "get"): (SEE_OTHER, 200, 200),
    ("portal:tokens", "get"): (SEE_OTHER, 200, 200),
    ("portal:token_revoke", "post"): (SEE_OTHER, 404, 404),
    ("portal:golden_chips", "get"): (SEE_OTHER, 200, 200),
    ("portal:notices_read", "post"): (SEE_OTHER, AWAY, AWAY),
    ("portal:safer_play", "get"): (200, 200, 200),
    ("portal:house_rules", "get"): (200, 200, 200),
    ("wallet:cashier", "get"): (SEE_OTHER, 200, 200),
    ("wallet:deposit", "post"): (SEE_OTHER, 400, 400),
    ("wallet:withdraw", "post"): (SEE_OTHER, 400, 400),
    ("tables:history", "get"): (SEE_OTHER, 200, 200),
    ("tables:round", "get"): (SEE_OTHER, 404, 404),
    ("tables:replay", "get"): (SEE_OTHER, 404, 404),
    ("tables:verify", "get"): (SEE_OTHER, 200, 200),
    ("tables:statement", "get"): (SEE_OTHER, 200, 200),
    ("tables:statement_csv", "get"): (SEE_OTHER, 200, 200),
    ("tables:question", "get"): (SEE_OTHER, 404, 404),
    ("tables:ask", "post"): (SEE_OTHER, 404, 404),
    ("tables:table", "get"): (200, 200, 200),
    ("tables:help", "get"): (200, 200, 200),
    ("tables:open_session", "post"): (SEE_OTHER, 400, 400),
    # Without a session at the table these lead to its buy-in.
    ("tables:add_money", "post"): (SEE_OTHER, SEE_OTHER, SEE_OTHER),
    ("tables:end_session", "get"): (SEE_OTHER, SEE_OTHER, SEE_OTHER),
    ("tables:end_session", "post"): (SEE_OTHER, 400, 400),
    ("tables:place_chip", "post"): (SEE_OTHER, SEE_OTHER, SEE_OTHER),
    ("tables:deal", "post"): (SEE_OTHER, SEE_OTHER, SEE_OTHER),
    ("tables:act", "post"): (SEE_OTHER, SEE_OTHER, SEE_OTHER),
    # The table of this test is no live one.
    ("tables:live", "get"): (404, 404, 404),
    ("tables:lay", "post"): (SEE_OTHER, 404, 404),
    ("tables:auto", "post"): (SEE_OTHER, 404, 404),
    ("tables:vote", "post"): (404, 404, 404),
    ("tables:insure", "post"): (SEE_OTHER, 404, 404),
    ("set_language", "post"): (AWAY, AWAY, AWAY),
    ("account_login", "get"): (200, AWAY, AWAY),
    ("account_signup", "get"): (200, AWAY, AWAY),
    ("account_logout", "get"): (AWAY, 200, 200),
    ("account_inactive", "get"): (200, 200, 200),
    ("account_reauthenticate", "get"): (AWAY, 200, 200),
    ("account_request_reauthentication_code", "get"): (AWAY, AWAY, AWAY),
    ("account_confirm_reauthentication_code", "get"): (AWAY, AWAY, AWAY),
    ("account_email", "get"): (AWAY, 200, 200),
    ("account_email_verification_sent", "get"): (200, 200, 200),
    ("account_confirm_email", "get"): (200, 200, 200),
    ("account_confirm_login_code", "get"): (AWAY, AWAY, AWAY),
    ("account_change_password", "get"): (AWAY, 200, 200),
    ("account_set_password", "get"): (AWAY, AWAY, AWAY),
    ("account_reset_password", "get"): (200, 200, 200),
    ("account_reset_password_done", "get"): (200, 200, 200),
    ("account_reset_password_from_key", "get"): (200, 200, 200),
    ("account_reset_password_from_key_done", "get"): (200, 200, 200),
    # Those that change something ask for the password again.
    ("mfa_index", "get"): (AWAY, 200, 200),
    ("mfa_authenticate", "get"): (AWAY, AWAY, AWAY),
    ("mfa_reauthenticate", "get"): (AWAY, AWAY, AWAY),
    ("mfa_activate_totp", "get"): (AWAY, AWAY, AWAY),
    ("mfa_deactivate_totp", "get"): (AWAY, 404, 404),
    ("mfa_view_recovery_codes", "get"): (AWAY, 404, 404),
    ("mfa_generate_recovery_codes", "get"): (AWAY, AWAY, AWAY),
    ("mfa_download_recovery_codes", "get"): (AWAY, 404, 404),
}


@pytest.fixture
def people() -> list[User | None]:
    factories.table(name="Permissions")
    set_up_roles()
    staff = [factories.staff(role=role) for role in ROLES]
    return [None, factories.player(), *staff, factories.staff(superuser=True)]


@pytest.mark.parametrize(("name", "method"), ROWS)
def test_address_gives_each_role_its_status(
    people: list[User | None], name: str, method: str
) -> None:
    path = reverse(name, args=_arguments(name))

    statuses = [_status(person, method, path) for person in people]

    visitor, player, staff = ROWS[name, method]
    assert statuses == [visitor, player, *[staff] * (len(ROLES) + 1)]


def test_every_address_has_a_row() -> None:
    assert {*_names(get_resolver())} - {name for name, _method in ROWS} == set()


def _arguments(name: str) -> list[object]:
    bare = {"tables:history", "tables:verify", "tables:statement", "tables:statement_csv"}
    of_a_table = name.startswith("tables:") and name not in bare
    return ARGUMENTS.get(name, [SLUG] if of_a_table else [])


def _status(person: User | None, method: str, path: str) -> int:
    client = Client(raise_request_exception=False)
    if person is not None:
        client.force_login(person)
    status: int = getattr(client, method)(path).status_code
    return status


def _names(resolver: URLResolver, prefix: str = "") -> Iterator[str]:
    """The names of all addresses, those of ``ELSEWHERE`` left out."""
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLPattern):
            yield f"{prefix}{pattern.name}"
        elif pattern.namespace not in ELSEWHERE:
            yield from _names(pattern, f"{pattern.namespace}:" if pattern.namespace else prefix)
