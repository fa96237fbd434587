"""The same chip in two tabs, the same budget twice: what the locks on grants and campaigns are for.

Each race has a twin that runs it with the locks off and shows what would go wrong, or what the
database itself still refuses.
"""

from functools import partial
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import IntegrityError

from casino.models import User
from golden_chips.errors import GoldenPileExceeded, GrantRefused
from golden_chips.models import Campaign, ChipEvent, Grant, GrantOrder
from golden_chips.selectors import campaign_figures
from golden_chips.services import cancel_grant, grant
from tables import services
from tables.engine.bets import BoxBets
from tables.engine.stake import Stake
from tables.models import Round
from tables.selectors import TablePage
from tests import factories
from tests.race import meet_at, raised, together, without_locks
from tests.tables.conftest import DealCards, deal_cards

__all__ = ["deal_cards"]

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

OPEN_ENDED = "2S 6D 3H TC 4C 5C 9C 9D"
CHIP = 1_000


@pytest.fixture
def player() -> User:
    return factories.player(cents=50_000)


def bet_in_two_tabs(player: User) -> list[TablePage | Exception]:
    """The player's one chip, at the same moment at two tables of different games."""
    sessions = [
        factories.session(player, factories.table(game=game, golden_allowed=True))
        for game in ("american", "classic")
    ]

    def bet(session_id) -> TablePage:
        return services.open_round(
            player=player,
            session_id=session_id,
            bets=[BoxBets(1, Stake(0, (CHIP,)))],
            key=uuid4(),
        )

    return together(*(lambda one=one: bet(one.public_id) for one in sessions))


def assert_books_balance(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("reconcile")
    assert "books balance" in capsys.readouterr().out


def test_a_chip_is_bet_in_one_of_two_tabs(
    player: User,
    deal_cards: DealCards,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    deal_cards(OPEN_ENDED)
    granted = factories.golden_chips(player)
    meet_at(monkeypatch, "tables.services.rounds.record")

    results = bet_in_two_tabs(player)

    (refusal,) = raised(results, GoldenPileExceeded)
    assert isinstance(refusal, GoldenPileExceeded)
    assert refusal.data == {"chip_cents": CHIP, "bet": 1, "held": 0}
    assert Round.objects.count() == 1
    granted.refresh_from_db()
    assert granted.remaining == 0
    assert ChipEvent.objects.filter(kind="bet").count() == 1
    assert_books_balance(capsys)


def test_without_the_lock_the_database_refuses_the_second_tab(
    player: User,
    deal_cards: DealCards,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    deal_cards(OPEN_ENDED)
    factories.golden_chips(player)
    meet_at(monkeypatch, "tables.services.rounds.record")
    without_locks(monkeypatch)

    results = bet_in_two_tabs(player)

    assert len(raised(results, IntegrityError)) == 1
    assert Round.objects.count() == 1
    assert_books_balance(capsys)


def test_a_chip_is_bet_or_taken_back_but_not_both(
    player: User,
    deal_cards: DealCards,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    deal_cards(OPEN_ENDED)
    granted = factories.golden_chips(player)
    session = factories.session(player, factories.table(game="american", golden_allowed=True))
    meet_at(
        monkeypatch,
        "tables.services.rounds.purse_for_bets",
        "golden_chips.services.endings._cancel",
    )

    def bet() -> object:
        return services.open_round(
            player=player,
            session_id=session.public_id,
            bets=[BoxBets(1, Stake(0, (CHIP,)))],
            key=uuid4(),
        )

    def cancel() -> object:
        return cancel_grant(grant_id=granted.pk, actor=None, reason="by mistake")

    results = together(bet, cancel)

    assert not raised(results, IntegrityError)
    granted.refresh_from_db()
    assert (granted.state, granted.remaining) == ("cancelled", 0)
    kinds = set(ChipEvent.objects.filter(kind__in=["bet", "cancelled"]).values_list("kind"))
    assert len(kinds) == 1
    assert_books_balance(capsys)


def grant_to_two(campaign: Campaign) -> list[GrantOrder | Exception]:
    """The campaign's budget is enough for one of the two."""
    names = [factories.player().username for _ in range(2)]

    def order(name: str) -> GrantOrder:
        return grant(campaign=campaign, lines=[name], source="race", actor=None, reason="race")

    return together(*(lambda name=name: order(name) for name in names))


def test_two_operators_do_not_pass_the_budget_together(monkeypatch: pytest.MonkeyPatch):
    campaign = factories.campaign(budget_cents=CHIP)
    meet_at(monkeypatch, "golden_chips.services.grants._opening")

    results = grant_to_two(campaign)

    assert len(raised(results, GrantRefused)) == 1
    assert campaign_figures(Campaign.objects.all())[0].face_cents == CHIP
    assert Grant.objects.count() == 1


def test_without_the_lock_they_do(monkeypatch: pytest.MonkeyPatch):
    campaign = factories.campaign(budget_cents=CHIP)
    meet_at(monkeypatch, "golden_chips.services.grants._opening")
    without_locks(monkeypatch)

    results = grant_to_two(campaign)

    assert not raised(results, Exception)
    assert campaign_figures(Campaign.objects.all())[0].face_cents == 2 * CHIP


def test_two_operators_grant_to_the_same_players_in_opposite_order():
    """Each list locks players' places; in their own orders the two would wait for each other."""
    names = [factories.player().username for _ in range(200)]
    for _ in range(4):
        campaign = factories.campaign()
        calls = (partial(order, campaign, lines) for lines in (names, names[::-1]))

        results = together(*calls)

        assert len(raised(results, GrantRefused)) == len(raised(results, Exception)) == 1
        assert Grant.objects.filter(campaign=campaign, state="open").count() == 200
        assert Grant.objects.filter(campaign=campaign).count() == 200


def order(campaign: Campaign, lines: list[str]) -> GrantOrder:
    return grant(campaign=campaign, lines=lines, source="race", actor=None, reason="race")
