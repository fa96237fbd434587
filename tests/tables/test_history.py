"""The history: which rounds are in it, page by page, and what is said where none is."""

import datetime
import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from casino.periods import Period
from tables.models import Round, Table
from tables.selectors import HistoryFilter, history_page
from tables.selectors.history import EVEN, IN_PLAY, LOST, VOID, WON
from tables.services.voids import void_round
from tests import factories
from tests.pages import client_of, text_of
from tests.tables.conftest import DealCards
from tests.tables.live import seats as live_seats
from tests.tables.seat import Seat, sit_down

pytestmark = pytest.mark.django_db

WINS = "AS 9D TS 7C"
LOSES = "TS 9D 5C TC 8S"
PUSHES = "TS 9D 9C TC"
PAGE = reverse("tables:history")
FILTERED = "result=won&at=game.classic&since=2026-01-01"
QUERIES = 7
"""Session, user, the tables, and three for the rounds; the masthead reads the cash."""


def numbers(seat: Seat, **asked: Any) -> list[str]:
    page = history_page(player=seat.player, asked=HistoryFilter(**asked))
    return [line.round.number for line in page.lines]


@pytest.fixture
def played(deal_cards: DealCards) -> tuple[Seat, dict[str, str]]:
    """One round of each result."""
    seat = sit_down(factories.table(name="Oak"))
    done = {}
    for name, cards, actions in (
        (WON, WINS, []),
        (LOST, LOSES, ["hit"]),
        (EVEN, PUSHES, ["stand"]),
        (VOID, WINS, []),
        (IN_PLAY, "TS 6D 9H TC 8C", []),
    ):
        deal_cards(cards)
        dealt = seat.deal(1_000)
        for action in actions:
            seat.act(action)
        if name == VOID:
            void_round(round_id=dealt.public_id, actor=factories.staff(), reason="misdealt")
        done[name] = dealt.number
    return seat, done


@pytest.mark.parametrize("result", [WON, LOST, EVEN, IN_PLAY, VOID])
def test_rounds_are_found_by_their_result(played: tuple[Seat, dict[str, str]], result: str):
    seat, done = played
    assert numbers(seat, result=result) == [done[result]]


def test_rounds_are_found_by_game_and_table(deal_cards: DealCards):
    seat = sit_down(factories.table(name="Oak"), cash=100_000)
    other = factories.table(name="Elm", game="american")
    deal_cards(WINS)
    first = seat.deal(1_000)
    second = Seat(seat.player, other, factories.session(seat.player, other)).deal(1_000)

    assert numbers(seat) == [second.number, first.number]
    assert numbers(seat, game="classic") == numbers(seat, table=seat.table.slug) == [first.number]
    assert numbers(seat, game="american") == numbers(seat, table=other.slug) == [second.number]
    assert numbers(seat, game="duel") == numbers(seat, table="nowhere") == []


def test_rounds_with_golden_chips_are_found_by_them(deal_cards: DealCards):
    seat = sit_down(factories.table(golden_allowed=True))
    factories.golden_chips(seat.player)
    deal_cards(WINS)
    seat.deal(1_000)
    golden = seat.deal_bets([factories.golden_bet(1_000)])

    assert numbers(seat, golden=True) == [golden.number]


@pytest.mark.parametrize(
    ("day", "hours"), [(datetime.date(2026, 3, 29), 23), (datetime.date(2026, 10, 25), 25)]
)
def test_a_day_of_23_or_25_hours_has_all_its_rounds_and_no_other(
    deal_cards: DealCards, day: datetime.date, hours: int
):
    seat = sit_down()
    deal_cards(WINS)
    start = Period(day, day).start.astimezone(datetime.UTC)
    minute = datetime.timedelta(minutes=1)
    end = start + datetime.timedelta(hours=hours)
    dealt = []
    for at in (start - minute, start, end - minute, end):
        dealt.append(seat.deal(1_000).number)
        Round.objects.filter(pk=int(dealt[-1][1:])).update(opened_at=at)
    page = client_of(seat.player).get(PAGE, {"since": day.isoformat(), "until": day.isoformat()})

    assert numbers(seat, since=start, until=end) == [dealt[2], dealt[1]]
    assert [number in text_of(page) for number in dealt] == [False, True, True, False]


def test_pages_lead_to_older_and_newer_rounds(deal_cards: DealCards):
    seat = sit_down()
    deal_cards(WINS)
    dealt = [seat.deal(1_000).number for _ in range(5)][::-1]

    def page(**edge: Any) -> tuple[list[str], bool, bool]:
        found = history_page(player=seat.player, limit=2, **edge)
        return (
            [line.round.number for line in found.lines],
            bool(found.newest),
            bool(found.oldest),
        )

    first = history_page(player=seat.player, limit=2)
    assert page() == (dealt[:2], False, True)
    assert page(before=first.oldest) == (dealt[2:4], True, True)
    assert page(before=int(dealt[3][1:])) == (dealt[4:], True, False)
    assert page(after=int(dealt[4][1:])) == (dealt[2:4], True, True)
    assert page(after=int(dealt[2][1:])) == (dealt[:2], False, True)


