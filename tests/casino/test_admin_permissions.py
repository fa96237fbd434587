"""Who gets what in the back office: every address of the admin with the status it gives each role.

Addresses of one thing are asked for a thing that is there. Visitors are sent to the login and
players get nothing anywhere. An address without a row fails.
"""

from collections.abc import Iterator
from typing import Final
from uuid import uuid4

import pytest
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.db.models import Model
from django.test import Client
from django.urls import URLResolver, get_resolver, reverse
from django_celery_beat import models as jobs

from casino.backoffice.models import ReportExport
from casino.models import User
from casino.permissions import AUDITORS, COMPLIANCE, OPERATORS, SUPPORT
from casino.services.roles import set_up_roles
from golden_chips.models import Campaign, GrantOrder
from tables.models import Question, Round, Table
from tables.selectors.void_preview import VoidScope
from tables.services import order_voids
from tables.services.questions import ask
from tests import factories
from tests.casino.reports import files
from tests.tables.seat import sit_down
from wallet.models import Claim

pytestmark = pytest.mark.django_db

AWAY: Final = 302

TABLE: Final = """
name                                pages                                oper comp supp audi root
app_list                            -                                     200  200  200  200  200
auth_user_password_change           -                                     200  403  403  403  200
autocomplete                        -                                     403  403  403  403  403
campaign_cancel                     -                                     200  403  403  403  200
campaign_close                      -                                     302  403  403  403  302
campaign_grant                      -                                     200  403  403  403  200
campaign_order                      -                                     200  200  403  200  200
claim_settle                        -                                     200  403  403  403  200
claim_write_off                     -                                     200  403  403  403  200
casino_auditentry                   changelist,history,change             200  200  403  200  200
casino_auditentry                   add,delete                            403  403  403  403  403
casino_user                         changelist,history,change             200  200  200  200  200
casino_user                         add                                   403  403  403  403  200
casino_user                         delete                                403  403  403  403  403
casino_user                         change!                               200  403  403  403  200
casino_viptier                      changelist,history,change             200  200  200  200  200
casino_viptier                      add,delete                            200  403  403  403  200
casino_viptier                      change!                               200  403  403  403  200
django_celery_beat_clockedschedule  changelist,add,history,delete,change  403  403  403  403  200
django_celery_beat_crontabschedule  changelist,add,history,delete,change  403  403  403  403  200
django_celery_beat_intervalschedule changelist,add,history,delete,change  403  403  403  403  200
django_celery_beat_periodictask     changelist,add,history,delete,change  403  403  403  403  200
django_celery_beat_solarschedule    changelist,add,history,delete,change  403  403  403  403  200
golden_chips_campaign               changelist,history,change             200  200  403  200  200
golden_chips_campaign               add                                   200  403  403  403  200
golden_chips_campaign               delete                                403  403  403  403  403
golden_chips_campaign               change!                               403  403  403  403  403
golden_chips_chipevent              changelist,history,change             200  200  403  200  200
golden_chips_chipevent              add,delete                            403  403  403  403  403
golden_chips_grant                  changelist,history,change             200  200  200  200  200
golden_chips_grant                  add,delete                            403  403  403  403  403
golden_chips_grantorder             changelist,history,change             200  200  403  200  200
golden_chips_grantorder             add,delete                            403  403  403  403  403
index                               -                                     200  200  200  200  200
jsi18n                              -                                     200  200  200  200  200
login                               -                                     302  302  302  302  302
logout                              -                                     405  405  405  405  405
mfa_authenticator                   changelist,history,delete,change      403  403  403  403  200
mfa_authenticator                   add                                   403  403  403  403  403
password_change                     -                                     200  200  200  200  200
password_change_done                -                                     200  200  200  200  200
report                              -                                     200  200  403  200  200
report_export                       -                                     200  200  403  200  200
report_export_file                  -                                     200  200  403  200  200
report_file                         -                                     200  200  403  200  200
report_order                        -                                     302  302  403  302  302
reports                             -                                     200  200  403  200  200
table_bring_back                    -                                     302  403  403  403  302
table_compare                       -                                     400  400  403  400  400
table_publish                       -                                     400  403  403  403  400
table_state                         -                                     400  403  403  403  400
table_versions                      -                                     200  200  403  200  200
question_answer                     -                                     400  400  400  403  400
tables_gamesession                  changelist,history,change             200  200  200  200  200
tables_gamesession                  add,delete                            403  403  403  403  403
tables_question                     changelist,history,change             200  200  200  200  200
tables_question                     add,delete                            403  403  403  403  403
tables_question                     change!                               403  403  403  403  403
tables_round                        changelist,history,change             200  200  200  200  200
tables_round                        add,delete                            403  403  403  403  403
tables_round                        change!                               403  403  403  403  403
tables_table                        changelist,change                     200  200  200  200  200
tables_table                        history                               302  302  302  302  302
tables_table                        add                                   200  403  403  403  200
tables_table                        delete                                403  403  403  403  403
tables_table                        change!                               200  403  403  403  200
tables_tableversion                 changelist,history,change             200  200  403  200  200
tables_tableversion                 add,delete                            403  403  403  403  403
tables_ticketrequest                changelist,history,change             200  200  403  200  200
tables_ticketrequest                add,delete                            403  403  403  403  403
tables_voidorder                    changelist,history,change             200  200  403  200  200
tables_voidorder                    add,delete                            403  403  403  403  403
view_on_site                        -                                     404  404  404  404  404
void_rounds                         -                                     200  403  403  403  200
wallet_account                      changelist,history,change             200  200  403  200  200
wallet_account                      add,delete                            403  403  403  403  403
wallet_cashierorder                 changelist,history,change             200  200  200  200  200
wallet_cashierorder                 add,delete                            403  403  403  403  403
wallet_claim                        changelist,history,change             200  200  403  200  200
wallet_claim                        add,delete                            403  403  403  403  403
wallet_transfer                     changelist,history,change             200  200  403  200  200
wallet_transfer                     add,delete                            403  403  403  403  403
wallet_transfer                     change!                               403  403  403  403  403
"""
"""By operator, compliance, support, auditor and superuser.

A name with ``pages`` stands for ``admin:name_page`` each. They are asked with GET, those with
``!`` by an empty POST: 200 says that it was let in and shows its form again."""

