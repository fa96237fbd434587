"""People in the admin: who may give rights to whom."""

import pytest
from django.contrib.auth.models import Permission
from django.core.mail import EmailMessage
from django.test import Client
from django.urls import reverse

from casino.models import AuditEntry, User
from tests import factories

pytestmark = pytest.mark.django_db

RIGHTS = ("is_staff", "is_superuser", "groups", "user_permissions")


def client_of(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client


def operator() -> User:
    person = factories.staff()
    person.user_permissions.set(
        Permission.objects.filter(codename__in=["view_user", "change_user", "delete_user"])
    )
    return person


def change_page(person: User) -> str:
    return reverse("admin:casino_user_change", args=[person.pk])


def sent(person: User, **changes: object) -> dict[str, object]:
    """What the form of a person sends."""
    return {
        "username": person.username,
        "email": person.email,
        "is_active": "on",
        "date_joined_0": "2026-01-01",
        "date_joined_1": "10:00:00",
        **changes,
    }


def test_an_operator_changes_a_player_and_gives_no_rights() -> None:
    tier = factories.vip_tier(rank=3)
    person = factories.player()
    client = client_of(operator())
    everything = Permission.objects.values_list("pk", flat=True)

    page = client.get(change_page(person)).content.decode()
    response = client.post(
        change_page(person),
        sent(
            person,
            vip_tier=tier.pk,
            is_staff="on",
            is_superuser="on",
            user_permissions=list(everything),
        ),
    )

    assert response.status_code == 302
    person.refresh_from_db()
    assert person.vip_tier == tier
    assert (person.is_staff, person.is_superuser) == (False, False)
    assert not person.user_permissions.exists()
    assert not [name for name in RIGHTS if f'name="{name}"' in page]


def test_an_operator_changes_no_colleague_and_not_himself() -> None:
    himself = operator()
    client = client_of(himself)
    superuser = factories.staff(superuser=True)
    new = {"password1": "velvet-anchor-17", "password2": "velvet-anchor-17", "usable_password": "1"}

    for person in (himself, superuser):
        password_page = reverse("admin:auth_user_password_change", args=[person.pk])
        assert client.get(change_page(person)).status_code == 200
        assert client.post(change_page(person), sent(person)).status_code == 403
        assert client.post(password_page, new).status_code == 403
        delete_page = reverse("admin:casino_user_delete", args=[person.pk])
        assert client.post(delete_page, {"post": "yes"}).status_code == 403
        person.refresh_from_db()
        assert person.check_password("secret")


def test_a_superuser_gives_rights() -> None:
    person = factories.player()

    client_of(factories.staff(superuser=True)).post(
        change_page(person), sent(person, is_staff="on")
    )

    person.refresh_from_db()
    assert person.is_staff


def password_page(person: User) -> str:
    return reverse("admin:auth_user_password_change", args=[person.pk])


@pytest.mark.django_db(transaction=True)
def test_nobody_sets_a_password_and_a_mail_is_sent_for_a_reason(
    mailoutbox: list[EmailMessage],
) -> None:
    person, clerk = factories.player(), operator()
    client = client_of(clerk)
    new = {"password1": "velvet-anchor-17", "password2": "velvet-anchor-17", "usable_password": "1"}

    asked = client.get(password_page(person)).content.decode()
    assert "password1" not in asked
    assert client.post(password_page(person), new).status_code == 400
    assert (mailoutbox, AuditEntry.objects.count()) == ([], 0)
    done = client.post(password_page(person), {**new, "reason": "he has forgotten it"})

    assert done.status_code == 302
    (mail,) = mailoutbox
    assert mail.to == [person.email]
    assert "/accounts/password/reset/key/" in mail.body
    person.refresh_from_db()
    assert person.check_password("secret")
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.actor, entry.subject_id, entry.reason) == (
        "person.reset_mail_sent",
        clerk,
        str(person.pk),
        "he has forgotten it",
    )


@pytest.mark.django_db(transaction=True)
def test_who_cannot_log_in_gets_no_mail(mailoutbox: list[EmailMessage]) -> None:
    person = factories.player()
    User.objects.filter(pk=person.pk).update(is_active=False)

    answer = client_of(operator()).post(password_page(person), {"reason": "please"})

    assert answer.status_code == 400
    assert (mailoutbox, AuditEntry.objects.count()) == ([], 0)


def test_tier_that_staff_set_is_written_down() -> None:
    tier, clerk = factories.vip_tier(rank=2), operator()
    person = factories.player(tier=factories.vip_tier(rank=1))

    client_of(clerk).post(change_page(person), sent(person, vip_tier=tier.pk))

    entry = AuditEntry.objects.get()
    assert (entry.action, entry.actor) == ("person.changed", clerk)
    assert (entry.before["vip_tier"], entry.after["vip_tier"]) == ("Tier 1", "Tier 2")
