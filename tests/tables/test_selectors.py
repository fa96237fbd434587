"""The lobby, the way back to a round, the history."""

import pytest

from casino.errors import NotFound
from tables.models import Table
from tables.selectors import (
    HistoryPage,
    Range,
    history_page,
    interrupted_round,
    lobby,
    round_page,
    table_page,
)
from tables.selectors.cards import round_cards
from tables.services.versions import set_table_state
from tests import factories
from tests.tables.conftest import DealCards
from tests.tables.seat import sit_down

pytestmark = pytest.mark.django_db

TIERS = {"1": {"main": [100, 2_500]}, "3": {"main": [100, 9_900]}}


def test_the_lobby_shows_the_limits_of_the_players_tier():
    factories.table(name="Oak", limits=TIERS, session_min_cents=500)
    gold = factories.player(tier=factories.vip_tier(rank=3))

    for player, most in ((None, 2_500), (factories.player(), 2_500), (gold, 9_900)):
        line = lobby(player=player)[0]
        assert (line.name, line.main, line.is_open) == ("Oak", Range(100, most), True)
        assert line.buy_in == Range(500, 100_000)
        assert not line.has_session


def test_the_lobby_shows_what_a_player_has_going(deal_cards: DealCards):
    deal_cards("TS 6D 9H TC 8C")
    seat = sit_down(factories.table(name="Oak"))
    factories.table(name="Elm")
    seat.deal(1_000)

    lines = lobby(player=seat.player)
    foreign = lobby(player=factories.player())

    assert [(line.name, line.has_session, line.has_round) for line in lines] == [
        ("Elm", False, False),
        ("Oak", True, True),
    ]
    assert not any(line.has_session or line.has_round for line in foreign)


def test_a_disabled_table_is_listed_for_those_who_sit_there():
    seat = sit_down(factories.table(name="Oak"))
    set_table_state(table=seat.table, state=Table.State.DISABLED)

    assert [line.state for line in lobby(player=seat.player)] == ["disabled"]
    assert lobby(player=factories.player()) == []
    assert lobby(player=None) == []


def test_a_table_without_a_version_has_no_page():
    Table.objects.create(slug="bare", name="Bare", game="classic")

    assert lobby(player=None) == []
    for slug in ("bare", "nowhere"):
        with pytest.raises(NotFound):
            table_page(slug=slug, player=None)


def test_an_open_round_is_the_way_back(deal_cards: DealCards):
    deal_cards("TS 6D 9H TC 8C")
    seat = sit_down()
    assert interrupted_round(player=seat.player) is None
    dealt = seat.deal(1_000)

    back = interrupted_round(player=seat.player)

    assert back is not None
    assert (back.slug, back.table, back.number) == (
        seat.table.slug,
        seat.table.name,
        dealt.number,
    )
    seat.act("stand")
    assert interrupted_round(player=seat.player) is None


def test_the_history_shows_the_last_rounds_first(deal_cards: DealCards):
    seat = sit_down()
    deal_cards("AS 9D TS 7C")
    won = seat.deal(1_000)
    deal_cards("8S 6D 8H TC 3S TD TH 9C")
    playing = seat.deal(1_000)
    seat.act("split")

    rounds = [line.round for line in history_page(player=seat.player).lines]

    assert [(one.number, one.state, one.staked_cents, one.paid_cents) for one in rounds] == [
        (playing.number, "open", 2_000, 0),
        (won.number, "settled", 1_000, 2_500),
    ]
    assert history_page(player=factories.player()) == HistoryPage((), 0, 0)


def test_a_round_has_its_own_page_for_its_player_alone(deal_cards: DealCards):
    deal_cards("8S 6D 8H TC 3S TD TH 9C")
    seat = sit_down()
    dealt = seat.deal(1_000)
    seat.act("split")
    seat.act("double", "1R")
    seat.act("stand", "1L")

    page = round_page(player=seat.player, public_id=dealt.public_id)

    assert [(bet.position, bet.real_cents, bet.paid_cents, bet.result) for bet in page.bets] == [
        ("1R:main", 2_000, 4_000, "win"),
        ("1L:main", 1_000, 2_000, "win"),
    ]
    assert len(page.choices) == 3
    assert len(page.round.seed) == 64
    with pytest.raises(NotFound):
        round_page(player=factories.player(), public_id=dealt.public_id)


def test_rebet_knows_the_last_bets(deal_cards: DealCards):
    deal_cards("AS TD 9D TS 9S 9C")
    seat = sit_down()
    seat.deal(1_000, 250)
    seat.act("stand", "2")

    page = seat.come_back()

    assert [(bet.box, bet.main.real_cents) for bet in page.last_bets] == [(1, 1_000), (2, 250)]


def test_staff_see_the_cards_that_lie_open(deal_cards: DealCards):
    deal_cards("TS 6D 9H KC 8C")
    seat = sit_down()
    seat.deal(1_000)

    lines = round_cards(seat.session.rounds.select_related("version", "shoe").get())

    assert [(line.hand, line.cards, line.total) for line in lines] == [
        ("dealer", "6D ??", 6),
        ("1", "TS 9H", 19),
    ]
