"""The audit trail as the back office writes and shows it."""

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Group
from django.core.management import call_command
from django.db import transaction
from django.urls import reverse

from casino.models import AuditEntry, User
from casino.permissions import COMPLIANCE, OPERATORS, ROLES, SUPPORT
from casino.services.audit import record
from casino.services.people import Facts
from casino.services.roles import set_up_roles
from golden_chips.services import cancel_campaign, close_campaign
from tests import factories
from tests.pages import client_of, text_of
from wallet.services.corrections import adjust
from wallet.services.corrections import reverse as take_back

pytestmark = pytest.mark.django_db


def sent(person: User, **changes: object) -> dict[str, object]:
    """What the form of a person sends."""
    return {
        "username": person.username,
        "email": person.email,
        "is_active": "on",
        "is_staff": "on",
        "date_joined_0": "2026-01-01",
        "date_joined_1": "10:00:00",
        **changes,
    }


def change(boss: User, person: User, **changes: object) -> None:
    """A superuser sends the form of a person."""
    page = reverse("admin:casino_user_change", args=[person.pk])
    assert client_of(boss).post(page, sent(person, **changes)).status_code == 302


def trail() -> list[tuple[str, str, Facts, Facts]]:
    """What was done to what, with before and after; roles that were set up left out."""
    entries = AuditEntry.objects.exclude(action="role.set_up").order_by("id")
    return [(entry.action, entry.subject_name, entry.before, entry.after) for entry in entries]


def test_a_new_colleague_is_written_down() -> None:
    boss = factories.staff(superuser=True)
    new = {"username": "clara", "email": "clara@casino.test", "usable_password": "true"}
    password = {"password1": "velvet-anchor-17", "password2": "velvet-anchor-17"}

    client_of(boss).post(reverse("admin:casino_user_add"), {**new, **password})

    [(action, name, before, after)] = trail()
    assert (action, name, before) == ("person.created", "clara", {})
    assert (after["is_staff"], after["groups"]) == (False, [])
    assert "password" not in after


def test_groups_given_to_a_colleague_are_written_down() -> None:
    set_up_roles()
    boss, clerk = factories.staff(superuser=True), factories.staff(role=SUPPORT)

    change(boss, clerk, groups=[Group.objects.get(name=COMPLIANCE).pk])

    before, after = {"groups": [SUPPORT]}, {"groups": [COMPLIANCE]}
    assert trail() == [("person.rights_changed", clerk.username, before, after)]
    assert AuditEntry.objects.latest("id").actor == boss


def test_a_colleague_made_inactive_is_written_down() -> None:
    boss, clerk = factories.staff(superuser=True), factories.staff()

    change(boss, clerk, is_active="")

    before, after = {"is_active": True}, {"is_active": False}
    assert trail() == [("person.deactivated", clerk.username, before, after)]


def test_the_tier_of_a_player_is_written_down() -> None:
    boss, player = factories.staff(superuser=True), factories.player()

    change(boss, player, is_staff="", vip_tier=factories.vip_tier(rank=2).pk)

    before, after = {"vip_tier": None}, {"vip_tier": "Tier 2"}
    assert trail() == [("person.changed", player.username, before, after)]


def test_a_form_sent_without_a_change_leaves_no_row() -> None:
    boss, clerk = factories.staff(superuser=True), factories.staff()

    change(boss, clerk)

    assert trail() == []


def test_a_second_factor_taken_away_is_written_down() -> None:
    boss, clerk = factories.staff(superuser=True), factories.staff()
    factor = Authenticator.objects.create(
        user=clerk, type=Authenticator.Type.TOTP, data={"secret": "hidden-in-here"}
    )
    page = reverse("admin:mfa_authenticator_change", args=[factor.pk])

    assert "hidden-in-here" not in text_of(client_of(boss).get(page))
    client_of(boss).post(
        reverse("admin:mfa_authenticator_delete", args=[factor.pk]), {"post": "yes"}
    )

    assert trail() == [("second_factor.removed", clerk.username, {"type": "totp"}, {})]
    assert not Authenticator.objects.exists()


def test_roles_set_up_are_written_down_once() -> None:
    assert set_up_roles() == list(ROLES)
    assert set_up_roles() == []

    rows = AuditEntry.objects.order_by("id").values_list("action", "subject_name")
    assert list(rows) == [("role.set_up", name) for name in ROLES]


