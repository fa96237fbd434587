"""``manage.py demo``: loaded once, whatever is changed afterwards stays."""

import pytest
from django.contrib.auth import authenticate
from django.contrib.auth.models import Group
from django.core.management import CommandError, call_command
from django.db.models import Case, When

from casino.management.commands.demo import PASSWORD, TABLES
from casino.models import User, VipTier
from casino.permissions import ROLES
from tables.models import Table, TableVersion
from tables.services.versions import set_table_state
from wallet.models import Transfer
from wallet.selectors import cash_balance


@pytest.mark.django_db(transaction=True)
def test_the_demo_is_loaded_once(capsys: pytest.CaptureFixture[str]):
    call_command("demo")
    printed = capsys.readouterr().out
    closed = set_table_state(
        table=Table.objects.get(slug="classic-blackjack"), state=Table.State.CLOSED
    )
    call_command("demo")

    assert list(VipTier.objects.values_list("name", flat=True)) == [
        "Bronze", "Silver", "Gold", "Platinum", "Diamond",
    ]  # fmt: skip
    players = User.objects.filter(is_staff=False).order_by("vip_tier__rank")
    assert [(player.username, cash_balance(player=player)) for player in players] == [
        ("anna", 200_000),
        ("bruno", 200_000),
        ("carla", 200_000),
        ("dario", 200_000),
        ("elena", 200_000),
    ]
    assert Transfer.objects.count() == 5
    assert Table.objects.count() == TableVersion.objects.count() == len(TABLES)
    assert Table.objects.get(pk=closed.pk).state == "closed"
    assert {"american-blackjack", "lux-blackjack"} <= set(
        Table.objects.filter(state="open").values_list("slug", flat=True)
    )
    for name in ("anna", "operator", "compliance"):
        assert authenticate(username=name, password=PASSWORD) is not None
        assert f" {name} " in printed
    assert PASSWORD in printed
    assert "/tables/lux-blackjack/" in printed
    call_command("reconcile")


@pytest.mark.django_db(transaction=True)
def test_the_operator_may_change_tables_and_others_may_only_look():
    call_command("demo")

    operator, *readers = User.objects.filter(is_staff=True).order_by(
        Case(When(username="operator", then=0), default=1), "username"
    )
    assert operator.has_perms(["tables.change_table", "tables.void_round", "tables.view_round"])
    for reader in readers:
        assert reader.has_perms(["tables.view_round", "casino.view_user"])
        changes = [name for name in reader.get_all_permissions() if ".view_" not in name]
        assert set(changes) <= {"casino.read_reports", "tables.answer_question"}
    assert {group.name for group in Group.objects.all()} == set(ROLES)


@pytest.mark.parametrize(
    "step", ["User.set_password", "set_table_state", "set_up_roles", "deposit"]
)
@pytest.mark.django_db(transaction=True)
def test_a_demo_that_was_killed_is_completed_the_next_time(
    step: str, monkeypatch: pytest.MonkeyPatch
):
    def killed(*_args: object, **_kwargs: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(f"casino.management.commands.demo.{step}", killed)
        with pytest.raises(KeyboardInterrupt):
            call_command("demo")
    call_command("demo")

    for name in ("anna", "operator", "compliance"):
        assert authenticate(username=name, password=PASSWORD) is not None
    assert set(Table.objects.values_list("state", flat=True)) == {"open"}
    assert all(group.permissions.exists() for group in Group.objects.all())
    assert Transfer.objects.count() == 5


@pytest.mark.django_db
def test_production_refuses_the_demo(settings):
    settings.DEMO_ALLOWED = False

    with pytest.raises(CommandError, match="public"):
        call_command("demo")

    assert not User.objects.exists()
