"""Live rounds voided for a malfunction, with claims, and for their age."""

import datetime

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from casino.models import AuditEntry, Notice
from tables.models import Round
from tables.services import end_session
from tables.services.ageing import Swept, aged_lines, void_unsettled
from tables.services.live import void_live_round
from tables.services.replay import find_round, replay_round
from tests import factories
from tests.tables.conftest import DealCards
from tests.tables.live import seats
from wallet.models import Claim, Transfer
from wallet.selectors import cash_balance
from wallet.services import adjust

pytestmark = pytest.mark.django_db

WON = "TS 6D 9H TC 8C"
WAITING = "7S 7D 7H"
"""Three of a kind for 21+3; the hand of 14 waits for its votes."""


def _spend(guest: seats.Guest) -> None:
    """The guest ends his session, and all his cash goes."""
    end_session(player=guest.user, session_id=guest.session.public_id)
    with transaction.atomic():
        adjust(
            player=guest.user,
            amount_cents=-cash_balance(player=guest.user),
            key=f"spent:{guest.user.pk}",
            actor=factories.staff(),
            reason="spent",
        )


def _won_and_spent(players: int) -> tuple[Round, list[seats.Guest]]:
    """Everybody has won 10.00; half of them have nothing left."""
    table = seats.live_table()
    guests = seats.guests(table, *[f"g{n}" for n in range(players)])
    round_ = seats.deal(table, guests, {"1:main": 1_000})
    seats.count(table, timer_over=True)
    round_.refresh_from_db()
    assert round_.state == "settled"
    for guest in guests[::2]:
        _spend(guest)
    return round_, guests


def test_what_followers_no_longer_have_becomes_claims(deal_cards: DealCards):
    deal_cards(WON)
    round_, (spent, rich) = _won_and_spent(2)

    void_live_round(round_id=round_.public_id, actor=factories.staff(), reason="misdealt")

    assert (spent.stake_cents, cash_balance(player=spent.user)) == (0, 0)
    assert rich.stake_cents == 10_000
    claim = Claim.objects.get()
    assert (claim.player, claim.reference, claim.amount_cents) == (
        spent.user, round_.number, 1_000,
    )  # fmt: skip
    facts = {notice.player_id: notice.facts for notice in Notice.objects.all()}
    assert {player: told["claim_cents"] for player, told in facts.items()} == {
        spent.user.pk: 1_000,
        rich.user.pk: 0,
    }
    assert {told["net_cents"] for told in facts.values()} == {-1_000}
    entry = AuditEntry.objects.get(action="round.voided")
    assert (entry.after["players"], entry.after["claims_cents"]) == (2, 1_000)
    assert seats.problems() == []


def test_a_void_with_claims_costs_the_same_for_many(deal_cards: DealCards):
    deal_cards(WON)

    def cost(players: int) -> int:
        round_, _ = _won_and_spent(players)
        clerk = factories.staff()
        with CaptureQueriesContext(connection) as queries:
            void_live_round(round_id=round_.public_id, actor=clerk, reason="misdealt")
        return len(queries)

    assert cost(2) == cost(8)
    assert Claim.objects.count() == 5


def _old_round() -> tuple[Round, list[seats.Guest]]:
    """Three players wait for their votes, and have for 90 days; 21+3 is won."""
    table = seats.live_table()
    guests = seats.guests(table, "ann", "bob", "cleo")
    round_ = seats.deal(table, guests, {"1:main": 1_000, "1:21+3": 100})
    assert round_.state == "open"
    opened_at = timezone.now() - datetime.timedelta(days=90)
    Round.objects.filter(pk=round_.pk).update(opened_at=opened_at)
    return round_, guests


def test_a_live_round_of_90_days_is_ended(deal_cards: DealCards):
    deal_cards(WAITING)
    round_, guests = _old_round()
    due = Swept(rounds=1, bets=3, stakes_cents=3_000)
    foreseen = Swept()
    foreseen.count(aged_lines(now=timezone.now(), failed=[]))
    assert foreseen == due

    assert void_unsettled(now=timezone.now()) == due

    for guest in guests:
        assert guest.bets(round_) == {
            "1:main": (1_000, 1_000, "void"),
            "1:21+3": (100, 3_100, "win"),
        }
        assert guest.stake_cents == 10_000 + 3_000
    moved = Transfer.objects.filter(reference=round_.number).order_by("id")
    assert list(moved.values_list("kind", "amount_cents")) == [
        *[("bet", 1_100)] * 3,
        *[("refund", 1_000)] * 3,
        *[("payout", 3_100)] * 3,
    ]
    round_.refresh_from_db()
    assert (round_.state, round_.void_cause) == ("settled", "age")
    assert seats.live(round_.table).phase == "results"
    assert {notice.facts["stakes_cents"] for notice in Notice.objects.all()} == {1_000}
    assert replay_round(find_round(round_.number)).differences == ()
    assert seats.problems() == []
    assert seats.next_window(round_.table).state == "betting"


def test_a_live_round_of_an_age_costs_the_same_for_many(deal_cards: DealCards):
    deal_cards(WAITING)

    def cost(players: int) -> int:
        table = seats.live_table()
        guests = seats.guests(table, *[f"g{n}" for n in range(players)])
        round_ = seats.deal(table, guests, {"1:main": 1_000, "1:21+3": 100})
        opened_at = timezone.now() - datetime.timedelta(days=90)
        Round.objects.filter(pk=round_.pk).update(opened_at=opened_at)
        with CaptureQueriesContext(connection) as queries:
            void_unsettled(now=timezone.now())
        return len(queries)

    assert cost(3) == cost(9)