POSTED: Final = {"campaign_close", "question_answer", "report_order", "table_publish"}
"""Addresses that know POST alone."""

FIXED: Final[dict[str, list[object]]] = {
    "app_list": ["casino"],
    "view_on_site": [0, 0],
    "report": ["revenue"],
    "report_file": ["revenue", "csv"],
    "report_order": ["revenue"],
}
"""Addresses that are asked for the same in every house."""

OF_A_THING: Final[dict[str, type[Model]]] = {
    "auth_user_password_change": User,
    "campaign_cancel": Campaign,
    "campaign_close": Campaign,
    "campaign_grant": Campaign,
    "campaign_order": GrantOrder,
    "claim_settle": Claim,
    "claim_write_off": Claim,
    "question_answer": Question,
    "report_export": ReportExport,
    "report_export_file": ReportExport,
    "table_bring_back": Table,
    "table_compare": Table,
    "table_versions": Table,
}
"""Addresses that are asked for a thing and are not named by its model."""

FURTHER: Final[dict[str, list[object]]] = {"table_bring_back": [1]}
"""What follows the number of the thing: of a version."""


def rows() -> dict[str, list[int]]:
    """The statuses by address, one for each role."""
    found = {}
    for line in TABLE.strip().splitlines()[1:]:
        name, pages, *statuses = line.split()
        for page in pages.split(","):
            address = name if page == "-" else f"{name}_{page}"
            assert address not in found, address
            found[address] = [int(status) for status in statuses]
    return found


