"""Rules, pay tables and limits in the operator's form: what makes sense is published."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tables.models import Table, TableVersion
from tests import factories
from tests.tables.operator import errors_of, form_data, grid, publish, staff_with

pytestmark = pytest.mark.django_db

NO_CHECK = (
    "late surrender comes after the dealer's check, and here he does not check under aces and tens"
)


@pytest.fixture
def admin() -> Client:
    client = Client()
    client.force_login(staff_with("add_table", "change_table"))
    return client


def change(admin: Client, table: Table, *without: str, **typed: Any) -> Any:
    """Type over the form as it is shown and send it; switches ``without`` are turned off.

    The answer is the form again, with what was refused, or the page that shows what would change.
    """
    address = reverse("admin:tables_table_change", args=[table.pk])
    shown = form_data(admin.get(address))
    sent = {name: value for name, value in shown.items() if name not in without}
    return admin.post(address, sent | typed)


def versions(table: Table) -> int:
    return TableVersion.objects.filter(table=table).count()


def test_game_is_chosen_first(admin: Client) -> None:
    page = admin.get(reverse("admin:tables_table_add")).content.decode()

    for game in ("american", "classic", "duel", "lux", "majority"):
        assert f'<a href="?game={game}">' in page


def test_every_rule_of_private_blackjack_can_be_set(admin: Client) -> None:
    table = factories.table(game=Table.Game.CLASSIC)

    preview = change(
        admin,
        table,
        "insurance_offered",
        "even_money_offered",
        "double_after_split",
        "split_aces_one_card",
        decks="8",
        dealer_hits_soft_17="on",
        blackjack_pays="6:5",
        double_on="9-11",
        boxes="5",
        max_hands="4",
        late_surrender="on",
        charlie="7",
        burn_card="on",
    )

    assert publish(admin, preview).status_code == 302
    table.refresh_from_db()
    before = table.versions.get(number=1).rules
    changed = {name: value for name, value in table.in_force.rules.items() if value != before[name]}
    assert changed == {
        "decks": 8,
        "dealer_hits_soft_17": True,
        "blackjack_pays": "6:5",
        "insurance_offered": False,
        "even_money_offered": False,
        "double_on": "9-11",
        "double_after_split": False,
        "boxes": 5,
        "max_hands": 4,
        "split_aces_one_card": False,
        "late_surrender": True,
        "charlie": 7,
        "burn_card": True,
    }
    assert table.in_force.number == 2


@pytest.mark.parametrize(
    ("off", "typed", "field", "sentence"),
    [
        (
            ["peek_on_ten"],
            {"late_surrender": "on"},
            "late_surrender",
            NO_CHECK,
        ),
        (
            [],
            {"late_surrender": "on", "dealing": "EU"},
            "late_surrender",
            NO_CHECK,
        ),
        (
            [],
            {"decks": "1", "boxes": "7"},
            "boxes",
            "so many hands could need more cards than these decks hold",
        ),
    ],
)
def test_senseless_combinations_are_refused_with_the_reason(
    admin: Client, off: list[str], typed: dict[str, str], field: str, sentence: str
) -> None:
    table = factories.table(game=Table.Game.AMERICAN)

    response = change(admin, table, *off, **typed)

    assert errors_of(response) == {field: [sentence]}
    assert versions(table) == 1


def test_as_many_hands_as_the_decks_hold_are_taken(admin: Client) -> None:
    table = factories.table(game=Table.Game.AMERICAN)

    preview = change(admin, table, decks="1", boxes="3", max_hands="3")

    assert publish(admin, preview).status_code == 302
    assert versions(table) == 2


def test_cut_card_of_a_live_table_is_typed_in_percent(admin: Client) -> None:
    table = factories.table(game=Table.Game.MAJORITY)

    assert (
        publish(admin, change(admin, table, cut_card_at="75", majority_threshold="5")).status_code
        == 302
    )

    table.refresh_from_db()
    rules = table.in_force.rules
    assert (rules["cut_card_at"], rules["majority_threshold"]) == (0.75, 5)


def test_cut_card_that_leaves_too_few_cards_is_refused(admin: Client) -> None:
    table = factories.table(game=Table.Game.MAJORITY)

    refused = change(admin, table, decks="2", cut_card_at="90")

    assert errors_of(refused) == {
        "cut_card_at": ["so few cards lie behind the cut card that a round could run out of them"]
    }
    assert versions(table) == 1


def test_pay_table_is_edited_line_by_line_and_the_return_follows(admin: Client) -> None:
    table = factories.table(game=Table.Game.DUEL)
    assert table.in_force.returns["2up"]["per_staked"] == pytest.approx(0.9346956, abs=1e-7)

    assert publish(admin, change(admin, table, pays_2up_three_of_a_kind="25")).status_code == 302

    table.refresh_from_db()
    version = table.in_force
    assert version.rules["side_pays"] == {"2up": {"three_of_a_kind": 25, "pair": 3}}
    assert version.returns["2up"]["per_staked"] > 0.9346956
    assert version.returns["main"] == table.versions.get(number=1).returns["main"]


@pytest.mark.parametrize("pays", ["0", "-3", "10001", "three", ""])
def test_senseless_pays_are_refused_at_their_line(admin: Client, pays: str) -> None:
    table = factories.table(game=Table.Game.DUEL)

    assert list(errors_of(change(admin, table, pays_2up_pair=pays))) == ["pays_2up_pair"]
    assert versions(table) == 1


def test_side_bet_is_switched_off(admin: Client) -> None:
    table = factories.table(game=Table.Game.DUEL)
    shown = form_data(admin.get(reverse("admin:tables_table_change", args=[table.pk])))
    sides = [name for name in shown if name.startswith("limits-1-2up")]

    assert publish(admin, change(admin, table, "offers_2up", *sides)).status_code == 302

    table.refresh_from_db()
    assert table.in_force.rules["side_pays"] == {}
    assert table.in_force.limits == {"1": {"main": [100, 50_000]}}


def test_limits_stand_in_a_grid_of_tiers_and_positions(admin: Client) -> None:
    for rank in (1, 2):
        factories.vip_tier(rank=rank)
    table = factories.table(game=Table.Game.DUEL, limits={"1": {"main": [100, 5_000]}})
    typed = grid({"2": {"main": ["2", "100,00"], "round": ["2", "250"]}})

    assert publish(admin, change(admin, table, **typed)).status_code == 302

    table.refresh_from_db()
    assert table.in_force.limits == {
        "1": {"main": [100, 5_000], "2up": [100, 1_000]},
        "2": {"main": [200, 10_000], "round": [200, 25_000], "2up": [200, 2_000]},
    }


def test_2_up_above_a_fifth_of_the_ante_is_refused(admin: Client) -> None:
    table = factories.table(game=Table.Game.DUEL, limits={"1": {"main": [100, 5_000]}})

    refused = change(admin, table, **{"limits-1-2up-most": "10.01"})

    assert errors_of(refused) == {"limits": ["2 Up takes at most a fifth of the largest ante"]}
    assert versions(table) == 1


def test_empty_tier_shows_what_it_has_from_the_one_below(admin: Client) -> None:
    for rank in (1, 2):
        factories.vip_tier(rank=rank)
    table = factories.table(limits={"1": {"main": [100, 5_000]}})

    page = admin.get(reverse("admin:tables_table_change", args=[table.pk])).content.decode()

    box = page.partition('name="limits-2-main-most"')[2].partition(">")[0]
    assert 'value=""' in box
    assert 'placeholder="50.00"' in box
    assert 'aria-label="Tier 2, Main bet, most"' in box


def test_golden_switches_are_published(admin: Client) -> None:
    table = factories.table()

    preview = change(admin, table, "golden_mixed", golden_allowed="on", golden_max_per_round="3")

    assert publish(admin, preview).status_code == 302
    table.refresh_from_db()
    version = table.in_force
    assert (version.golden_allowed, version.golden_mixed, version.golden_on_actions) == (
        True,
        False,
        True,
    )
    assert version.golden_max_per_round == 3


def test_form_reads_in_italian(admin: Client) -> None:
    table = factories.table(game=Table.Game.CLASSIC)
    admin.cookies["django_language"] = "it"

    page = admin.get(reverse("admin:tables_table_change", args=[table.pk])).content.decode()

    for text in ("Resa tardiva", "Il banco pesca con 17 morbido", "Puntata principale"):
        assert text in page
    assert 'value="500,00"' in page


def test_lists_show_exact_returns(admin: Client) -> None:
    factories.table(game=Table.Game.DUEL)

    for model in ("table", "tableversion"):
        page = admin.get(reverse(f"admin:tables_{model}_changelist")).content.decode()
        assert "98.381 %, 2 Up 93.470 %" in page


def test_who_may_only_look_sees_the_table_and_the_way_to_its_versions() -> None:
    table = factories.table(game=Table.Game.DUEL)
    client = Client()
    client.force_login(staff_with())

    page = client.get(reverse("admin:tables_table_change", args=[table.pk])).content.decode()

    assert table.name in page
    assert reverse("admin:table_versions", args=[table.pk]) in page
    assert "admin/tables/table/state/" not in page
    assert "Look at the changes" not in page
    assert 'name="decks"' not in page
    assert 'name="limits-1-main-least"' not in page
