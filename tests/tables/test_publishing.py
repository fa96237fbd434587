"""From the operator's form by the page that shows what changes to a version in force."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from casino.models import AuditEntry, User
from tables.models import Table
from tables.services.offers import offer_of
from tables.services.versions import publish_version
from tests import factories
from tests.pages import client_of, text_of
from tests.tables.operator import (
    address,
    changes_in,
    form_data,
    look,
    publish,
    shown,
    staff_with,
    stored,
)

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


# What is shown


def test_preview_names_each_change_with_what_it_was_and_will_be(admin: Client, table: Table):
    factories.vip_tier(rank=1)
    typed = {
        "blackjack_pays": "6:5",
        "double_on": "9-11",
        "late_surrender": "on",
        "limits-1-main-most": "20",
        "chips": "1 5",
        "session_max_cents": "500",
        "published_rtp": "98.4",
    }
    before = stored()

    preview = look(admin, table, **typed)

    assert changes_in(preview) == [
        ("Blackjack pays", "3:2", "6:5"),
        ("Double on", "any two cards", "9 to 11"),
        ("Late surrender", "no", "yes"),
        ("Limits of Tier 1: Main bet", "€1.00 to €50.00", "€1.00 to €20.00"),
        (
            "Chip values",
            "€0.50  €1.00  €5.00  €10.00  €25.00  €100.00",
            "€1.00  €5.00",
        ),
        ("Largest buy-in, rebuys included", "€1,000.00", "€500.00"),
        ("Published RTP (%)", "–", "98.40"),
    ]
    assert "Oak: this would take the place of version 1" in text_of(preview).replace(
        "<strong>Oak</strong>", "Oak"
    )
    assert stored() == before


def test_preview_shows_exact_return_and_edge_before_and_after(admin: Client, table: Table):
    preview = look(admin, table, blackjack_pays="6:5")

    figures = [
        (str(row.name), str(row.measure), row.before, row.after, row.moved)
        for row in preview.context["preview"].returns
    ]
    assert figures == [
        ("Main bet", "per euro staked", "99.6459 %", "98.4363 %", "\N{MINUS SIGN}1.2096"),
        ("Main bet", "per euro of the first bet", "99.6009 %", "98.2378 %", "\N{MINUS SIGN}1.3631"),
    ]
    staked = preview.context["preview"].returns[0]
    assert (staked.edge_before, staked.edge_after, staked.fell) == ("0.3541 %", "1.5637 %", True)
    assert preview.context["preview"].costs == []


def test_preview_shows_side_bets_and_what_golden_chips_cost(admin: Client):
    table = factories.table(game="duel", golden_allowed=True)

    preview = look(admin, table, pays_2up_pair="4")

    (side,) = [row for row in preview.context["preview"].returns if row.name == "2 Up"]
    version = table.in_force
    assert side.before == f"{100 * version.returns['2up']['per_staked']:.4f} %"
    assert side.fell is False
    assert side.moved.startswith("+")
    (cost,) = preview.context["preview"].costs
    assert (cost.name, cost.before) == ("2 Up", f"{100 * version.golden_cost['2up']:.4f} %")
    main = preview.context["preview"].returns[0]
    assert (main.moved, main.fell) == ("0.0000", False)


def test_side_bet_that_is_taken_away_has_no_figure_after(admin: Client):
    table = factories.table(game="duel")
    sent = shown(admin, table)
    del sent["offers_2up"]
    sent = {name: value for name, value in sent.items() if not name.startswith("limits-1-2up")}

    preview = admin.post(address(table), sent)

    side = preview.context["preview"].returns[-1]
    assert (side.name, side.after, side.moved, side.edge_after) == ("2 Up", "–", "", "–")
    assert ("2 Up, Pair", "3 to 1", "–") in changes_in(preview)


def test_preview_reads_in_italian(admin: Client, table: Table):
    admin.cookies["django_language"] = "it"

    preview = look(admin, table, **{"limits-1-main-most": "20,00"})

    assert "1,00 €" in text_of(preview)
    assert "99,6459 %" in text_of(preview)


def test_new_table_is_shown_whole_before_it_is_made(admin: Client):
    add = reverse("admin:tables_table_add") + "?game=duel"
    typed = form_data(admin.get(add)) | {"name": "Elm", "slug": "elm"}

    preview = admin.post(add, typed)

    page = text_of(preview)
    assert "is a new table. It stays closed until you open it." in page
    assert "93.4696 %" in page
    assert "€1.00 to €100.00" in page
    assert "€1.00 to €20.00" in page  # 2 Up, a fifth
    assert not Table.objects.exists()
    assert not AuditEntry.objects.exists()


def test_back_to_the_form_brings_what_was_typed(admin: Client, table: Table):
    typed = {"decks": "8", "limits-1-main-most": "20", "published_rtp": "98.4", "name": "Elm"}
    preview = look(admin, table, **typed)

    form = form_data(admin.get(preview.context["back"]))

    assert {name: str(form[name]) for name in typed} == {
        **typed,
        "limits-1-main-most": "20.00",
    }
    again = admin.post(preview.context["back"], form)
    assert again.context["preview"].renames == preview.context["preview"].renames
    assert changes_in(again) == changes_in(preview)


# Publishing


def test_publishing_writes_who_when_why_before_and_after(
    admin: Client, operator: User, table: Table
):
    publish(admin, look(admin, table, blackjack_pays="6:5"), " a worse game ")

    entry = AuditEntry.objects.get(action="table.published")
    assert (entry.actor, entry.reason, entry.subject_name) == (operator, "a worse game", "Oak")
    assert entry.before == {"version": 1, "blackjack_pays": "3:2"}
    assert entry.after == {"version": 2, "blackjack_pays": "6:5"}
    version = table.versions.get(number=2)
    assert (version.author, version.reason) == (operator, "a worse game")
    assert version.returns["main"]["per_staked"] == pytest.approx(0.984363, abs=1e-6)


@pytest.mark.parametrize(
    ("reason", "problem"),
    [
        ("", "Give the reason; it is kept with the record."),
        ("  ", "Give the reason; it is kept with the record."),
        ("x" * 201, "Ensure this value has at most 200 characters (it has 201)."),
        ("\x00", "Null characters are not allowed."),
    ],
)
def test_without_a_good_reason_nothing_is_published(
    admin: Client, table: Table, reason: str, problem: str
):
    preview = look(admin, table, decks="8")
    before = stored()

    refused = publish(admin, preview, reason)

    assert refused.status_code == 400
    assert escape(problem) in refused.content.decode()
    assert changes_in(refused) == [("Decks", "4", "8")]
    assert stored() == before


@pytest.mark.parametrize("draft", ["", "nonsense", "eyJ0YWJsZV9pZCI6MX0:1:forged"])
def test_draft_that_is_not_ours_publishes_nothing(admin: Client, table: Table, draft: str):
    before = stored()

    sent = {"draft": draft, "reason": "because"}
    assert admin.post(reverse("admin:table_publish"), sent).status_code == 400
    assert admin.get(address(table), {"draft": draft}).status_code == 400

    assert stored() == before


def test_draft_of_another_table_does_not_fill_the_form(admin: Client, table: Table):
    other = factories.table(game="american")
    draft = look(admin, other, decks="8").context["draft"]

    assert admin.get(address(table), {"draft": draft}).status_code == 400


def test_name_that_is_taken_meanwhile_is_refused(admin: Client, table: Table):
    preview = look(admin, table, name="Elm")
    factories.table(name="Elm")
    before = stored()

    refused = publish(admin, preview)

    assert refused.status_code == 409
    assert "There is a table named Elm" in text_of(refused)
    assert stored() == before


def test_who_may_only_look_publishes_nothing(admin: Client, table: Table):
    draft = look(admin, table, decks="8").context["draft"]
    before = stored()

    clerk = client_of(staff_with())
    sent = {"draft": draft, "reason": "because"}

    assert clerk.post(reverse("admin:table_publish"), sent).status_code == 403
    assert clerk.post(address(table), {"decks": "8"}).status_code == 403
    assert stored() == before


# Two people at once


def test_second_sees_what_the_first_published_and_nothing_is_overwritten(
    admin: Client, operator: User, table: Table
):
    first = staff_with("change_table")
    mine = look(admin, table, decks="8")
    publish(client_of(first), look(client_of(first), table, blackjack_pays="6:5"), "6:5 pays")
    before = stored()

    again = admin.post(
        reverse("admin:table_publish"),
        {"draft": mine.context["draft"], "reason": "more decks"},
    )

    assert again.status_code == 409
    page = text_of(again)
    assert "Somebody has published meanwhile" in page
    assert f"Version 2, by {first}, " in page
    assert "6:5 pays" in page
    (other,) = again.context["preview"].others
    assert [(str(change.name), change.before, change.after) for change in other.changes] == [
        ("Blackjack pays", "3:2", "6:5")
    ]
    assert changes_in(again) == [("Decks", "4", "8")]
    assert stored() == before

    sent = {"draft": again.context["draft"], "reason": "more decks"}
    assert admin.post(reverse("admin:table_publish"), sent).status_code == 302
    table.refresh_from_db()
    rules = table.in_force.rules
    assert (table.in_force.number, rules["decks"], rules["blackjack_pays"]) == (3, 8, "6:5")
    assert table.in_force.author == operator


def test_stale_form_is_told_at_its_first_step(admin: Client, table: Table):
    sent = shown(admin, table) | {"chips": "1 5"}
    publish_version(
        table=table, offer=offer_of(table.in_force), author=None, reason="the same again"
    )

    again = admin.post(address(table), sent)

    assert again.status_code == 409
    assert "the same again" in text_of(again)
    assert "Version 2, by the house itself, " in text_of(again)
    assert len(changes_in(again)) == 1


def test_what_both_changed_is_as_the_second_wants_it_and_shown(admin: Client, table: Table):
    sent = shown(admin, table) | {"decks": "8"}
    publish(admin, look(admin, table, decks="2"))

    again = admin.post(address(table), sent)

    assert changes_in(again) == [("Decks", "2", "8")]


def test_who_has_renamed_the_table_is_not_overruled_by_an_older_form(admin: Client, table: Table):
    sent = shown(admin, table) | {"decks": "8"}
    publish(admin, look(admin, table, name="Elm"))

    preview = admin.post(address(table), sent)

    assert preview.context["preview"].renames == []
    publish(admin, preview)
    table.refresh_from_db()
    assert (table.name, table.in_force.rules["decks"]) == ("Elm", 8)


def test_who_has_renamed_the_table_is_not_overruled_by_an_older_preview(
    admin: Client, table: Table
):
    preview = look(admin, table, decks="8", slug="under-the-oak")
    publish(admin, look(admin, table, name="Elm"))

    publish(admin, preview)

    table.refresh_from_db()
    assert (table.name, table.slug) == ("Elm", "under-the-oak")
    assert table.in_force.rules["decks"] == 8


@pytest.mark.parametrize("base", ["7", "0", "-1", "x", ""])
def test_form_of_a_version_that_there_is_not_is_refused(admin: Client, table: Table, base: str):
    before = stored()

    refused = look(admin, table, decks="8", base=base)

    assert refused.status_code == 200
    assert "base" in refused.context["adminform"].form.errors
    assert stored() == before
