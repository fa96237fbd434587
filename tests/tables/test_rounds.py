"""A private round as its player lives it: dealt, decided, settled, resumed."""

from uuid import uuid4

import pytest

from casino.errors import IdempotencyConflict, NotFound
from tables.errors import RoundInPlay
from tables.models import Action, Bet, Round
from tables.services import act, open_round
from tests import factories
from tests.tables.conftest import DealCards
from tests.tables.seat import everything, sit_down
from wallet.models import Transfer

pytestmark = pytest.mark.django_db


def _bets() -> list[tuple[str, str, int, int | None, str]]:
    fields = ("placed_as", "position", "real_cents", "paid_cents", "result")
    return list(Bet.objects.order_by("id").values_list(*fields))


def _transfers() -> list[tuple[str, int]]:
    """Kinds and amounts of what moved since the buy-in."""
    moved = Transfer.objects.exclude(kind__in=["deposit", "buy_in"]).order_by("id")
    return list(moved.values_list("kind", "amount_cents"))


def test_a_round_is_dealt_decided_and_settled(deal_cards: DealCards):
    deal_cards("TS 6D 9H TC 8C")
    seat = sit_down()

    dealt = seat.deal(1_000)

    assert (dealt.state, dealt.step, dealt.seed) == ("open", 0, "")
    assert (dealt.staked_cents, dealt.paid_cents) == (1_000, 0)
    assert dealt.view["dealer"]["cards"] == ["6D", None]
    assert seat.stake_cents == 9_000
    assert _bets() == [("1:main", "1:main", 1_000, None, "")]

    acted = seat.act("stand")

    assert not acted.moved_on
    assert (seat.round.state, seat.round.paid_cents, seat.round.net_cents) == (
        "settled", 2_000, 1_000,
    )  # fmt: skip
    assert seat.round.view["dealer"]["cards"] == ["6D", "TC", "8C"]
    assert seat.stake_cents == 11_000
    assert _bets() == [("1:main", "1:main", 1_000, 2_000, "win")]
    assert _transfers() == [("bet", 1_000), ("payout", 2_000)]
    assert seat.page is not None
    assert seat.page.session is not None
    assert (seat.page.session.stake_cents, seat.page.cash_cents) == (11_000, 10_000)


def test_a_blackjack_is_settled_in_the_request_that_deals_it(deal_cards: DealCards):
    deal_cards("AS 9D TS 7C")
    seat = sit_down()

    dealt = seat.deal(1_000)

    assert (dealt.state, dealt.paid_cents) == ("settled", 2_500)
    assert _bets() == [("1:main", "1:main", 1_000, 2_500, "blackjack")]
    assert _transfers() == [("bet", 1_000), ("payout", 2_500)]
    assert seat.stake_cents == 11_500


def test_a_split_and_a_double_end_as_bets_of_their_own(deal_cards: DealCards):
    # 8-8 is split: the right hand gets 3, is doubled and draws T (21); the left one gets T (18).
    deal_cards("8S 6D 8H TC 3S TD TH 9C")
    seat = sit_down()
    seat.deal(1_000)

    seat.act("split")

    assert seat.stake_cents == 8_000
    assert _bets() == [("1:main", "1:main", 1_000, None, "")]
    assert list(Action.objects.values_list("hand", "action", "real_cents")) == [
        ("1", "split", 1_000)
    ]
    split_at = Action.objects.get().created_at

    seat.act("double", "1R")
    seat.act("stand", "1L")

    assert _bets() == [
        ("1:main", "1R:main", 2_000, 4_000, "win"),
        ("1L:main", "1L:main", 1_000, 2_000, "win"),
    ]
    assert Bet.objects.get(placed_as="1L:main").placed_at == split_at
    assert _transfers() == [
        ("bet", 1_000),
        ("added_stake", 1_000),
        ("added_stake", 1_000),
        ("payout", 6_000),
    ]
    assert seat.stake_cents == 13_000


def test_insurance_is_a_bet_that_the_dealers_check_decides(deal_cards: DealCards):
    deal_cards("TS AD 9H TC")
    seat = sit_down(factories.table(game="american"))
    seat.deal(1_001)
    assert seat.round.view["offers"] == [{"hand": "1", "offer": "insurance", "price_cents": 500}]

    seat.act("insurance")

    assert seat.round.state == "settled"
    assert _bets() == [
        ("1:main", "1:main", 1_001, 0, "lose"),
        ("1:insurance", "1:insurance", 500, 1_500, "win"),
    ]
    assert _transfers() == [("bet", 1_001), ("insurance", 500), ("payout", 1_500)]
    assert seat.stake_cents == 9_999


def test_yes_to_all_answers_every_offer_in_one_step(deal_cards: DealCards):
    # Box 1 has a blackjack (even money), boxes 2 and 3 may be insured; the dealer has none.
    deal_cards("AS TD 9S AD TS 9D 8S 7C")
    seat = sit_down()
    seat.deal(1_000, 2_000, 400)

    seat.act("yes_to_all", "")

    assert list(Action.objects.values_list("ordinal", "hand", "action", "real_cents")) == [
        (1, "1", "even_money", 0),
        (2, "2", "insurance", 1_000),
        (3, "3", "insurance", 200),
    ]
    assert seat.round.step == 3
    assert _transfers() == [("bet", 3_400), ("insurance", 1_200), ("payout", 2_000)]
    assert seat.stake_cents == 10_000 - 3_400 - 1_200 + 2_000

    seat.act("stand", "2")
    seat.act("stand", "3")

    assert _bets() == [
        ("1:main", "1:main", 1_000, 2_000, "win"),
        ("2:main", "2:main", 2_000, 4_000, "win"),
        ("3:main", "3:main", 400, 0, "lose"),
        ("2:insurance", "2:insurance", 1_000, 0, "lose"),
        ("3:insurance", "3:insurance", 200, 0, "lose"),
    ]
    assert seat.stake_cents == 7_400 + 4_000


