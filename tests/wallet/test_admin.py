"""The admin shows the ledger, in euro, and lets nobody touch it."""

import pytest
from django.db.models import Model
from django.test import Client
from django.urls import reverse
from django.utils import translation

from casino.models import User
from tests.factories import player, staff
from wallet.models import Account, CashierOrder, Transfer

pytestmark = pytest.mark.django_db

MODELS = [Account, Transfer, CashierOrder]


@pytest.fixture
def ann() -> User:
    return player("ann", cents=1_234_50)


@pytest.fixture
def superuser(client: Client) -> Client:
    client.force_login(staff("root", superuser=True))
    return client


def url(model: type[Model], page: str, *arguments: object) -> str:
    return reverse(f"admin:wallet_{model._meta.model_name}_{page}", args=arguments)


def row(model: type[Model]) -> Model:
    return model._default_manager.order_by("-pk")[0]


@pytest.mark.parametrize("model", MODELS)
def test_lists_and_details_show_euro(ann: User, superuser: Client, model: type[Model]) -> None:
    for page in (url(model, "changelist"), url(model, "change", row(model).pk)):
        answer = superuser.get(page)
        assert answer.status_code == 200
        assert "€1,234.50" in answer.content.decode()
    assert ann.pk


def test_italian_staff_read_italian_amounts(ann: User, superuser: Client) -> None:
    with translation.override("it"):
        answer = superuser.get(url(Transfer, "changelist"), headers={"accept-language": "it"})
    assert "1.234,50\u00a0€" in answer.content.decode()
    assert ann.pk


@pytest.mark.parametrize("model", MODELS)
def test_not_even_a_superuser_adds_changes_or_deletes(
    ann: User, superuser: Client, model: type[Model]
) -> None:
    before = list(model._default_manager.order_by("pk").values())
    number = row(model).pk
    assert superuser.get(url(model, "add")).status_code == 403
    assert superuser.post(url(model, "add"), {"amount_cents": 1}).status_code == 403
    assert superuser.post(url(model, "change", number), {"amount_cents": 1}).status_code == 403
    assert superuser.post(url(model, "delete", number), {"post": "yes"}).status_code == 403
    superuser.post(
        url(model, "changelist"),
        {"action": "delete_selected", "_selected_action": [number], "post": "yes"},
    )
    assert list(model._default_manager.order_by("pk").values()) == before
    assert ann.pk


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize(("text", "found"), [("ann", True), ("nobody", False)])
def test_rows_are_found_by_the_players_name(
    ann: User, superuser: Client, model: type[Model], text: str, found: bool
) -> None:
    answer = superuser.get(url(model, "changelist"), {"q": text})
    assert ("€1,234.50" in answer.content.decode()) is found
    assert ann.pk


@pytest.mark.parametrize("model", MODELS)
def test_staff_without_the_permission_see_nothing(
    ann: User, client: Client, model: type[Model]
) -> None:
    client.force_login(staff())
    assert client.get(url(model, "changelist")).status_code == 403
    client.force_login(ann)
    assert client.get(url(model, "changelist")).status_code == 302


def test_a_list_costs_the_same_number_of_queries_whatever_its_length(
    ann: User, superuser: Client, django_assert_max_num_queries
) -> None:
    for number in range(20):
        player(f"player {number}", cents=1)
    with django_assert_max_num_queries(10):
        superuser.get(url(Transfer, "changelist"))
    assert ann.pk
