"""``manage.py replay``: a stored round dealt again comes to the same payouts."""

import random

import pytest
from django.core.management import call_command
from django.db import OperationalError

from tables.models import Bet, Round
from tables.services.voids import void_round
from tests import factories
from tests.tables.conftest import DealCards
from tests.tables.random_play import RandomPlayer
from tests.tables.seat import sit_down

pytestmark = pytest.mark.django_db


def test_random_rounds_are_dealt_again(capsys: pytest.CaptureFixture[str]):
    tables = [factories.table(game="american"), factories.table(game="classic")]
    RandomPlayer(factories.player(cents=5_000_000), tables, seed=7).play(15)
    done = list(Round.objects.exclude(state="open"))
    voided = random.Random(7).choice(done)
    void_round(round_id=voided.public_id, actor=factories.staff(), reason="misdealt")

    call_command("replay", *(round_.number for round_ in Round.objects.all()))

    answers = capsys.readouterr()
    assert answers.err == ""
    assert answers.out.count("all payouts equal") == len(done)
    assert f"{voided.number}: void, " in answers.out


def test_a_payout_that_differs_is_told(deal_cards: DealCards, capsys: pytest.CaptureFixture[str]):
    deal_cards("AS 9D TS 7C")
    seat = sit_down()
    dealt = seat.deal(1_000)
    Bet.objects.update(paid_cents=2_000)

    with pytest.raises(SystemExit) as end:
        call_command("replay", dealt.number)

    assert end.value.code == 1
    assert capsys.readouterr().err.splitlines() == [
        f"{dealt.number}: stored, but not dealt again: 1:main, 10.00 staked, blackjack, 20.00 paid",
        f"{dealt.number}: dealt again, but not stored: 1:main, 10.00 staked, blackjack, 25.00 paid",
    ]


def test_a_round_in_play_is_not_told(deal_cards: DealCards, capsys: pytest.CaptureFixture[str]):
    deal_cards("TS 6D 9H TC 8C")
    dealt = sit_down().deal(1_000)

    call_command("replay", dealt.number)

    assert capsys.readouterr().out == f"{dealt.number}: in play, nothing is compared yet\n"


@pytest.mark.parametrize("text", ["R000000001", "nothing", "", "9" * 30])
def test_a_round_that_is_not_there_is_refused(text: str, capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as end:
        call_command("replay", text)

    assert end.value.code == 2
    assert capsys.readouterr().err == f"{text}: there is no such round\n"


def test_a_database_that_cannot_be_read_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    def unreadable(_text: str) -> Round:
        raise OperationalError("no such table")

    monkeypatch.setattr("tables.management.commands.replay.find_round", unreadable)
    with pytest.raises(SystemExit) as end:
        call_command("replay", "1")

    assert end.value.code == 2
    assert capsys.readouterr().err == "1: rounds cannot be read: no such table\n"
