"""``manage.py reconcile`` finds what does not fit between rounds, sessions and the ledger."""

from collections.abc import Callable

import pytest
from django.db import connection

from casino.reconciliation import Check
from tables import services
from tables.models import Action, Bet, GameSession, Shoe
from tables.selectors import reconcile
from tests import factories
from tests.tables.conftest import DealCards
from tests.tables.seat import Seat, sit_down
from wallet.models import Transfer

pytestmark = pytest.mark.django_db


def _sentences(check: Check) -> list[str]:
    return [discrepancy.sentence for discrepancy in check.discrepancies]


@pytest.fixture
def won(deal_cards: DealCards) -> Seat:
    """A round of 10.00 that paid 25.00."""
    deal_cards("AS 9D TS 7C")
    seat = sit_down()
    seat.deal(1_000)
    return seat


@pytest.fixture
def playing(deal_cards: DealCards) -> Seat:
    """A round of 10.00 in play whose hand was split for another 10.00."""
    deal_cards("8S 6D 8H TC 3S TD TH 9C")
    seat = sit_down()
    seat.deal(1_000)
    seat.act("split")
    return seat


@pytest.mark.usefixtures("playing")
def test_books_that_fit_are_counted(won: Seat):
    services.end_session(player=won.player, session_id=won.session.public_id)

    checks = reconcile.checks()

    assert [(check.statement, check.counted, check.discrepancies) for check in checks[1:]] == [
        ("Bets of rounds equal their transfers", 2, ()),
        ("Golden chips of rounds equal their events and transfers", 0, ()),
        ("Sessions equal their transfers", 2, ()),
        ("Opened seeds fit their commitments", 1, ()),
    ]
    assert checks[0].discrepancies == ()


@pytest.mark.parametrize(
    ("damage", "problem"),
    [
        (lambda: Bet.objects.update(real_cents=999), "settled: 9.99 is bet, 10.00 was taken"),
        (lambda: Bet.objects.update(paid_cents=2_400), "settled: 24.00 is won, 25.00 came back"),
        (lambda: Bet.objects.update(paid_cents=0), "settled: 0.00 is won, 25.00 came back"),
    ],
)
def test_a_bet_that_differs_from_its_transfers_is_told(
    won: Seat, damage: Callable[[], object], problem: str
):
    damage()

    check = reconcile.rounds_match_transfers()

    assert _sentences(check) == [f"Round {won.round.number} is {problem}."]


def test_a_stake_of_a_round_in_play_that_differs_is_told(playing: Seat):
    Bet.objects.update(real_cents=1_500)

    check = reconcile.rounds_match_transfers()

    assert _sentences(check) == [
        f"Round {playing.round.number} is open: 25.00 is bet, 20.00 was taken."
    ]
    assert Action.objects.get().real_cents == 1_000


def test_a_void_without_its_transfers_is_told(won: Seat):
    won.session.rounds.update(
        state="void",
        void_reason="by hand",
        void_cause="malfunction",
        voided_at=won.session.opened_at,
    )
    Bet.objects.update(result="void", paid_cents=1_000)

    check = reconcile.rounds_match_transfers()

    assert _sentences(check) == [f"Round {won.round.number} is void: 0.00 was given back of 10.00."]


def test_a_transfer_of_no_round_is_told(won: Seat):
    Bet.objects.all().delete()
    won.session.rounds.all().delete()

    check = reconcile.rounds_match_transfers()

    number = won.round.number
    taken, paid = Transfer.objects.filter(reference=number).order_by("id")
    assert _sentences(check) == [
        f"Transfer {taken.pk} is for {number}, which is no round.",
        f"Transfer {paid.pk} is for {number}, which is no round.",
    ]


@pytest.mark.parametrize(
    ("damage", "problem"),
    [
        ({"bought_in_cents": 9_999}, "99.99 is bought in, 100.00 was moved"),
        ({"paid_out_cents": 11_499}, "114.99 is paid out, 115.00 was moved"),
    ],
)
def test_a_session_that_differs_from_its_transfers_is_told(
    won: Seat, damage: dict[str, int], problem: str
):
    services.end_session(player=won.player, session_id=won.session.public_id)
    GameSession.objects.update(**damage)

    check = reconcile.sessions_match_transfers()

    assert _sentences(check) == [f"Session {won.session.number}: {problem}."]


def test_a_session_closed_over_a_stake_and_a_round_is_told(playing: Seat):
    GameSession.objects.update(
        state="closed", closed_at=playing.session.opened_at, paid_out_cents=0, ended_by="player"
    )

    check = reconcile.sessions_match_transfers()

    assert _sentences(check) == [
        f"Session {playing.session.number}: it is closed with 80.00 on it and 1 rounds in play."
    ]


def test_a_seed_that_was_not_committed_to_is_told(won: Seat):
    shoe = Shoe.objects.create(
        sealed_seed=b"", commitment="0" * 64, seed="ab" * 32, revealed_at=won.session.opened_at
    )

    check = reconcile.seeds_fit()

    assert _sentences(check) == [f"Shoe {shoe.pk} is not as committed to."]


def test_an_open_seed_of_a_round_in_play_is_told(playing: Seat):
    services.shoes.reveal(
        Shoe.objects.get(commitment=playing.round.commitment), now=playing.session.opened_at
    )

    check = reconcile.seeds_fit()

    assert _sentences(check) == [
        f"The seed of round {playing.round.number} is open, the round in play."
    ]


def test_a_trigger_that_is_gone_is_told():
    trigger = {
        "postgresql": "tables_version_never_changes ON tables_tableversion",
        "sqlite": "tables_tableversion_never_changes",
    }[connection.vendor]
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TRIGGER {trigger}")

    check = reconcile.triggers_in_place()

    assert _sentences(check) == [f"The trigger {trigger.split(' ')[0]} is missing or switched off."]
    assert factories.table().in_force.number == 1
