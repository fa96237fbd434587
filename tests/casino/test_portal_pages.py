"""Lobby, registration, login, arrival, profile, and pages of words."""

import datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from casino.models import User
from casino.portal.account_forms import SignupForm
from tables.models import Table
from tables.services.versions import set_table_state
from tests import factories
from tests.pages import client_of, text_of
from tests.tables.conftest import DealCards
from tests.tables.seat import sit_down

pytestmark = pytest.mark.django_db


def registration(**changes: str) -> dict[str, str]:
    """What the registration form sends."""
    return {
        "username": "giulia",
        "email": "giulia@casino.test",
        "password1": "velvet-anchor-17",
        "password2": "velvet-anchor-17",
        "birth_date": "1990-05-04",
        **changes,
    }


def test_visitor_sees_the_tables_with_the_lowest_limits() -> None:
    factories.table(name="Garden", limits={"1": {"main": [50, 2_500]}, "2": {"main": [50, 9_900]}})

    page = text_of(Client().get("/"))

    assert "A felt worth sitting at" in page
    assert "Garden" in page
    assert "€0.50 to €25.00" in page


def test_empty_lobby_says_what_will_fill_it() -> None:
    assert "No table is set up yet." in text_of(Client().get("/"))


def test_lobby_marks_what_is_closed_and_what_waits(
    deal_cards: DealCards,
) -> None:
    deal_cards("9S TH 7D 8C 5S")
    seat = sit_down(factories.table(name="Mine"))
    set_table_state(table=factories.table(name="Shut"), state=Table.State.CLOSED)
    client = client_of(seat.player)

    assert "Resume" in text_of(client.get("/"))
    assert "Closed" in text_of(client.get("/"))
    seat.deal(1_000)
    assert "Back to your round" in text_of(client.get("/"))


def test_registration_opens_an_account_and_logs_in() -> None:
    response = Client().post(reverse("account_signup"), registration())

    person = User.objects.get(username="giulia")
    assert response["Location"] == reverse("portal:arrive")
    assert person.birth_date == datetime.date(1990, 5, 4)
    assert not person.is_staff


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"birth_date": ""}, "This field is required."),
        ({"birth_date": "1890-01-01"}, "Check the year of your date of birth."),
        ({"birth_date": "yesterday"}, "Enter a valid date."),
        ({"password2": "other-anchor-18"}, "You must type the same password each time."),
        ({"password1": "12345", "password2": "12345"}, "This password is too short."),
        ({"email": "nobody"}, "Enter a valid email address."),
    ],
)
def test_refused_registration_says_why(changes: dict[str, str], sentence: str) -> None:
    response = Client().post(reverse("account_signup"), registration(**changes))

    assert response.status_code == 200
    assert sentence in text_of(response)
    assert User.objects.count() == 0


def test_nobody_under_age_is_registered() -> None:
    tomorrow_18 = timezone.localdate().replace(day=1) - datetime.timedelta(days=17 * 365)

    response = Client().post(
        reverse("account_signup"), registration(birth_date=tomorrow_18.isoformat())
    )

    assert "You must be 18 or older to play." in text_of(response)
    assert User.objects.count() == 0


def test_login_leads_straight_to_the_interrupted_round(
    deal_cards: DealCards,
) -> None:
    deal_cards("9S TH 7D 8C 5S")
    seat = sit_down()
    seat.deal(1_000)
    client = Client()

    response = client.post(
        reverse("account_login"),
        {"login": seat.player.username, "password": "secret"},
        follow=True,
    )

    assert response.redirect_chain[-1][0] == f"/tables/{seat.table.slug}/"
    assert "Box 1: 16. The dealer shows 10." in text_of(response)


def test_wrong_login_says_the_same_whatever_was_wrong() -> None:
    factories.player("known")
    answers = [
        Client().post(reverse("account_login"), {"login": name, "password": "wrong"})
        for name in ("known", "unknown")
    ]

    sentence = "The username and/or password you specified are not correct."
    assert [sentence in text_of(answer) for answer in answers] == [True, True]


