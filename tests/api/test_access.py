"""Who gets in by the API, and by what."""

import datetime

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from rest_framework.throttling import UserRateThrottle

from casino.models import ApiRequest, ApiToken, AuditEntry, User
from casino.permissions import AUDITORS, COMPLIANCE, OPERATORS, SUPPORT
from casino.rest_errors import TooManyTokens
from casino.services.idempotency import KEPT, forget_keys
from casino.services.roles import set_up_roles
from casino.services.tokens import MOST_TOKENS, digest_of, make_token, revoke_token
from tests import factories
from tests.api.client import API, Program, refusal
from tests.pages import client_of, text_of
from tests.tables.seat import sit_down

pytestmark = pytest.mark.django_db

# Every address, by visitor, player, operator, compliance, support, auditor and superuser.
PLAYERS = [401, 200, 200, 200, 200, 200, 200]
NOT_THERE = [401, 404, 404, 404, 404, 404, 404]
BY_POST = [401, 405, 405, 405, 405, 405, 405]
ALL_STAFF = [401, 403, 200, 200, 200, 200, 200]
NOT_SUPPORT = [401, 403, 200, 200, 403, 200, 200]
ANYBODY = [200] * 7

ROWS = {
    "schema/": ANYBODY,
    "docs/": ANYBODY,
    "v1/tables/": PLAYERS,
    "v1/tables/{slug}/": PLAYERS,
    "v1/tables/{slug}/live/": NOT_THERE,
    "v1/tables/{slug}/live/bets/": BY_POST,
    "v1/tables/{slug}/live/auto-actions/": BY_POST,
    "v1/tables/{slug}/live/votes/": BY_POST,
    "v1/tables/{slug}/live/insurance/": BY_POST,
    "v1/sessions/": PLAYERS,
    "v1/sessions/{session_id}/": NOT_THERE,
    "v1/sessions/{session_id}/money/": BY_POST,
    "v1/sessions/{session_id}/close/": BY_POST,
    "v1/sessions/{session_id}/rounds/": BY_POST,
    "v1/rounds/": PLAYERS,
    "v1/rounds/{round_id}/": NOT_THERE,
    "v1/rounds/{round_id}/actions/": BY_POST,
    "v1/house/tables/": ALL_STAFF,
    "v1/house/tables/{slug}/": NOT_SUPPORT,
    "v1/house/rounds/": ALL_STAFF,
    "v1/house/rounds/{round_id}/": ALL_STAFF,
    "v1/house/reports/": NOT_SUPPORT,
    "v1/house/reports/{slug}/": [401, 403, 404, 404, 403, 404, 404],
    "nothing-here/": [404] * 7,
}


def test_every_address_gives_each_role_its_status() -> None:
    set_up_roles()
    seat = sit_down()
    seat.deal(1_000)
    known = {
        "slug": seat.table.slug,
        "session_id": seat.session.public_id,
        "round_id": seat.round.public_id,
    }
    roles = [factories.staff(role=role) for role in (OPERATORS, COMPLIANCE, SUPPORT, AUDITORS)]
    people = [factories.player(), *roles, factories.staff(superuser=True)]
    clients = [Client(), *(Program(person).client for person in people)]

    found = {
        row: [client.get(f"/api/{row.format(**known)}").status_code for client in clients]
        for row in ROWS
    }

    assert found == ROWS


def test_every_address_has_a_row() -> None:
    described = Client().get("/api/schema/").json()["paths"]

    assert {path.removeprefix("/api/") for path in described} - {*ROWS} == set()


# Tokens


def test_a_token_is_kept_as_a_digest_alone() -> None:
    person = factories.player()

    token, text = make_token(owner=person, name=" my bot ")

    stored = ApiToken.objects.values().get()
    assert (token.name, stored["digest"]) == ("my bot", digest_of(text))
    assert text not in str(stored)
    assert text.startswith(stored["beginning"])


def test_the_use_of_a_token_is_seen() -> None:
    program = Program(factories.player())

    program.get("tables/")

    assert ApiToken.objects.get().last_used_at is not None


def spoilt(person: User, how: str) -> None:
    """Make the person's token no good."""
    tokens = ApiToken.objects.filter(owner=person)
    if how == "revoked":
        revoke_token(owner=person, token_id=tokens.get().pk)
    elif how == "expired":
        tokens.update(expires_at=timezone.now())
    else:
        User.objects.filter(pk=person.pk).update(is_active=False)


@pytest.mark.parametrize("how", ["revoked", "expired", "owner made inactive"])
def test_a_token_that_is_no_longer_good_lets_nobody_in(how: str) -> None:
    person = factories.player()
    program = Program(person)
    assert program.get("tables/").status_code == 200

    spoilt(person, how)

    answer = program.get("tables/")
    assert refusal(answer) == (401, "authentication_failed")
    assert answer["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize(
    "header", ["Bearer", "Bearer x", "Bearer \xff", "Basic eDp5", "Bearer a b"]
)
def test_a_header_that_holds_no_token_lets_nobody_in(header: str) -> None:
    answer = Client(headers={"Authorization": header}).get(f"{API}/tables/")

    assert answer.status_code == 401
    assert refusal(answer)[0] == 401


