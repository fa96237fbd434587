"""A private round as its player lives it: dealt, decided, settled, resumed."""

from uuid import uuid4

import pytest

from tables.models import Bet
from tables.services import act, open_round
from tests import factories
from tests.tables.conftest import DealCards

pytestmark = pytest.mark.django_db


def test_a_round_is_dealt_decided_and_settled(deal_cards: DealCards):
    deal_cards("TS 6D 9H TC 8C")
    ann = factories.player(cents=20_000)
    session = factories.session(ann, factories.table())

    page = open_round(
        player=ann, session_id=session.public_id, bets=factories.main_bets(1_000), key=uuid4()
    )

    assert page.in_round
    assert page.round.step == 0
    assert page.session.stake_cents == 9_000
    assert page.cash_cents == 10_000
    assert page.round.view["dealer"]["cards"] == ["6D", None]

    acted = act(player=ann, round_id=page.round.public_id, step=0, hand="1", action="stand")

    assert not acted.moved_on
    assert acted.page.round.state == "settled"
    assert acted.page.session.stake_cents == 11_000
    session.account.refresh_from_db()
    assert session.account.balance_cents == 11_000
    bet = Bet.objects.get()
    assert (bet.position, bet.real_cents, bet.paid_cents, bet.result) == (
        "1:main",
        1000,
        2000,
        "win",
    )