def test_staff_arrive_in_the_back_office() -> None:
    response = client_of(factories.staff()).get(reverse("portal:arrive"))

    assert response["Location"] == reverse("admin:index")


def test_profile_shows_the_tier() -> None:
    tier = factories.vip_tier(rank=2)

    page = text_of(client_of(factories.player(tier=tier)).get(reverse("portal:profile")))

    assert tier.name in page
    assert reverse("account_change_password") in page
    assert reverse("mfa_index") in page


def test_language_is_switched_from_any_page() -> None:
    client = Client()

    client.post(reverse("set_language"), {"language": "it", "next": "/house-rules/"})

    assert "Regole della casa" in text_of(client.get("/house-rules/"))


@pytest.mark.parametrize("name", ["account_reset_password", "account_signup", "account_login"])
def test_account_pages_stand_in_the_frame_of_the_house(name: str) -> None:
    page = text_of(Client().get(reverse(name)))

    assert 'class="masthead"' in page
    assert 'class="panel stack"' in page


@pytest.mark.parametrize(
    ("path", "status", "sentence"),
    [("/nowhere/", 404, "There is nothing here"), ("/history/", 303, "")],
)
def test_error_pages_are_in_style(path: str, status: int, sentence: str) -> None:
    response = Client().get(path)

    assert response.status_code == status
    assert sentence in text_of(response)


def test_forged_form_is_refused_in_style() -> None:
    response = Client(enforce_csrf_checks=True).post(reverse("account_login"), {})

    assert response.status_code == 403
    assert "This page is out of date" in text_of(response)


def test_broken_view_answers_in_style(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(**_: Any) -> None:
        raise RuntimeError

    monkeypatch.setattr("casino.portal.views.lobby_tables", broken)

    response = Client(raise_request_exception=False).get("/")

    assert response.status_code == 500
    assert "Something broke on our side" in text_of(response)


def test_pages_carry_the_strict_policy_and_no_inline_code() -> None:
    response = Client().get("/")

    policy = response["Content-Security-Policy"]
    page = response.content.decode()
    assert "unsafe" not in policy
    assert "style=" not in page
    assert "onclick=" not in page
    assert "<style" not in page


@pytest.mark.parametrize(
    "address", ["/", "/cashier/", "/history/", "/profile/", "/tables/garden/", "/nowhere/"]
)
def test_no_page_is_kept_by_a_browser_or_a_proxy(address: str) -> None:
    factories.table(name="Garden")

    answer = client_of(factories.player(cents=100)).get(address)

    assert {"no-store", "private"} <= set(answer["Cache-Control"].split(", "))


@pytest.mark.parametrize("login", ["x" * 255, "x" * 100_000, "a\x00b"])
def test_a_login_that_can_be_nobodys_is_refused_in_the_page(login: str) -> None:
    response = Client().post(reverse("account_login"), {"login": login, "password": "secret"})

    assert response.status_code == 200
    assert 'role="alert"' in text_of(response)


def test_an_address_that_would_be_cut_off_is_refused() -> None:
    sent = registration(email=f"{'x' * 60}@{'y' * 60}.{'z' * 60}.{'w' * 60}.{'v' * 20}.test")

    response = Client().post(reverse("account_signup"), sent)

    assert response.status_code == 200
    assert "at most 254 characters" in text_of(response)
    assert not User.objects.exists()


@pytest.mark.parametrize("other", [{"username": "giulia"}, {"email": "giulia@casino.test"}])
def test_of_two_who_register_alike_at_once_the_second_is_told(
    other: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    check = SignupForm.is_valid

    def check_before_the_first_is_there(form: SignupForm) -> bool:
        is_valid = check(form)
        first = {"username": "luca", "email": "luca@casino.test", **other}
        User.objects.create_user(first["username"], first["email"], "secret")
        return bool(is_valid)

    monkeypatch.setattr(SignupForm, "is_valid", check_before_the_first_is_there)

    response = Client().post(reverse("account_signup"), registration(), follow=True)

    assert "This user name or e-mail address has just been registered." in text_of(response)
    assert response.redirect_chain[-1] == ("/accounts/login/?next=%2Farrive%2F", 303)
    assert User.objects.count() == 1
