"""Old versions read, compared and brought back; tables opened, closed and disabled."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from casino.models import AuditEntry, User
from tables.models import Table
from tests import factories
from tests.pages import client_of, text_of
from tests.tables.operator import changes_in, look, publish, staff_with, stored
from tests.tables.seat import sit_down

pytestmark = pytest.mark.django_db


@pytest.fixture
def operator() -> User:
    return staff_with("add_table", "change_table")


@pytest.fixture
def admin(operator: User) -> Client:
    return client_of(operator)


@pytest.fixture
def table() -> Table:
    return factories.table(game="american", name="Oak", limits={"1": {"main": [100, 5_000]}})


# Old versions


def test_old_version_is_brought_back_as_a_new_one(admin: Client, operator: User, table: Table):
    publish(admin, look(admin, table, decks="8", chips="1 5"))
    ask = reverse("admin:table_bring_back", args=[table.pk, 1])
    before = stored()

    preview = admin.get(ask)

    assert "what version 1 offered would take the place of version 2" in text_of(preview)
    assert [name for name, _before, _after in changes_in(preview)] == ["Decks", "Chip values"]
    assert stored() == before
    publish(admin, preview, "the summer is over")
    table.refresh_from_db()
    first, third = table.versions.get(number=1), table.in_force
    assert third.number == 3
    assert third.facts == first.facts
    assert third.returns == first.returns
    entry = AuditEntry.objects.get(action="table.brought_back")
    assert (entry.actor, entry.reason) == (operator, "the summer is over")
    assert entry.after["brought_back"] == 1
    assert entry.after["decks"] == 4


def test_version_in_force_is_not_brought_back(admin: Client, table: Table):
    answer = admin.get(reverse("admin:table_bring_back", args=[table.pk, 1]), follow=True)

    assert "Nothing was changed, so that nothing is published." in text_of(answer)
    assert admin.get(reverse("admin:table_bring_back", args=[table.pk, 2])).status_code == 404


def test_bringing_back_beside_somebody_else_shows_his_version_first(admin: Client, table: Table):
    publish(admin, look(admin, table, decks="8"))
    preview = admin.get(reverse("admin:table_bring_back", args=[table.pk, 1]))
    publish(admin, look(admin, table, blackjack_pays="6:5"), "meanwhile")

    again = publish(admin, preview)

    assert again.status_code == 409
    assert "meanwhile" in text_of(again)
    assert [name for name, _before, _after in changes_in(again)] == ["Decks", "Blackjack pays"]
    table.refresh_from_db()
    assert table.in_force.number == 3


def test_versions_are_listed_read_and_compared(admin: Client, table: Table):
    publish(admin, look(admin, table, blackjack_pays="6:5"), "a worse game")

    page = text_of(admin.get(reverse("admin:table_versions", args=[table.pk])))
    assert "a worse game" in page
    assert "99.646 %" in page
    assert "98.436 %" in page
    assert "table version published" in page
    compare = reverse("admin:table_compare", args=[table.pk])
    compared = admin.get(compare, {"one": 2, "other": 1})
    assert [
        (str(change.name), change.before, change.after) for change in compared.context["changes"]
    ] == [("Blackjack pays", "3:2", "6:5")]
    assert "\N{MINUS SIGN}1.2096" in text_of(compared)
    same = admin.get(compare, {"one": 2, "other": 2})
    assert "Nothing is different." in text_of(same)
    old = table.versions.get(number=1)
    read = text_of(admin.get(reverse("admin:tables_tableversion_change", args=[old.pk])))
    for words in ("Blackjack pays", "a hole card (US)", "€1.00 to €50.00", "99.6459 %"):
        assert words in read
    assert "Main bets that make a seat vote" not in read


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ({}, 400),
        ({"one": "1"}, 400),
        ({"one": "x", "other": "1"}, 400),
        ({"one": "9" * 30, "other": "1"}, 400),
        ({"one": "0", "other": "1"}, 400),
        ({"one": "1", "other": "7"}, 404),
    ],
)
def test_senseless_comparisons_are_refused(
    admin: Client, table: Table, query: dict[str, str], status: int
):
    answer = admin.get(reverse("admin:table_compare", args=[table.pk]), query)

    assert answer.status_code == status


# Open, close, disable


def state_page(to: str, *tables: Table) -> dict[str, Any]:
    return {"to": to, "table": [table.pk for table in tables]}


def test_closing_asks_first_and_says_what_goes_on(admin: Client, table: Table):
    sit_down(table)
    before = stored()

    asked = text_of(admin.get(reverse("admin:table_state"), state_page("closed", table)))

    assert "Rounds in play are finished first" in asked
    assert "<td>1</td> <td>0</td>" in asked
    assert stored() == before


def test_state_changes_for_a_reason_and_is_written_down(
    admin: Client, operator: User, table: Table
):
    url = reverse("admin:table_state")
    before = stored()
    assert admin.post(url, state_page("closed", table)).status_code == 400
    assert admin.post(url, state_page("closed", table) | {"reason": " "}).status_code == 400
    assert stored() == before

    for state in ("closed", "disabled", "open"):
        admin.post(url, state_page(state, table) | {"reason": f"to be {state}"})

    deeds = AuditEntry.objects.filter(actor=operator).order_by("pk")
    assert [(deed.action, deed.before, deed.after, deed.reason) for deed in deeds] == [
        ("table.closed", {"state": "open"}, {"state": "closed"}, "to be closed"),
        ("table.disabled", {"state": "closed"}, {"state": "disabled"}, "to be disabled"),
        ("table.opened", {"state": "disabled"}, {"state": "open"}, "to be open"),
    ]


def test_tables_chosen_in_the_list_are_closed_together(admin: Client, table: Table):
    other = factories.table()
    bare = Table.objects.create(slug="bare", name="Bare", game="classic")
    chosen = {"action": "close_tables", "_selected_action": [table.pk, other.pk]}

    asked = admin.post(reverse("admin:tables_table_changelist"), chosen, follow=True)

    assert {line.table for line in asked.context["tables"]} == {table, other}
    url = reverse("admin:table_state")
    admin.post(url, state_page("closed", table, other) | {"reason": "the night is over"})
    opened = admin.post(url, state_page("open", table, bare) | {"reason": "a new day"}, follow=True)
    assert "a table is opened once it has rules and limits" in text_of(opened)
    assert dict(Table.objects.values_list("name", "state")) == {
        "Oak": "open",
        other.name: "closed",
        "Bare": "closed",
    }


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize(
    "query", [{}, {"to": "open"}, {"to": "ajar", "table": "1"}, {"to": "open", "table": "x"}]
)
def test_senseless_states_are_refused(admin: Client, query: dict[str, str]):
    before = stored()

    assert admin.get(reverse("admin:table_state"), query).status_code == 400
    assert admin.post(reverse("admin:table_state"), query | {"reason": "why"}).status_code == 400

    assert stored() == before


@pytest.mark.parametrize("key", ["x", "-1", "999", "%00"])
def test_history_of_a_table_that_there_is_not_is_not_found(admin: Client, key: str):
    assert admin.get(f"/admin/tables/table/{key}/history/").status_code == 404
