"""One door to the house, and what staff without a second factor find behind it."""

import re

import pytest
from allauth.mfa.totp.internal.auth import (
    TOTP,
    format_hotp_value,
    generate_totp_secret,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.test import Client
from django.urls import reverse

from casino.models import AuditEntry, User
from tests import factories
from tests.pages import client_of, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def forced(settings) -> None:
    settings.STAFF_MUST_USE_TOTP = True


def with_totp(person: User) -> str:
    """Give a person a second factor; its secret."""
    secret: str = generate_totp_secret()
    TOTP.activate(person, secret)
    return secret


def code(secret: str) -> str:
    """What the phone shows now."""
    shown: str = format_hotp_value(hotp_value(secret, next(yield_hotp_counters_from_time())))
    return shown


def log_in(client: Client, person: User, word: str = "secret"):
    """Send the login form."""
    return client.post(
        reverse("account_login"), {"login": person.username, "password": word, "next": "/admin/"}
    )


def set_up_page(client: Client):
    """The page that sets the second factor up; it asks for the password once more before."""
    page = reverse("mfa_activate_totp")
    asked = client.get(page)
    client.post(asked["Location"], {"password": "secret"})
    return client.get(page)


@pytest.mark.usefixtures("forced")
@pytest.mark.parametrize("address", ["/admin/", "/admin/casino/user/", "/profile/", "/"])
def test_staff_without_a_second_factor_are_led_to_its_set_up(address: str) -> None:
    response = client_of(factories.staff(superuser=True)).get(address)

    assert (response.status_code, response["Location"]) == (302, reverse("mfa_activate_totp"))


@pytest.mark.usefixtures("forced")
def test_they_reach_the_set_up_and_the_way_out() -> None:
    client = Client()
    log_in(client, factories.staff())

    assert set_up_page(client).status_code == 200
    assert client.get(reverse("account_logout")).status_code == 200
    assert client.post(reverse("account_logout")).status_code == 302


@pytest.mark.usefixtures("forced")
def test_the_set_up_opens_the_back_office() -> None:
    client = Client()
    log_in(client, factories.staff())
    secret = set_up_page(client).context["form"].secret

    client.post(reverse("mfa_activate_totp"), {"code": code(secret)})

    assert client.get("/admin/").status_code == 200


@pytest.mark.usefixtures("forced")
def test_the_set_up_says_why_one_is_there() -> None:
    client = Client()
    log_in(client, factories.staff())

    page = text_of(client.get("/admin/", follow=True))

    assert "Members of staff log in with a code from their phone. Set it up first." in page


@pytest.mark.usefixtures("forced")
def test_players_need_no_second_factor() -> None:
    client = client_of(factories.player())

    assert [client.get(address).status_code for address in ("/", "/profile/")] == [200, 200]


def test_without_the_setting_staff_need_none() -> None:
    assert client_of(factories.staff()).get("/admin/").status_code == 200


def test_who_has_a_second_factor_is_asked_for_it_on_the_way_to_the_admin() -> None:
    boss = factories.staff(superuser=True)
    secret = with_totp(boss)
    client = Client()

    asked = log_in(client, boss)

    assert asked["Location"].startswith(reverse("mfa_authenticate"))
    assert client.get("/admin/").status_code == 302
    client.post(asked["Location"], {"code": code(secret)})
    assert client.get("/admin/").status_code == 200


def test_the_admin_has_no_login_of_its_own() -> None:
    boss = factories.staff(superuser=True)
    with_totp(boss)
    client = Client()
    password = {"username": boss.username, "password": "secret", "next": "/admin/"}

    answer = client.post("/admin/login/?next=/admin/casino/user/", password)

    assert answer["Location"] == "/accounts/login/?next=%2Fadmin%2Fcasino%2Fuser%2F"
    assert client.get("/admin/").status_code == 302


def test_a_colleague_cannot_become_another_by_the_login_of_the_admin() -> None:
    boss, colleague = factories.staff(superuser=True), factories.staff()
    client = client_of(colleague)

    answer = client.post("/admin/login/", {"username": boss.username, "password": "secret"})

    assert answer["Location"] == "/admin/"
    assert client.session["_auth_user_id"] == str(colleague.pk)


def test_the_login_of_the_admin_leads_to_no_foreign_host() -> None:
    answer = Client().get("/admin/login/", {"next": "https://elsewhere.test/"})

    assert answer["Location"] == "/accounts/login/?next=%2Fadmin%2F"


def test_a_failed_login_of_staff_is_kept_and_shown() -> None:
    clerk, boss = factories.staff("clerk"), factories.staff(superuser=True)

    log_in(Client(), clerk, "guess")
    Client().post(reverse("account_login"), {"login": clerk.email.upper(), "password": "guess"})

    entries = AuditEntry.objects.filter(actor=None).values_list("action", "subject_name")
    assert list(entries) == [("login.failed", "clerk")] * 2
    page = text_of(client_of(boss).get(reverse("admin:casino_user_change", args=[clerk.pk])))
    assert re.search(r"Failed logins:.{1,60}2, the last on", page)


def test_a_failed_login_of_a_player_or_nobody_leaves_no_trail() -> None:
    log_in(Client(), factories.player(), "guess")
    log_in(Client(), User(username="nobody"), "guess")

    assert not AuditEntry.objects.exists()
