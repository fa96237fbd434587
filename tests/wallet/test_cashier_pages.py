"""The cashier's page: forms, refusals, movements."""

from uuid import uuid4

import pytest
from django.urls import reverse

from tests import factories
from tests.pages import client_of, text_of
from wallet.models import CashierOrder, Transfer
from wallet.providers import SandboxProvider
from wallet.selectors import cash_balance

# Orders are committed before the provider is asked.
pytestmark = pytest.mark.django_db(transaction=True)


def test_new_player_sees_an_empty_statement_that_says_what_fills_it() -> None:
    page = text_of(client_of(factories.player()).get(reverse("wallet:cashier")))

    assert "€0.00" in page
    assert "Nothing has moved yet." in page


def test_deposit_is_booked_and_listed() -> None:
    person = factories.player()
    sent = {"key": uuid4(), "amount": "12,5"}

    response = client_of(person).post(reverse("wallet:deposit"), sent, follow=True)

    page = text_of(response)
    assert cash_balance(player=person) == 1_250
    assert "€12.50 has been paid in." in page
    assert "+€12.50" in page


def test_double_click_pays_in_once() -> None:
    person = factories.player()
    sent = {"key": uuid4(), "amount": "20"}
    client = client_of(person)

    client.post(reverse("wallet:deposit"), sent)
    client.post(reverse("wallet:deposit"), sent)

    assert cash_balance(player=person) == 2_000


def test_withdrawal_is_booked() -> None:
    person = factories.player(cents=5_000)
    sent = {"key": uuid4(), "amount": "49.99"}

    response = client_of(person).post(reverse("wallet:withdraw"), sent, follow=True)

    assert "€49.99 is on its way to you." in text_of(response)
    assert cash_balance(player=person) == 1


REFUSED = [
    ("deposit", "0.99", 400, "The least that can be paid in at once is €1.00."),
    ("deposit", "10000.01", 400, "The most that can be paid in at once is €10,000.00."),
    ("deposit", "1.001", 400, "Enter whole cents"),
    ("deposit", "-5", 400, "An amount cannot be negative."),
    ("deposit", "", 400, "This field is required."),
    ("deposit", "lots", 400, "That is not an amount."),
    ("deposit", "13.13", 409, "was declined by the payment provider."),
    ("withdraw", "0", 400, "it must be at least one cent."),
    ("withdraw", "50.01", 409, "€50.01 is needed, €50.00 is there."),
    ("withdraw", "13.13", 409, "was declined by the payment provider."),
    ("withdraw", "all", 400, "That is not an amount."),
]


@pytest.mark.parametrize(("name", "amount", "status", "sentence"), REFUSED)
def test_refusals_stand_at_the_field_and_change_no_balance(
    name: str, amount: str, status: int, sentence: str
) -> None:
    person = factories.player(cents=5_000)

    response = client_of(person).post(reverse(f"wallet:{name}"), {"key": uuid4(), "amount": amount})

    page = text_of(response)
    assert response.status_code == status
    assert sentence in page
    assert f'id="{name}_amount_error" role="alert"' in page
    assert cash_balance(player=person) == 5_000


def test_silent_provider_leaves_an_order_that_is_shown() -> None:
    person = factories.player()
    silent = f"{SandboxProvider.SILENT_CENTS / 100:.2f}"

    response = client_of(person).post(reverse("wallet:deposit"), {"key": uuid4(), "amount": silent})

    assert response.status_code == 503
    assert "Deposit of €14.14" in text_of(response)
    assert CashierOrder.objects.count() == 1
    assert Transfer.objects.count() == 0


def test_expired_form_is_refused() -> None:
    person = factories.player()

    response = client_of(person).post(reverse("wallet:deposit"), {"amount": "5"})

    assert response.status_code == 400
    assert "This form has expired." in text_of(response)
    assert cash_balance(player=person) == 0


def test_cashier_reads_in_italian() -> None:
    person = factories.player(cents=123_456)

    response = client_of(person, "it").post(
        reverse("wallet:deposit"), {"key": uuid4(), "amount": "0,5"}
    )

    page = text_of(response)
    assert "Il minimo da versare per volta è 1,00 €." in page
    assert "1.234,56 €" in page


def test_staff_pay_nothing_in_and_take_out_what_they_had_before() -> None:
    person = factories.player(cents=5_000)
    person.is_staff = True
    person.save(update_fields=["is_staff"])
    client = client_of(person)

    page = text_of(client.get(reverse("wallet:cashier")))
    refused = client.post(reverse("wallet:deposit"), {"key": uuid4(), "amount": "20"})
    paid_out = client.post(reverse("wallet:withdraw"), {"key": uuid4(), "amount": "50"})

    assert "€50.00" in page
    assert refused.status_code == 403
    assert "Members of staff do not play." in text_of(refused)
    assert paid_out.status_code == 302
    assert cash_balance(player=person) == 0
