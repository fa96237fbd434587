"""Bots: how they read the felt, and that they play like anybody else."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.template.loader import render_to_string

from casino.models import User
from tables.bots.felt import cards_in, choose
from tables.bots.tally import Tally
from tables.engine.rules import BlackjackRules, preset
from tables.models import Bet, GameSession, Vote
from tables.views.cards import faces
from tests import factories
from tests.tables.live.house import house
from tests.tables.live.seats import LIMITS

__all__ = ["house"]

TIMERS = {
    "betting_seconds": 8,
    "insurance_seconds": 3,
    "decision_seconds": 5,
    "results_seconds": 2,
}


def rules() -> BlackjackRules:
    found = preset("majority")
    assert isinstance(found, BlackjackRules)
    return found


def hands(cards: str, *, is_active: bool) -> str:
    hand = {"name": "1", "cards": faces("hand-1", cards.split()), "is_active": is_active}
    return render_to_string("tables/live_hands.html", {"hands": [hand]})


class TestFelt:
    def test_cards_are_read_in_the_order_of_the_deal(self) -> None:
        assert cards_in(hands("9S 7C", is_active=True)) == {"hand-1": ["9S", "7C"]}

    @pytest.mark.parametrize(
        ("cards", "up_card", "action"),
        [("9S 7C", "TD", "hit"), ("TS 7C", "TD", "stand"), ("6S 5C", "6D", "double")],
    )
    def test_the_hand_that_votes_is_played_by_the_chart(
        self, cards: str, up_card: str, action: str
    ) -> None:
        regions = {
            "hands-1": hands(cards, is_active=True),
            "dealer": render_to_string(
                "tables/live_dealer.html", {"cards": faces("dealer", [up_card]), "total": ""}
            ),
        }
        assert choose(rules(), regions, "1", ["hit", "stand", "double"]) == action

    def test_what_cannot_be_read_is_answered_with_something_legal(self) -> None:
        assert choose(rules(), {}, "1", ["stand"]) == "stand"


def test_the_summary_gives_counts_and_times() -> None:
    tally = Tally()
    tally.done["bets"] = 3
    tally.refusals["window_closed"] = 1
    for seconds in (0.010, 0.020, 0.030):
        tally.took("vote", seconds)
    lines = dict(tally.lines(players=5, seconds=60))
    assert lines["bets"] == "3"
    assert lines["refusals"] == "window_closed 1"
    assert lines["vote, median and 95 %"] == "20 ms, 30 ms"


@pytest.mark.django_db
def test_bots_play_at_live_tables_alone() -> None:
    with pytest.raises(CommandError, match="is no live table"):
        call_command("bots", factories.table().slug)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_bots_bet_and_vote_through_the_addresses_of_the_page(house: str) -> None:
    table = factories.table(game="majority", limits=LIMITS, name="Majority", **TIMERS)
    out = StringIO()
    call_command("bots", table.slug, players=6, seconds=30, url=house, stdout=out)

    assert User.objects.filter(username__startswith="bot", is_test=True).count() == 6
    assert Bet.objects.values("session").distinct().count() == 6
    assert Vote.objects.exists()
    assert GameSession.objects.filter(table=table).count() == 6
    assert "bots lost" in out.getvalue()
