"""The operator's admin: tables are published through services, what was played is read-only."""

import datetime

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from casino.models import AuditEntry, User
from tables.models import Round, Table, TableVersion
from tests import factories
from tests.tables.conftest import DealCards
from tests.tables.operator import errors_of, form_data, grid, publish, staff_with
from tests.tables.seat import everything, sit_down

pytestmark = pytest.mark.django_db


@pytest.fixture
def operator() -> User:
    return staff_with("add_table", "change_table", "void_round")


@pytest.fixture
def admin(operator: User) -> Client:
    client = Client()
    client.force_login(operator)
    return client


# Tables


def test_an_operator_makes_a_table(admin: Client, operator: User):
    for rank in (1, 2, 3):
        factories.vip_tier(rank=rank)
    address = reverse("admin:tables_table_add") + "?game=american"
    data = form_data(admin.get(address)) | {
        "name": "The Oak Room",
        "slug": "oak",
        **grid({"1": {"main": ["1.00", "25.00"]}, "3": {"main": ["1,00", "100"]}}),
        "chips": "1 2.50 10",
        "published_rtp": "99.64",
    }

    preview = admin.post(address, data)
    assert not Table.objects.exists()
    response = publish(admin, preview, "the room opens")

    table = Table.objects.get()
    assert response.url == reverse("admin:tables_table_change", args=[table.pk])
    assert (table.slug, table.name, table.game, table.state) == (
        "oak",
        "The Oak Room",
        "american",
        "closed",
    )
    version = table.in_force
    assert version.limits == {"1": {"main": [100, 2_500]}, "3": {"main": [100, 10_000]}}
    assert version.chips == [100, 250, 1_000]
    assert (version.session_min_cents, version.session_max_cents) == (1, 100_000)
    assert version.rules["decks"] == 4
    assert (version.author, version.reason) == (operator, "the room opens")


def test_what_is_not_changed_is_not_published(admin: Client):
    table = factories.table(session_min_cents=1_050)
    address = reverse("admin:tables_table_change", args=[table.pk])

    response = admin.post(address, form_data(admin.get(address)), follow=True)

    assert "Nothing was changed, so that nothing is published." in response.content.decode()
    assert TableVersion.objects.filter(table=table).count() == 1


def test_a_changed_offer_is_a_new_version(admin: Client, operator: User):
    table = factories.table()
    address = reverse("admin:tables_table_change", args=[table.pk])
    shown = form_data(admin.get(address))
    assert (shown["limits-1-main-least"], shown["limits-1-main-most"]) == ("1.00", "500.00")

    publish(admin, admin.post(address, shown | {"decks": "8"}), "two more decks")

    table.refresh_from_db()
    assert (table.in_force.number, table.in_force.rules["decks"]) == (2, 8)
    assert (table.in_force.author, table.in_force.reason) == (operator, "two more decks")
    assert table.in_force.limits == {"1": {"main": [100, 50_000]}}


def test_a_name_changes_without_a_version(admin: Client, operator: User):
    table = factories.table(name="The Oak Room")
    address = reverse("admin:tables_table_change", args=[table.pk])

    preview = admin.post(address, form_data(admin.get(address)) | {"name": "Renamed"})
    publish(admin, preview, "a better name")

    table.refresh_from_db()
    assert (table.name, table.in_force.number) == ("Renamed", 1)
    entry = AuditEntry.objects.get(action="table.renamed")
    assert (entry.before, entry.after) == ({"name": "The Oak Room"}, {"name": "Renamed"})
    assert (entry.actor, entry.reason) == (operator, "a better name")


@pytest.mark.parametrize(
    ("typed", "field", "sentence"),
    [
        ({"decks": "0"}, "decks", "Select a valid choice."),
        ({"limits-1-main-least": "1.005"}, "limits", "Rank 1, Main bet: Enter whole cents"),
        ({"limits-1-main-most": ""}, "limits", "Rank 1, Main bet: Enter an amount"),
        ({"limits-1-main-most": "0.50"}, "limits", "limits are two amounts"),
        ({"limits-1-main-least": "", "limits-1-main-most": ""}, "limits", "give limits for at"),
        ({"chips": "1 one"}, "chips", "one: That is not an amount."),
        ({"chips": "5 1"}, "chips", "chips are different amounts"),
        ({"session_max_cents": "1000.01"}, "session_max_cents", "a session is opened with 0.01"),
        ({"session_min_cents": "-1"}, "session_min_cents", "An amount cannot be negative."),
        ({"idle_minutes": "0"}, "idle_minutes", "greater than or equal to 1"),
        ({"whole_amount_first": "on"}, "rebuy_allowed", "where the whole amount is named first"),
    ],
)
def test_what_does_not_go_together_is_told_at_its_field(
    admin: Client, typed: dict[str, str], field: str, sentence: str
):
    table = factories.table()
    address = reverse("admin:tables_table_change", args=[table.pk])

    response = admin.post(address, form_data(admin.get(address)) | typed)

    errors = errors_of(response)
    assert list(errors) == [field]
    assert sentence in errors[field][0]
    assert TableVersion.objects.filter(table=table).count() == 1