@pytest.fixture
def roles() -> list[User]:
    """One member of staff for each column."""
    set_up_roles()
    named = [factories.staff(role=role) for role in (OPERATORS, COMPLIANCE, SUPPORT, AUDITORS)]
    return [*named, factories.staff(superuser=True)]


@pytest.fixture
def things() -> None:
    """One of everything that the admin shows."""
    seat = sit_down()
    seat.deal(1_000)
    ask(player=seat.player, round_id=seat.round.public_id, text="Why?", key=uuid4())
    factories.golden_chips(seat.player)
    factories.vip_tier()
    Authenticator.objects.create(user=seat.player, type=Authenticator.Type.TOTP, data={})
    every = jobs.IntervalSchedule.objects.create(every=1, period="days")
    jobs.PeriodicTask.objects.create(name="sweep", task="none", interval=every)
    jobs.ClockedSchedule.objects.create(clocked_time="2030-01-01T00:00:00Z")
    jobs.CrontabSchedule.objects.create()
    jobs.SolarSchedule.objects.create(event="dawn_civil", latitude=1, longitude=1)
    files.ready_export(factories.staff())
    boss = factories.staff()
    scope = VoidScope((Round.objects.latest("pk").pk,))
    order_voids(scope=scope, key=uuid4(), actor=boss, reason="misdealt")
    factories.claim(seat.player, 100)


@pytest.mark.usefixtures("things")
def test_every_address_of_the_admin_gives_each_role_its_status(roles: list[User]) -> None:
    expected = rows()
    clients = [_client(person) for person in roles]

    found = {address: [_status(client, address) for client in clients] for address in expected}

    assert found == expected


@pytest.mark.usefixtures("things")
def test_visitors_and_players_get_nothing_of_the_admin() -> None:
    visitor, player = Client(), _client(factories.player())
    inside = [name for name in rows() if name not in ("login", "logout")]

    assert {name: _status(visitor, name) for name in inside} == dict.fromkeys(inside, AWAY)
    assert {name: _status(player, name) for name in inside} == dict.fromkeys(inside, AWAY)
    assert [_status(client, "login") for client in (visitor, player)] == [AWAY, 403]


def test_every_address_of_the_admin_has_a_row() -> None:
    assert {*_names(get_resolver())} - {*rows()} == set()


def _client(person: User) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(person)
    return client


def _status(client: Client, address: str) -> int:
    name = address.removesuffix("!")
    path = reverse(f"admin:{name}", args=_arguments(name))
    posted = name in POSTED or name != address
    response = client.post(path) if posted else client.get(path)
    if response.streaming:
        response.getvalue()  # a file is closed once it is read
    return int(response.status_code)


def _arguments(address: str) -> list[object]:
    """What the address is asked for: a thing of its kind that is there."""
    if address in FIXED:
        return FIXED[address]
    model = OF_A_THING.get(address) or _model(address)
    return [] if model is None else [_thing(model).pk, *FURTHER.get(address, [])]


def _model(address: str) -> type[Model] | None:
    """The model whose thing the address is about."""
    name, _, page = address.rpartition("_")
    if page not in ("change", "delete", "history") or address == "password_change":
        return None
    app, _, model = name.rpartition("_")
    return apps.get_model(app, model)


def _thing(model: type[Model]) -> Model:
    if model is User:
        return User.objects.filter(is_staff=False).latest("pk")
    found: Model | None = model._default_manager.order_by("pk").last()
    assert found is not None, f"the fixture makes no {model.__name__}"
    return found


def _names(resolver: URLResolver, *, inside: bool = False) -> Iterator[str]:
    """The names of all addresses in the admin that have one; the others lead on to those."""
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            yield from _names(pattern, inside=inside or pattern.namespace == "admin")
        elif inside and pattern.name:
            yield pattern.name
