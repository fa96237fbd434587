"""The statement of account: every movement once, on page and in file, and that it adds up."""

import csv
import datetime
import io

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from casino.models import User
from casino.periods import Period, last_days, midnight
from tables import services
from tables.selectors.statement import player_statement
from tables.services.voids import void_round
from tests import factories
from tests.pages import client_of, text_of
from tests.tables.conftest import DealCards
from tests.tables.seat import Seat, sit_down
from wallet.models import CASHIER_ID, Transfer, TransferKind
from wallet.selectors.statement import Balances
from wallet.services import cash_account

pytestmark = pytest.mark.django_db

PAGE = reverse("tables:statement")
FILE = reverse("tables:statement_csv")
TODAY = last_days(1)


@pytest.fixture
def seat(deal_cards: DealCards) -> Seat:
    """200.00 paid in, 100.00 bought in, 15.00 won, a golden chip won, and all cashed out."""
    deal_cards("AS 9D TS 7C")
    seat = sit_down(factories.table(name="Oak", golden_allowed=True))
    factories.golden_chips(seat.player, chip_cents=1_000, chips=2)
    seat.deal(1_000)
    seat.deal_bets([factories.golden_bet(1_000)])
    services.end_session(player=seat.player, session_id=seat.session.public_id)
    return seat


def test_every_movement_stands_there_with_both_balances(seat: Seat):
    made = player_statement(player=seat.player, period=TODAY)

    assert (made.opening, made.closing) == (Balances(0, 0), Balances(23_000, 0))
    assert [(line.kind, line.cash_cents, line.tables_cents, line.after) for line in made.lines] == [
        ("deposit", 20_000, 0, Balances(20_000, 0)),
        ("buy_in", -10_000, 10_000, Balances(10_000, 10_000)),
        ("bet", 0, -1_000, Balances(10_000, 9_000)),
        ("payout", 0, 2_500, Balances(10_000, 11_500)),
        ("golden_payout", 0, 1_500, Balances(10_000, 13_000)),
        ("cash_out", 13_000, -13_000, Balances(23_000, 0)),
    ]
    assert made.moved == Balances(23_000, 0)
    assert made.adds_up
    assert [line.number for line in made.lines] == list(
        Transfer.objects.order_by("id").values_list("id", flat=True)
    )


def test_golden_chips_stand_apart(seat: Seat):
    made = player_statement(player=seat.player, period=TODAY)

    assert (made.chips_opening_cents, made.chips_closing_cents) == (0, 1_000)
    assert [
        (line.kind, line.chips, line.moved_cents, line.after_cents, line.paid_cents)
        for line in made.chip_lines
    ] == [
        ("issued", 2, 2_000, 2_000, 0),
        ("bet", 1, -1_000, 1_000, 0),
        ("won", 1, 0, 1_000, 1_500),
    ]


def test_a_void_stands_there_as_what_it_moved_back(deal_cards: DealCards):
    deal_cards("AS 9D TS 7C")
    seat = sit_down()
    dealt = seat.deal(1_000)
    void_round(round_id=dealt.public_id, actor=factories.staff(), reason="misdealt")

    made = player_statement(player=seat.player, period=TODAY)

    assert [(line.kind, line.tables_cents, line.reason) for line in made.lines[-2:]] == [
        ("refund", 1_000, "misdealt"),
        ("payout_reversal", -2_500, "misdealt"),
    ]
    assert [bool(line.reverses) for line in made.lines] == [False] * 4 + [True] * 2
    assert (made.closing, made.adds_up) == (Balances(10_000, 10_000), True)


@pytest.mark.parametrize("day", [datetime.date(2026, 3, 29), datetime.date(2026, 10, 25)])
def test_a_day_of_23_or_25_hours_has_what_moved_in_it(day: datetime.date):
    person = factories.player()
    minute = datetime.timedelta(minutes=1)
    start, end = midnight(day), midnight(day + datetime.timedelta(days=1))
    moments = [start - minute, start, end - minute, end]
    for cents, at in zip((1, 20, 300, 4_000), moments, strict=True):
        paid_in(person, cents, at)

    made = player_statement(player=person, period=Period(day, day))

    assert [line.cash_cents for line in made.lines] == [20, 300]
    assert (made.opening, made.closing) == (Balances(1, 0), Balances(321, 0))
    assert made.adds_up


