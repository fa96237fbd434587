"""What all reports share: headings, filters, files, refusals, and who may read them."""

import csv
import datetime
import io
import re
import zipfile

import pytest
from django.conf import settings
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from casino.backoffice.models import ReportExport
from casino.backoffice.reports.registry import REPORTS
from casino.backoffice.reports.summaries import Figures, figures
from casino.periods import today
from casino.permissions import AUDITORS, OPERATORS, SUPPORT
from casino.presentation import moment
from tables.engine.bets import BoxBets
from tables.engine.stake import Stake
from tables.models import Bet, Round
from tables.services.voids import void_round
from tests import factories
from tests.casino.reports.files import download
from tests.casino.reports.people import cells, member_of, read
from tests.pages import client_of, text_of
from tests.tables.conftest import DealCards
from tests.tables.seat import Seat, sit_down

pytestmark = pytest.mark.django_db

SLUGS = [report.slug for report in REPORTS]
WIN = "TS 9C TD TH"
FORMULA = "=cmd|' /C calc'!A0"


@pytest.fixture
def played(deal_cards: DealCards) -> Seat:
    """A round that is won, by a player whose name is a formula."""
    seat = sit_down()
    type(seat.player).objects.filter(pk=seat.player.pk).update(username=FORMULA)
    deal_cards(WIN)
    seat.deal(1_000)
    seat.act("stand")
    return seat


def lines(response) -> list[list[str]]:
    text = response.content.decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text)))


@pytest.mark.parametrize("slug", SLUGS)
def test_a_report_without_activity_says_so(slug: str):
    reader = member_of()
    empty = {"since": "2001-01-01", "until": "2001-01-02"}

    response = read(slug, reader, **empty)

    assert response.status_code == 200
    if slug != "liabilities":  # which says what is held, were it nothing
        assert response.context["shown"].totals == []
        assert "No activity" in text_of(response)
        assert ["No activity"] in lines(download(slug, reader, **empty))


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.usefixtures("played")
def test_the_page_and_both_files_have_the_same_heading_and_lines(slug: str):
    reader = member_of()
    asked = {"player": FORMULA} if slug == "statement" else {}
    asked |= {"least_cents": "1.00"} if slug == "large-wins" else {}
    page = read(slug, reader, **asked)
    head = dict(line for line in lines(download(slug, reader, **asked))[:6])
    sheet = words(download(slug, reader, "xlsx", **asked).content)

    report = next(report for report in REPORTS if report.slug == slug)
    assert {"Report": str(report.title), "Operator": "Casa Verde", "Time zone": "Europe/Rome"} == {
        name: head[name] for name in ("Report", "Operator", "Time zone")
    }
    assert head["Made by"] == reader.username
    assert {"Casa Verde", "Europe/Rome", reader.username} <= set(sheet)
    shown = cells(page)
    file = lines(download(slug, reader, **asked))
    body = file[file.index([]) + 2 :]
    assert len(body) == max(len(shown), 1)  # a file without lines says so in one
    assert {heading.name for heading in page.context["shown"].produced.columns} <= set(sheet)


def words(content: bytes) -> list[str]:
    """The texts of a workbook's cells, whose rows are written as they come."""
    with zipfile.ZipFile(io.BytesIO(content)) as book:
        sheets = [name for name in book.namelist() if name.startswith("xl/worksheets/sheet")]
        xml = "".join(book.read(name).decode() for name in sheets)
    assert "<f>" not in xml
    return re.findall(r"<t[^>]*>([^<]*)</t>", xml)


@pytest.mark.parametrize("slug", ["unsettled", "large-wins", "statement", "voids"])
def test_files_bear_the_mark_of_rounds_with_golden_chips(slug: str, deal_cards: DealCards):
    seat = sit_down(factories.table(golden_allowed=True))
    factories.golden_chips(seat.player, chip_cents=1_000, chips=2)
    deal_cards(WIN)
    real, golden = BoxBets(1, Stake(1_000)), BoxBets(1, Stake(500, (1_000,)))
    numbers = []
    for bet in (real, golden):
        seat.deal_bets([bet])
        numbers.append(seat.round.number)
        seat.act("stand")
    if slug == "voids":
        for round_ in Round.objects.all():
            void_round(round_id=round_.public_id, actor=factories.staff(), reason="misdealt")
    if slug == "unsettled":  # as if it waited; a player has one round in play
        Bet.objects.filter(golden_cents__gt=0).update(result="", settled_at=None, paid_cents=None)
        Round.objects.filter(with_golden=True).update(state="open", settled_at=None)

    found = lines(download(slug, member_of(), player=seat.player.username, least_cents="1.00"))

    heading = next(line for line in found if "GC" in line)
    assert heading[-1] == "GC"
    marks = {number: {line[-1] for line in found if number in line} for number in numbers}
    assert marks == {numbers[0]: set() if slug == "unsettled" else {""}, numbers[1]: {"GC"}}


@pytest.mark.usefixtures("played")
def test_a_formula_in_a_name_is_harmless_in_a_file():
    reader = member_of()

    rows = lines(download("sessions", reader))
    sheet = words(download("sessions", reader, "xlsx").content)

    assert [row[2] for row in rows if len(row) > 3][1] == f"'{FORMULA}"
    assert FORMULA.replace("'", "&#39;") in sheet or FORMULA in sheet


