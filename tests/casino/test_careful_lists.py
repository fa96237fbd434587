"""Lists of the admin that are asked for what cannot be."""

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.pages import client_of

pytestmark = pytest.mark.django_db

LISTS = (
    "casino_auditentry",
    "casino_user",
    "golden_chips_campaign",
    "tables_round",
    "tables_table",
    "tables_tableversion",
)


@pytest.fixture
def boss() -> Client:
    return client_of(factories.staff(superuser=True))


def test_every_page_of_the_admin_has_the_careful_list(boss: Client) -> None:
    assert boss is not None
    names = {type(page).__mro__[1].__name__ for page in admin.site._registry.values()}

    assert names == {"CarefulAdmin"}


@pytest.mark.parametrize("name", LISTS)
def test_rows_that_cannot_be_are_a_bad_request(boss: Client, name: str) -> None:
    url = reverse(f"admin:{name}_changelist")

    for key in ("x", "", "9" * 30, "\x00"):
        chosen = {"action": "delete_selected", "_selected_action": key}
        assert boss.post(url, chosen).status_code == 400


@pytest.mark.parametrize(
    ("name", "query"),
    [
        ("casino_auditentry", {"created_at__year": "99999"}),
        ("casino_auditentry", {"created_at__year": "x"}),
        ("tables_round", {"opened_at__year": "9" * 11}),
        ("casino_user", {"id__exact": "9" * 30}),
        ("casino_user", {"vip_tier__id__exact": "x"}),
        ("tables_tableversion", {"created_at__year": "0"}),
        ("tables_tableversion", {"created_at__gte": "no day"}),
    ],
)
def test_senseless_filters_are_answered(boss: Client, name: str, query: dict[str, str]) -> None:
    answer = boss.get(reverse(f"admin:{name}_changelist"), query, follow=True)

    assert answer.status_code == 200
