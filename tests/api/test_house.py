"""Staff at the API: tables, rounds and reports, read-only; what each costs in queries."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from casino.permissions import COMPLIANCE
from casino.services.roles import set_up_roles
from tests import factories
from tests.api.client import Program, refusal
from tests.tables.conftest import DealCards
from tests.tables.seat import Seat, sit_down

pytestmark = pytest.mark.django_db

WIN = "TS 9C TD TH"
BETS = [{"box": 1, "main": {"real_cents": 1_000}}]


@pytest.fixture
def compliance() -> Program:
    set_up_roles()
    return Program(factories.staff(role=COMPLIANCE))


def played(*cents: int) -> Seat:
    """A player who has won with such bets, one after the other."""
    seat = sit_down()
    for amount in cents:
        seat.deal(amount)
        seat.act("stand")
    return seat


def test_tables_come_with_their_versions(compliance: Program) -> None:
    factories.table(name="Garden")

    [line] = compliance.get("house/tables/").json()
    table = compliance.get("house/tables/garden/").json()

    assert (line["slug"], line["state"], line["version"]) == ("garden", "open", 1)
    assert table["current"]["limits"] == {"1": {"main": [100, 50_000]}}
    assert [(version["number"], version["reason"]) for version in table["versions"]] == [
        (1, "for a test")
    ]


def test_rounds_are_filtered_and_come_page_by_page(
    compliance: Program, deal_cards: DealCards
) -> None:
    deal_cards(WIN)
    ann, bob = played(100, 200), played(300)

    def numbers(**query: Any) -> list[str]:
        return [
            line["number"] for line in compliance.get("house/rounds/", **query).json()["results"]
        ]

    everything = numbers()
    first = compliance.get("house/rounds/", limit=2).json()

    assert len(everything) == 3
    assert [line["number"] for line in first["results"]] == everything[:2]
    assert numbers(before=first["next"]) == everything[2:]
    assert numbers(player=bob.player.username) == everything[:1]
    assert numbers(table=ann.table.slug) == everything[1:]
    assert numbers(state="void") == []
    assert numbers(since="2090-01-01T00:00:00Z") == []
    assert refusal(compliance.get("house/rounds/", state="lost")) == (400, "invalid_input")


def test_a_round_comes_with_bets_decisions_and_whose_they_are(
    compliance: Program, deal_cards: DealCards
) -> None:
    deal_cards(WIN)
    seat = played(1_000)

    found = compliance.get(f"house/rounds/{seat.round.public_id}/").json()

    assert found["round"]["player"] == seat.player.username
    assert [(line["hand"], line["cards"]) for line in found["cards"]] == [
        ("dealer", "9C TH"),
        ("1", "TS TD"),
    ]
    [bet] = found["bets"]
    assert (bet["player"], bet["real_cents"], bet["paid_cents"]) == (
        seat.player.username, 1_000, 2_000,
    )  # fmt: skip
    assert [action["action"] for action in found["actions"]] == ["stand"]


def test_reports_are_those_of_the_back_office(compliance: Program, deal_cards: DealCards) -> None:
    deal_cards(WIN)
    seat = played(1_000)

    reports = compliance.get("house/reports/").json()
    revenue = compliance.get("house/reports/revenue/", group="table", table=seat.table.slug).json()

    assert "revenue" in [report["slug"] for report in reports]
    kinds = [column["kind"] for column in revenue["columns"]]
    assert kinds[:5] == ["text", "text", "whole", "money", "money"]
    assert [row[2:6] for row in revenue["rows"]] == [[1, 1_000, 2_000, -1_000]]
    assert revenue["totals"][2:6] == [1, 1_000, 2_000, -1_000]
    assert {line["agrees"] for line in revenue["comparisons"]} == {True}
    assert (revenue["count"], revenue["time_zone"]) == (1, "Europe/Rome")


def test_every_report_can_be_read(compliance: Program, deal_cards: DealCards) -> None:
    deal_cards(WIN)
    seat = played(1_000)
    reports = compliance.get("house/reports/").json()

    answers = [
        compliance.get(f"house/reports/{report['slug']}/", player=seat.player.username)
        for report in reports
    ]

    assert [answer.status_code for answer in answers] == [200] * len(reports)
    for report in (answer.json() for answer in answers):
        assert {len(row) for row in report["rows"]} <= {len(report["columns"])}, report["slug"]


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"since": "2026-02-30"}, "since"),
        ({"since": "2090-01-01"}, "since"),
        ({"since": "2026-02-02", "until": "2026-02-01"}, "until"),
        ({"limit": "1001"}, "limit"),
    ],
    ids=str,
)
def test_a_period_that_cannot_be_is_refused(
    compliance: Program, query: dict[str, str], field: str
) -> None:
    answer = compliance.get("house/reports/revenue/", **query)

    assert refusal(answer) == (400, "invalid_input")
    assert field in answer.json()["facts"]


@pytest.mark.parametrize(
    "moment", ["0001-01-01T00:00:00", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:00-14:00"]
)
def test_moments_beyond_the_calendar_are_refused(compliance: Program, moment: str) -> None:
    house = compliance.get("house/rounds/", since=moment)
    own = compliance.get("rounds/", until=moment)

    assert refusal(house) == refusal(own) == (400, "invalid_input")
    assert ({*house.json()["facts"]}, {*own.json()["facts"]}) == ({"since"}, {"until"})


# What each request costs


def queries(program: Program, path: str) -> int:
    """How many queries a second request for it takes: the first has noted the token's use."""
    program.get(path)
    with CaptureQueriesContext(connection) as context:
        assert program.get(path).status_code == 200
    return len(context)


def test_lists_cost_the_same_however_long(compliance: Program, deal_cards: DealCards) -> None:
    deal_cards(WIN)
    seat = played(100)
    player = Program(seat.player)
    asked = [
        (player, "tables/"),
        (player, "sessions/"),
        (player, "rounds/"),
        (player, f"rounds/{seat.round.public_id}/"),
        (compliance, "house/tables/"),
        (compliance, "house/rounds/"),
        (compliance, f"house/rounds/{seat.round.public_id}/"),
    ]
    few = {path: queries(program, path) for program, path in asked}

    for _ in range(3):
        seat.deal(100)
        seat.act("stand")
        factories.session(seat.player, factories.table(), cents=100)

    assert {path: queries(program, path) for program, path in asked} == few
    assert max(few.values()) <= 8


def test_a_decision_costs_a_fixed_number_of_queries(deal_cards: DealCards) -> None:
    deal_cards("2S TH 3D 8C 2D 2C 9S 4S 4D")
    seat = sit_down()
    player = Program(seat.player)
    address = f"rounds/{seat.deal(1_000).public_id}/actions/"
    player.get("tables/")

    costs = []
    for step in range(2):
        with CaptureQueriesContext(connection) as context:
            player.post(address, step=step, hand="1", action="hit")
        costs.append(len(context))

    assert costs[0] == costs[1]
    assert costs[0] <= 14