@pytest.mark.usefixtures("played")
def test_amounts_in_a_workbook_are_numbers():
    content = download("revenue", member_of(), "xlsx").content

    with zipfile.ZipFile(io.BytesIO(content)) as book:
        xml = book.read("xl/worksheets/sheet1.xml").decode()
    assert "<v>10</v>" in xml
    assert "<v>20</v>" in xml
    assert "<v>-10</v>" in xml


@pytest.mark.parametrize(
    ("asked", "error"),
    [
        ({"since": "2026-03-02", "until": "2026-03-01"}, "The period ends before it begins."),
        ({"until": "2999-01-01"}, "This day is still to come: today is"),
        ({"since": "31/12/2025"}, "Enter a day such as 2026-11-30."),
        ({"game": "whist"}, "whist is not one of the available choices."),
    ],
)
@pytest.mark.usefixtures("played")
def test_what_cannot_be_is_answered_and_nothing_is_read(asked: dict[str, str], error: str):
    reader = member_of()

    response = read("revenue", reader, **asked)

    assert response.status_code == 400
    assert response.context["shown"] is None
    assert error in text_of(response)
    refused = download("revenue", reader, **asked)
    assert (refused.status_code, refused.headers["Location"].split("?")[0]) == (
        302,
        reverse("admin:report", args=["revenue"]),
    )


def test_an_unknown_player_and_a_version_of_another_table_are_refused():
    one, other = factories.table(), factories.table()

    nobody = read("sessions", player="nobody")
    assert (nobody.status_code, "There is no player of this name." in text_of(nobody)) == (
        400,
        True,
    )
    mixed = read("revenue", table=str(one.pk), version=str(other.in_force.pk))
    assert mixed.status_code == 400
    assert "This version is one of another table." in text_of(mixed)


def test_periods_to_choose_with_one_click():
    links = {name: address for name, address, _ in read("revenue").context["quick"]}

    day = today()
    yesterday = day - datetime.timedelta(days=1)
    spans = {
        "Today": (day, day),
        "Yesterday": (yesterday, yesterday),
        "Month to date": (day.replace(day=1), day),
        "Year to date": (day.replace(month=1, day=1), day),
        "Life to date": (datetime.date(2000, 1, 1), day),
    }
    assert set(links) == set(spans)
    for name, (first, last) in spans.items():
        assert f"since={first}&until={last}" in links[name]


def test_operators_and_auditors_read_reports_and_support_does_not():
    statuses = [read("revenue", member_of(role)).status_code for role in (OPERATORS, AUDITORS)]

    assert statuses == [200, 200]
    assert read("revenue", member_of(SUPPORT)).status_code == 403


def test_the_reports_stand_first_in_the_back_office_of_those_who_may_read_them():
    address = reverse("admin:index")

    names = [app["name"] for app in client_of(member_of()).get(address).context["app_list"]]
    others = [app["name"] for app in client_of(member_of(SUPPORT)).get(address).context["app_list"]]

    assert names[0] == "Reports"
    assert "Reports" not in others


@pytest.mark.usefixtures("played")
def test_a_difference_from_the_ledger_is_said_aloud(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("casino.backoffice.reports.revenue.figures", _wrong)

    page = text_of(read("revenue"))

    assert "Handle differs from the ledger: €11.00 here, €10.00 there, difference +€1.00" in (
        re.sub(r"<[^>]+>", "", page)
    )


def _wrong(**asked):
    found = figures(**asked)
    line = found.bets[0]
    return Figures([line._replace(staked_cents=line.staked_cents + 100)], found.ledger)


# Of them the login and rights of the reader take four, the choices of the filters up to two.
QUERIES = {
    "revenue": 13,
    "returns": 11,
    "sessions": 12,
    "unsettled": 12,
    "voids": 13,
    "golden-chips": 11,
    "liabilities": 15,
    "large-wins": 9,
    "statement": 11,
    "staff-changes": 6,
}


@pytest.mark.parametrize("slug", SLUGS)
def test_a_report_takes_a_fixed_number_of_queries(
    played: Seat,
    slug: str,
    django_assert_num_queries: DjangoAssertNumQueries,
):
    browser = client_of(member_of())
    address = reverse("admin:report", args=[slug])
    asked = {"player": FORMULA, "least_cents": "1.00"}
    for _ in range(3):
        played.deal(1_000)
        played.act("stand")

    with django_assert_num_queries(QUERIES[slug]):
        assert browser.get(address, asked).status_code == 200


@pytest.mark.usefixtures("played")
def test_a_long_report_is_ordered_and_its_page_says_how_far_it_is(settings):
    settings.REPORT_ROWS_AT_ONCE = 0
    reader = member_of()
    browser = client_of(reader)
    page = text_of(read("sessions", reader))
    assert "Have the CSV file made" in page
    at_once = download("sessions", reader)
    assert at_once.status_code == 302

    ordered = browser.post(
        reverse("admin:report_order", args=["sessions"]),
        {"since": today().isoformat(), "until": today().isoformat(), "file_format": "csv"},
    )

    export = ReportExport.objects.get()
    assert ordered.headers["Location"] == reverse("admin:report_export", args=[export.pk])
    assert (export.report, export.asked_by, export.asked["since"]) == (
        "sessions",
        reader,
        today().isoformat(),
    )
    assert moment(export.asked_at) in text_of(browser.get(ordered.headers["Location"]))


def test_settings_name_a_private_folder_for_the_files():
    assert settings.STORAGES["exports"]["OPTIONS"]["file_permissions_mode"] == 0o600
