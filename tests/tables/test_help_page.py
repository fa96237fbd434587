"""The help page says what the rules in force say, with exact returns, in both languages."""

import pytest
from django.test import Client

from tables.models import Table
from tests import factories
from tests.pages import text_of

pytestmark = pytest.mark.django_db


def read(client: Client, at: Table, language: str = "en") -> str:
    answer = client.get(f"/tables/{at.slug}/help/", headers={"accept-language": language})
    assert answer.status_code == 200
    return text_of(answer)


def test_classic_shows_its_exact_return_beside_the_published_one(client):
    page = read(client, factories.table(game=Table.Game.CLASSIC))
    assert "<td>99.595 %</td>" in page
    assert "99.59 %" in page
    assert "<td>0.405 %</td>" in page
    assert "A blackjack is offered even money instead" in page


def test_american_has_four_decks_and_no_published_figure(client):
    page = read(client, factories.table(game=Table.Game.AMERICAN))
    assert "The game is played with 4 decks of 52 cards." in page
    assert "<td>99.646 %</td>" in page
    assert "even money" not in page


def test_italian_readers_get_italian_figures(client):
    page = read(client, factories.table(game=Table.Game.CLASSIC), "it")
    assert "<td>99,595 %</td>" in page
    assert "Ritorno al giocatore" in page


def test_other_rules_change_the_page_and_drop_the_published_figure(client):
    at = factories.table(
        game=Table.Game.CLASSIC, rules={"blackjack_pays": "6:5", "dealer_hits_soft_17": True}
    )
    page = read(client, at)
    assert "<td>6:5</td>" in page
    assert "on a soft 17" in page
    assert "99.59 %" not in page


def test_the_chart_stands_there_with_its_letters(client):
    page = read(client, factories.table(game=Table.Game.CLASSIC))
    assert page.count('class="help__grid"') == 3
    assert '<td data-code="D">Dh</td>' in page


def test_an_unknown_table_has_no_help(client):
    assert client.get("/tables/nowhere/help/").status_code == 404