def test_no_to_all_costs_nothing(deal_cards: DealCards):
    deal_cards("AS TD AD TS 9D 7C 9C")
    seat = sit_down()
    seat.deal(1_000, 2_000)

    seat.act("no_to_all", "")

    assert seat.round.step == 2
    assert _transfers() == [("bet", 3_000), ("payout", 2_500)]


def test_the_same_key_and_bets_give_the_round_as_it_stands(deal_cards: DealCards):
    deal_cards("TS 6D 2H TC 3C 8C")
    seat = sit_down()
    key = uuid4()
    dealt = seat.deal(1_000, key=key)
    seat.act("hit")
    before = everything()

    again = seat.deal(1_000, key=key)

    assert (again.public_id, again.step) == (dealt.public_id, 1)
    assert everything() == before


def test_the_same_key_with_other_bets_is_a_conflict(deal_cards: DealCards):
    deal_cards("TS 6D 2H TC 3C 8C")
    seat = sit_down()
    key = uuid4()
    seat.deal(1_000, key=key)
    before = everything()

    with pytest.raises(IdempotencyConflict):
        seat.deal(1_001, key=key)

    assert everything() == before


def test_a_second_click_on_a_decision_changes_nothing(deal_cards: DealCards):
    deal_cards("2S 6D 3H TC 4C 5C 9C 9D")
    seat = sit_down()
    seat.deal(1_000)
    seat.act("hit")
    before = everything()

    acted = seat.act("hit", step=0)

    assert not acted.moved_on
    assert seat.round.step == 1
    assert everything() == before


def test_a_stale_tab_decides_nothing_and_sees_the_present_state(deal_cards: DealCards):
    deal_cards("2S 6D 3H TC 4C 5C 9C 9D")
    seat = sit_down()
    seat.deal(1_000)
    seat.act("hit")
    before = everything()

    acted = seat.act("stand", step=0)

    assert acted.moved_on
    assert seat.round.view["hands"][0]["cards"] == ["2S", "3H", "4C"]
    assert everything() == before


def test_a_decision_on_a_round_that_is_over_changes_nothing(deal_cards: DealCards):
    deal_cards("TS 6D 9H TC 8C")
    seat = sit_down()
    seat.deal(1_000)
    seat.act("stand")
    before = everything()

    acted = seat.act("hit", step=1)

    assert acted.moved_on
    assert seat.round.state == "settled"
    assert everything() == before


def test_a_round_is_resumed_where_it_stood(deal_cards: DealCards):
    deal_cards("2S 6D 3H TC 4C 5C 9C 9D")
    seat = sit_down()
    seat.deal(1_000)
    seat.act("hit")
    stood = seat.page

    page = seat.come_back()

    assert page == stood
    assert page.in_round


def test_a_round_waits_until_the_one_in_play_is_finished(deal_cards: DealCards):
    deal_cards("TS 6D 2H TC 3C 8C")
    seat = sit_down()
    seat.deal(1_000)
    before = everything()

    with pytest.raises(RoundInPlay) as refusal:
        seat.deal(1_000)

    assert refusal.value.data == {"table": seat.table.name}
    assert everything() == before


def test_a_round_waits_for_one_at_another_table_of_the_game(deal_cards: DealCards):
    deal_cards("TS 6D 2H TC 3C 8C")
    seat = sit_down()
    seat.deal(1_000)
    other = factories.table()
    session = factories.session(seat.player, other, cents=1_000)
    before = everything()

    with pytest.raises(RoundInPlay) as refusal:
        open_round(
            player=seat.player,
            session_id=session.public_id,
            bets=factories.main_bets(100),
            key=uuid4(),
        )

    assert refusal.value.data == {"table": seat.table.name}
    assert everything() == before


def test_a_round_of_another_game_may_be_played_meanwhile(deal_cards: DealCards):
    deal_cards("TS 6D 2H TC 3C 8C")
    seat = sit_down()
    seat.deal(1_000)
    session = factories.session(seat.player, factories.table(game="american"), cents=1_000)

    page = open_round(
        player=seat.player,
        session_id=session.public_id,
        bets=factories.main_bets(100),
        key=uuid4(),
    )

    assert page.in_round
    assert Round.objects.filter(player=seat.player, state="open").count() == 2


def test_a_foreign_round_is_not_there(deal_cards: DealCards):
    deal_cards("TS 6D 2H TC 3C 8C")
    seat = sit_down()
    dealt = seat.deal(1_000)
    stranger = sit_down(seat.table)
    before = everything()

    with pytest.raises(NotFound):
        act(player=stranger.player, round_id=dealt.public_id, step=0, hand="1", action="hit")
    with pytest.raises(NotFound):
        open_round(
            player=stranger.player,
            session_id=seat.session.public_id,
            bets=factories.main_bets(100),
            key=uuid4(),
        )

    assert everything() == before