def test_the_page_shows_the_money_and_the_marks_of_a_round(
    played: tuple[Seat, dict[str, str]],
):
    seat, done = played
    page = text_of(client_of(seat.player).get(PAGE))
    rows = {re.findall(r"R\d{9}", row)[0]: row for row in page.split('<li class="played')[1:]}

    assert list(rows) == [done[name] for name in (IN_PLAY, VOID, EVEN, LOST, WON)]
    assert "+€15.00" in rows[done[WON]]
    assert "−€10.00" in rows[done[LOST]]
    assert "misdealt" in rows[done[VOID]]
    assert 'aria-label="face-down card"' in rows[done[IN_PLAY]]
    assert "10 of clubs" not in rows[done[IN_PLAY]]


def test_the_page_shows_the_cards_of_each_hand(deal_cards: DealCards):
    deal_cards("8S 6D 8H TC 3S TD TH 9C")
    seat = sit_down()
    seat.deal(1_000)
    seat.act("split")
    seat.act("double", "1R")
    seat.act("stand", "1L")

    page = text_of(client_of(seat.player).get(PAGE))
    shown = re.findall(r"<dt>(.*?)</dt> <dd>(.*?)</dd>", page)

    assert [(name, re.findall(r">([^< ]+)</span>", cards)) for name, cards in shown[:3]] == [
        ("Dealer", ["6♦", "10♣", "9♣"]),
        ("Box 1, right hand", ["8♠", "3♠", "10♥", "21", "Won"]),
        ("Box 1, left hand", ["8♥", "10♦", "18", "Won"]),
    ]


def test_a_live_round_stands_in_the_history_of_its_players_alone():
    table = live_seats.live_table()
    ann, bob, eve = live_seats.guests(table, "ann", "bob", "eve")
    ann.lay({"1:main": 1_000})
    bob.lay({"2:main": 1_000})
    round_ = live_seats.close(table)

    for guest, seat in ((ann, "Seat 1"), (bob, "Seat 2")):
        page = text_of(client_of(guest.user).get(PAGE))
        assert round_.number in page
        assert [name in page for name in ("Seat 1", "Seat 2")] == [
            name == seat for name in ("Seat 1", "Seat 2")
        ]
    assert history_page(player=eve.user).lines == ()


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("since=2026-03-02&until=2026-03-01", "The period ends before it begins."),
        ("since=9999-01-01", "This day is still to come"),
        ("since=yesterday", "Enter a day such as"),
        ("at=game.poker", "There is no such table or game"),
        ("at=table.nowhere", "There is no such table or game"),
        ("result=rich", "Choose one of the results."),
        ("before=x", "There is no such page of the history."),
        ("before=99999999999999999999", "There is no such page of the history."),
    ],
)
def test_what_cannot_be_asked_for_is_said_and_nothing_is_looked_up(
    played: tuple[Seat, dict[str, str]], query: str, says: str
):
    seat, _done = played
    answer = client_of(seat.player).get(f"{PAGE}?{query}")
    page = text_of(answer)
    assert answer.status_code == 400
    assert says in page
    assert "nothing was looked up" in page
    assert "R0000" not in page


def test_a_filter_that_finds_nothing_says_so_and_leads_back():
    page = text_of(client_of(factories.player()).get(f"{PAGE}?result=won"))
    assert "None of your rounds is like that" in page
    assert f'href="{PAGE}">Show all</a>' in page


def test_the_page_takes_the_same_queries_however_long_it_is(deal_cards: DealCards):
    seat = sit_down(cash=100_000, buy_in=50_000)
    browser = client_of(seat.player)
    deal_cards(WINS)
    counted = []
    for rounds in (1, 24):
        for _ in range(rounds):
            seat.deal(1_000)
        counted += [_queries(browser, query) for query in ("", FILTERED)]
    assert counted == [QUERIES] * 4


def _queries(browser: Client, query: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert browser.get(f"{PAGE}?{query}").status_code == 200
    return len(queries)


def test_only_tables_that_were_played_at_are_offered():
    factories.table(name="Elm")
    seat = sit_down(factories.table(name="Oak"))
    Table.objects.filter(pk=seat.table.pk).update(state=Table.State.DISABLED)
    page = text_of(client_of(seat.player).get(PAGE))
    assert ">Oak</option>" in page
    assert ">Elm</option>" not in page
    assert timezone.localdate().isoformat() not in page