def paid_in(person: User, cents: int, at: datetime.datetime) -> None:
    """A deposit that was booked at a moment."""
    Transfer.objects.create(
        debit_id=CASHIER_ID,
        credit=cash_account(person),
        amount_cents=cents,
        kind=TransferKind.DEPOSIT,
        key=f"deposit:{cents}",
        created_at=at,
    )


def test_a_foreign_movement_is_in_nobodys_statement(seat: Seat):
    made = player_statement(player=factories.player(), period=TODAY)
    assert (made.lines, made.chip_lines, made.adds_up) == ([], [], True)
    assert seat.cash_cents == 23_000


def test_the_page_shows_the_rows_and_leads_to_the_rounds(seat: Seat):
    page = text_of(client_of(seat.player).get(PAGE))
    for text in ("Statement of account", "+€15.00", "€230.00", "Europe/Rome", "to the cent"):
        assert text in page
    assert f"{seat.round.number}</a>" in page
    assert "won in cash" in page
    assert page.count(">GC</abbr>") == 1


def test_the_file_has_the_rows_of_the_page(seat: Seat):
    User.objects.filter(pk=seat.player.pk).update(username="=cmd|' /C calc'!A0")
    answer = client_of(seat.player).get(FILE)
    text = answer.content.decode()
    lines = list(csv.reader(io.StringIO(text.removeprefix("\ufeff"))))
    head = dict(line for line in lines[:11])

    assert text.startswith("\ufeffReport,Statement of account\r\n")
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    day = TODAY.first.isoformat()
    assert "statement-" in answer["Content-Disposition"]
    assert head["Operator"] == "Casa Verde"
    assert head["Player"] == "'=cmd|' /C calc'!A0"
    assert head["Time zone"] == "Europe/Rome"
    assert head["Period"].endswith(day)
    assert head["Closing balance, cash"] == "230.00"
    assert head["Opening and movements make closing"] == "yes"
    money = lines[lines.index([]) + 2 :]
    assert [(line[2], line[4], line[5], line[6], line[7]) for line in money[:6]] == [
        ("Deposit", "200.00", "200.00", "0.00", "0.00"),
        ("Buy-in", "-100.00", "100.00", "100.00", "100.00"),
        ("Bet", "0.00", "100.00", "-10.00", "90.00"),
        ("Payout", "0.00", "100.00", "25.00", "115.00"),
        ("Won with golden chips", "0.00", "100.00", "15.00", "130.00"),
        ("Cash-out", "130.00", "230.00", "-130.00", "0.00"),
    ]
    assert [line[-1] for line in money[:6]] == ["", "", "", "", "GC", ""]
    assert ["Golden chips", "in face value; they are no money"] in lines
    assert lines[-1][2:3] + lines[-1][5:10] == ["won", "1", "10.00", "0.00", "10.00", "15.00"]


def test_a_period_without_activity_says_so():
    browser = client_of(factories.player())
    assert "No activity in this period" in text_of(browser.get(PAGE))
    lines = browser.get(FILE).content.decode().split("\r\n")
    assert lines.count("No activity") == 2


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("since=2026-03-02&until=2026-03-01", "The period ends before it begins."),
        ("until=9999-01-01", "This day is still to come"),
        ("since=2024-01-01&until=2026-01-01", "A statement covers a year at most."),
        ("since=soon", "Enter a day such as"),
    ],
)
@pytest.mark.parametrize("address", [PAGE, FILE])
def test_a_period_that_cannot_be_is_refused_on_the_page(seat: Seat, query, says, address):
    answer = client_of(seat.player).get(f"{address}?{query}")
    assert (answer.status_code, says in text_of(answer)) == (400, True)
    assert "€200.00" not in text_of(answer)


def test_it_takes_the_same_queries_however_much_moved(deal_cards: DealCards):
    deal_cards("AS 9D TS 7C")
    seat = sit_down()
    counted = []
    for _ in range(2):
        for _ in range(4):
            seat.deal(1_000)
        with CaptureQueriesContext(connection) as queries:
            player_statement(player=seat.player, period=TODAY)
        counted.append(len(queries))
    assert counted == [9, 9]