def test_nobody_revokes_the_token_of_another() -> None:
    program = Program(factories.player())
    page = reverse("portal:token_revoke", args=[ApiToken.objects.get().pk])

    assert client_of(factories.player()).post(page).status_code == 404

    assert program.get("tables/").status_code == 200


def test_a_person_has_twenty_tokens_at_most() -> None:
    person = factories.player()
    made = [make_token(owner=person, name="bot")[0] for _ in range(MOST_TOKENS)]

    with pytest.raises(TooManyTokens):
        make_token(owner=person, name="bot")
    revoke_token(owner=person, token_id=made[0].pk)

    assert make_token(owner=person, name="bot")[0].name == "bot"


def test_tokens_of_staff_are_written_down() -> None:
    clerk = factories.staff()

    token, _text = make_token(owner=clerk, name="export")
    revoke_token(owner=clerk, token_id=token.pk)
    revoke_token(owner=clerk, token_id=token.pk)
    make_token(owner=factories.player(), name="bot")

    entries = AuditEntry.objects.order_by("id").values_list("action", "after__name")
    assert list(entries) == [("token.made", "export"), ("token.revoked", "export")]


def test_a_token_is_made_with_the_password_at_hand_and_shown_once() -> None:
    person = factories.player()
    client, page = client_of(person), reverse("portal:tokens")

    asked = client.post(page, {"name": "my bot"})
    shown = text_of(client.post(asked["Location"], {"password": "secret"}))
    again = text_of(client.get(page))

    token = ApiToken.objects.get(owner=person)
    assert asked["Location"].startswith(reverse("account_reauthenticate"))
    assert f'value="{token.beginning}' in shown
    assert "Copy it now" in shown
    assert "my bot" in again
    assert "Copy it now" not in again


def test_a_token_needs_a_name() -> None:
    client, page = client_of(factories.player()), reverse("portal:tokens")

    asked = client.post(page, {"name": " "})
    shown = client.post(asked["Location"], {"password": "secret"})

    assert "Give the token a name" in text_of(shown)
    assert not ApiToken.objects.exists()


def test_the_page_says_what_will_stand_there() -> None:
    page = text_of(client_of(factories.player()).get(reverse("portal:tokens")))

    assert "None. A token that you make stands here until you revoke it." in page


# Sessions of browsers


def test_a_browser_gets_in_by_its_session_and_changes_nothing_without_the_csrf_token() -> None:
    factories.table(name="Garden")
    person = factories.player(cents=10_000)
    client = Client(enforce_csrf_checks=True)
    client.force_login(person)
    sent = {"table": "garden", "buy_in_cents": 500}
    headers = {"Idempotency-Key": "8f5e4f0e-6c9a-4a5e-9b1e-0d7b8e1b2a3c"}
    where = (f"{API}/sessions/", sent, "application/json")

    refused = client.post(*where, headers=headers)
    client.get(reverse("portal:tokens"))
    token = client.cookies["csrftoken"].value
    opened = client.post(*where, headers={**headers, "X-CSRFToken": token})

    assert client.get(f"{API}/tables/").status_code == 200
    assert refusal(refused) == (403, "permission_denied")
    assert opened.status_code == 201


# Second factor


def test_staff_without_a_second_factor_get_nothing_by_the_api(settings) -> None:
    settings.STAFF_MUST_USE_TOTP = True
    clerk = factories.staff(superuser=True)
    program = Program(clerk)

    answers = [program.get("house/rounds/"), program.get("tables/")]
    by_session = client_of(clerk).get(f"{API}/house/rounds/")
    TOTP.activate(clerk, generate_totp_secret())

    assert [refusal(answer) for answer in answers] == [(403, "second_factor_missing")] * 2
    assert refusal(by_session) == (403, "second_factor_missing")
    assert program.get("house/rounds/").status_code == 200


def test_without_the_setting_they_do() -> None:
    assert Program(factories.staff(superuser=True)).get("house/rounds/").status_code == 200


# Limits of the API itself


def test_too_many_requests_are_told_when_to_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(UserRateThrottle, "THROTTLE_RATES", {"user": "2/min"})
    program = Program(factories.player())

    answers = [program.get("tables/") for _ in range(3)]

    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert refusal(answers[2]) == (429, "throttled")
    assert 0 < int(answers[2]["Retry-After"]) <= 60


def test_old_keys_are_forgotten() -> None:
    person = factories.player()
    now = timezone.now()
    for age, number in ((KEPT + datetime.timedelta(hours=1), 1), (KEPT / 2, 2)):
        ApiRequest.objects.create(
            owner=person, key=f"{number:032x}", digest="", created_at=now - age
        )

    assert forget_keys(now=now) == 1

    assert [request.key.int for request in ApiRequest.objects.all()] == [2]


def test_the_page_of_the_description_runs_no_inline_script() -> None:
    page = Client().get("/api/docs/").content.decode()

    assert "<script src=" in page
    assert "<script>" not in page