def test_tables_are_not_deleted(admin: Client):
    table = factories.table()

    assert admin.get(reverse("admin:tables_table_delete", args=[table.pk])).status_code == 403


# What was played


@pytest.mark.parametrize("model", ["gamesession", "round", "tableversion", "ticketrequest"])
def test_records_are_looked_at_and_not_touched(admin: Client, model: str, deal_cards: DealCards):
    deal_cards("AS 9D TS 7C")
    seat = sit_down()
    seat.deal(1_000)
    row = {
        "gamesession": seat.session.pk,
        "round": Round.objects.get().pk,
        "tableversion": seat.table.in_force.pk,
        "ticketrequest": seat.session.ticket_request_id,
    }[model]
    before = everything()

    assert admin.get(reverse(f"admin:tables_{model}_changelist")).status_code == 200
    page = reverse(f"admin:tables_{model}_change", args=[row])
    assert admin.get(page).status_code == 200
    assert admin.post(page, {"state": "open"}).status_code == 403
    assert admin.get(reverse(f"admin:tables_{model}_add")).status_code == 403
    assert admin.get(reverse(f"admin:tables_{model}_delete", args=[row])).status_code == 403
    assert everything() == before


def test_lists_can_be_searched(admin: Client, deal_cards: DealCards):
    deal_cards("AS 9D TS 7C")
    seat = sit_down()
    seat.deal(1_000)
    for model, text in [
        ("gamesession", seat.session.ticket_code),
        ("round", seat.player.username),
        ("round", str(Round.objects.get().pk)),
        ("ticketrequest", seat.session.ticket_code),
        ("table", seat.table.slug),
    ]:
        response = admin.get(reverse(f"admin:tables_{model}_changelist"), {"q": text})
        assert response.context["cl"].result_count == 1, (model, text)


def test_a_round_in_play_shows_neither_hole_card_nor_seed(admin: Client, deal_cards: DealCards):
    deal_cards("TS 6D 9H KC 8C")
    seat = sit_down()
    dealt = seat.deal(1_000)
    address = reverse("admin:tables_round_change", args=[Round.objects.get().pk])

    page = admin.get(address).content.decode()

    for name in ("6 of diamonds", "10 of spades", "9 of hearts", "face-down card"):
        assert f'aria-label="{name}"' in page
    assert "king of clubs" not in page
    assert dealt.commitment in page
    seat.act("stand")
    page = admin.get(address).content.decode()
    assert 'aria-label="king of clubs"' in page
    assert seat.round.seed in page


def test_rounds_that_are_to_be_voided_are_chosen_in_the_list(admin: Client, deal_cards: DealCards):
    deal_cards("AS 9D TS 7C")
    seat = sit_down()
    seat.deal(1_000)
    number = Round.objects.get().pk
    before = everything()

    asked = admin.post(
        reverse("admin:tables_round_changelist"),
        {"action": "void_rounds", "_selected_action": [number]},
    )

    assert (asked.status_code, asked["Location"]) == (
        302, f"{reverse('admin:void_rounds')}?rounds={number}",
    )  # fmt: skip
    assert everything() == before


def test_rounds_in_play_are_listed_by_the_days_left(admin: Client, deal_cards: DealCards):
    deal_cards("2S 6D 3H TC 4C 5C 9C 9D")
    table = factories.table()
    numbers = []
    for days in (10, 85, 90):
        seat = sit_down(table)
        seat.deal(1_000)
        opened_at = timezone.now() - datetime.timedelta(days=days)
        Round.objects.filter(public_id=seat.round.public_id).update(opened_at=opened_at)
        numbers.append(seat.round.number)

    def listed(left: str) -> list[str]:
        page = admin.get(reverse("admin:tables_round_changelist"), {"days_left": left})
        text = page.content.decode()
        return [number for number in numbers if number in text]

    assert listed("90") == numbers
    assert listed("30") == numbers[1:]
    assert listed("7") == numbers[1:]
    assert listed("0") == numbers[2:]
    assert listed("jump") == numbers


def test_who_may_only_look_voids_and_publishes_nothing(deal_cards: DealCards):
    deal_cards("AS 9D TS 7C")
    seat = sit_down()
    seat.deal(1_000)
    client = Client()
    client.force_login(staff_with())
    before = everything()

    client.post(
        reverse("admin:tables_round_changelist"),
        {
            "action": "void_rounds",
            "_selected_action": [Round.objects.get().pk],
            "reason": "misdealt",
        },
    )
    table_page = reverse("admin:tables_table_change", args=[seat.table.pk])
    assert client.get(table_page).status_code == 200
    assert client.post(table_page, {"name": "Mine"}).status_code == 403

    assert everything() == before
    assert Table.objects.get().name == seat.table.name