def test_a_role_that_was_meddled_with_is_put_right_and_written_down(capsys) -> None:
    set_up_roles()
    Group.objects.get(name=SUPPORT).permissions.clear()

    call_command("roles")

    entry = AuditEntry.objects.latest("id")
    assert (entry.subject_name, entry.before) == (SUPPORT, {"permissions": []})
    assert entry.after == {"permissions": sorted(ROLES[SUPPORT])}
    assert capsys.readouterr().out.splitlines() == [
        f"{OPERATORS}: as it should be",
        f"{COMPLIANCE}: as it should be",
        f"{SUPPORT}: set up",
        "Auditors: as it should be",
    ]


def test_the_life_of_a_campaign_is_written_down() -> None:
    boss, player = factories.staff(), factories.player()
    campaign = factories.campaign(name="Spring", chip_cents=500, chips=4)
    factories.golden_chips(player, at=campaign)

    close_campaign(campaign=campaign, actor=boss)
    close_campaign(campaign=campaign, actor=boss)
    cancel_campaign(campaign=campaign, actor=boss, reason="wrong terms")

    actions = [(action, before, after) for action, _, before, after in trail()]
    assert [action for action, _, _ in actions] == [
        "campaign.created", "chips.ordered", "campaign.closed", "campaign.cancelled",
    ]  # fmt: skip
    assert actions[1][2] == {"campaign": "Spring", "players": 1, "source": "test"}
    assert actions[3][1:] == ({"grants": 1, "chips": 4}, {"grants": 0, "chips": 0})
    assert AuditEntry.objects.latest("id").reason == "wrong terms"


def test_an_adjustment_and_its_reversal_are_written_down_once() -> None:
    boss, player = factories.staff(), factories.player(cents=1_000)
    with transaction.atomic():
        gift = adjust(player=player, amount_cents=500, key="a", actor=boss, reason="goodwill")
    with transaction.atomic():
        adjust(player=player, amount_cents=500, key="a", actor=boss, reason="goodwill")
    with transaction.atomic():
        take_back(transfer=gift, key="b", actor=boss, reason="by mistake")

    assert [(action, after["amount_cents"]) for action, _, _, after in trail()] == [
        ("player.adjusted", 500),
        ("transfer.reversed", 500),
    ]


def test_an_entry_shows_before_and_after_in_words() -> None:
    reader = factories.staff(superuser=True)
    entry = record(
        actor=reader,
        action="player.adjusted",
        subject=factories.player("ann"),
        before={"amount_cents": 1_250, "is_active": True, "groups": []},
        after={"amount_cents": 99_00, "is_active": False, "groups": ["A", "B"]},
        reason="goodwill",
    )

    page = text_of(
        client_of(reader).get(reverse("admin:casino_auditentry_change", args=[entry.pk]))
    )

    assert "balance of a player adjusted" in page
    assert "User “ann”" in page
    for row in (("Amount", "€12.50", "€99.00"), ("Active", "yes", "no"), ("Groups", "–", "A, B")):
        name, before, after = row
        assert f'<tr><th scope="row">{name}</th><td>{before}</td><td>{after}</td></tr>' in page


def test_the_trail_is_filtered_by_who_what_and_when() -> None:
    ann, bob = factories.staff("ann", superuser=True), factories.staff("bob")
    record(actor=ann, action="person.changed", subject=bob, reason="first")
    record(actor=bob, action="campaign.closed", subject=ann, reason="second")
    client, address = client_of(ann), reverse("admin:casino_auditentry_changelist")

    def reasons(**chosen: str | int) -> list[bool]:
        page = text_of(client.get(address, chosen))
        return [reason in page for reason in ("first", "second")]

    assert reasons() == [True, True]
    assert reasons(actor__id__exact=ann.pk) == [True, False]
    assert reasons(action="campaign.closed") == [False, True]
    assert reasons(created_at__gte="2090-01-01 00:00:00+00:00") == [False, False]


def test_nothing_of_the_trail_can_be_changed_there() -> None:
    boss = factories.staff(superuser=True)
    entry = record(actor=boss, action="person.changed", subject=boss, reason="why")
    client = client_of(boss)

    addresses = ("change", "delete")
    paths = [reverse(f"admin:casino_auditentry_{name}", args=[entry.pk]) for name in addresses]
    answers = [client.post(path, {"post": "yes", "reason": "x"}).status_code for path in paths]

    assert answers == [403, 403]
    entry.refresh_from_db()
    assert entry.reason == "why"
