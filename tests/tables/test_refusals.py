"""Bad input to rounds: one coded refusal each, nothing moves, nothing is lost."""

from uuid import uuid4

import pytest
from django.utils import translation

from casino.errors import CasinoError
from casino.presentation import refusal_sentence
from tables import errors, refusals
from tables.engine.bets import BoxBets
from tables.engine.errors import CODES, EngineRefusal
from tables.engine.stake import Stake
from tables.models import Table
from tables.services.versions import set_table_state
from tests import factories
from tests.tables.conftest import DealCards
from tests.tables.seat import everything, sit_down

pytestmark = pytest.mark.django_db

LIMITS = {"1": {"main": [100, 5_000], "round": [150, 6_000]}}


def _bet(box: int, cents: int, **sides: int) -> BoxBets:
    return BoxBets(box, Stake(cents), {name: Stake(amount) for name, amount in sides.items()})


@pytest.mark.parametrize(
    ("bets", "error", "facts"),
    [
        ([], refusals.NoBets, {}),
        (
            [_bet(1, 99)],
            refusals.BetBelowMinimum,
            {"position": "1:main", "box": "1", "amount_cents": 99, "limit_cents": 100},
        ),
        (
            [_bet(2, 5_001)],
            refusals.BetAboveMaximum,
            {"position": "2:main", "box": "2", "amount_cents": 5_001, "limit_cents": 5_000},
        ),
        ([_bet(1, 100)], refusals.RoundBelowMinimum, {"amount_cents": 100, "limit_cents": 150}),
        (
            [_bet(1, 5_000), _bet(2, 1_001)],
            refusals.RoundAboveMaximum,
            {"amount_cents": 6_001, "limit_cents": 6_000},
        ),
        ([_bet(1, 0)], refusals.BetNotPositive, {"position": "1:main", "box": "1"}),
        ([_bet(1, -500)], refusals.BetNotPositive, {"position": "1:main", "box": "1"}),
        ([_bet(4, 500)], refusals.UnknownBox, {"box": 4, "boxes": 3}),
        ([_bet(0, 500)], refusals.UnknownBox, {"box": 0, "boxes": 3}),
        ([_bet(1, 500), _bet(1, 500)], refusals.BoxTwice, {"box": 1}),
        (
            [_bet(1, 500, player_pair=100)],
            refusals.UnknownSideBet,
            {"position": "1:player_pair", "box": "1", "known": ""},
        ),
    ],
)
def test_bets_that_the_table_does_not_take(
    bets: list[BoxBets], error: type[CasinoError], facts: dict[str, object]
):
    seat = sit_down(factories.table(limits=LIMITS))
    before = everything()

    with pytest.raises(error) as refusal:
        seat.deal_bets(bets)

    assert refusal.value.data == facts
    assert everything() == before


def test_bets_of_more_than_the_stake():
    seat = sit_down(buy_in=1_000)
    before = everything()

    with pytest.raises(errors.StakeExceeded) as refusal:
        seat.deal(500, 501)

    assert refusal.value.data == {"needed_cents": 1_001, "held_cents": 1_000}
    assert everything() == before


@pytest.mark.parametrize("state", [Table.State.CLOSED, Table.State.DISABLED])
def test_a_table_that_is_not_open_deals_no_round(state: Table.State):
    seat = sit_down()
    set_table_state(table=seat.table, state=state)
    before = everything()

    with pytest.raises(errors.TableClosed):
        seat.deal(1_000)

    assert everything() == before


@pytest.mark.parametrize("state", [Table.State.CLOSED, Table.State.DISABLED])
def test_a_round_in_play_is_finished_at_a_table_that_has_closed(
    state: Table.State, deal_cards: DealCards
):
    deal_cards("TS 6D 9H TC 8C")
    seat = sit_down()
    seat.deal(1_000)
    set_table_state(table=seat.table, state=state)

    seat.act("stand")

    assert seat.stake_cents == 11_000


@pytest.mark.parametrize(
    ("action", "hand", "error"),
    [
        ("split", "1", refusals.ActionNotLegal),
        ("insurance", "1", refusals.ActionNotLegal),
        ("fly", "1", refusals.UnknownAction),
        ("", "1", refusals.UnknownAction),
        ("hit", "2", refusals.NotYourTurn),
        ("hit", "7", refusals.UnknownHand),
        ("hit", "", refusals.UnknownHand),
        ("yes_to_all", "", refusals.NoOfferOpen),
    ],
)
def test_actions_that_are_not_legal_now(
    action: str, hand: str, error: type[CasinoError], deal_cards: DealCards
):
    deal_cards("2S 9D 6D 9H 5S TC 8C TD")
    seat = sit_down()
    seat.deal(1_000, 1_000)
    before = everything()

    with pytest.raises(error):
        seat.act(action, hand)

    assert everything() == before


def test_an_open_offer_comes_first(deal_cards: DealCards):
    deal_cards("TS AD 9H 9C")
    seat = sit_down()
    seat.deal(1_000)
    before = everything()

    with pytest.raises(refusals.OfferOpen):
        seat.act("hit")

    assert everything() == before


def test_a_double_needs_the_stake_for_it(deal_cards: DealCards):
    deal_cards("6S 6D 5H TC 8C TD")
    seat = sit_down(buy_in=1_999)
    seat.deal(1_000)
    before = everything()

    with pytest.raises(refusals.StakeTooSmall) as refusal:
        seat.act("double")

    assert refusal.value.data == {
        "hand": "1", "action": "double", "needed_cents": 1_000, "held_cents": 999,
    }  # fmt: skip
    assert everything() == before


def test_yes_to_all_is_all_or_nothing(deal_cards: DealCards):
    deal_cards("TS TD AD 9H 9S 7C")
    seat = sit_down(buy_in=2_999)
    seat.deal(1_000, 1_000)
    before = everything()

    with pytest.raises(refusals.StakeTooSmall):
        seat.act("yes_to_all", "")

    assert everything() == before


# The sentences


def _errors() -> list[type[CasinoError]]:
    return [
        thing
        for module in (errors, refusals)
        for thing in vars(module).values()
        if isinstance(thing, type)
        and issubclass(thing, CasinoError)
        and thing.__module__ == module.__name__
    ]


def test_every_refusal_has_its_own_code_and_a_sentence_that_says_what_to_do():
    found = _errors()

    codes = [error.code for error in found]
    assert len(set(codes)) == len(codes)
    for error in found:
        assert "code" in vars(error), error
        assert "sentence" in vars(error), error
        assert error.sentence.endswith((".", "%(problem)s")), error


def test_a_refusal_reads_in_the_readers_language_and_money():
    refusal = refusals.refused(
        EngineRefusal("bet_below_minimum", position="2:main", amount_cents=99, limit_cents=100)
    )

    with translation.override("en"):
        assert refusal_sentence(refusal) == (
            "The bet of €0.99 on box 2 is too small: the least is €1.00."
        )


def test_the_engines_codes_that_a_round_can_meet_have_sentences_of_their_own():
    met = {
        code for code in CODES if code.startswith(("bet_", "round_", "unknown_")) or "box" in code
    }
    elsewhere = {"round_not_over", "unknown_card", "unknown_player"}
    elsewhere |= {"unknown_preset", "unknown_rule"}

    assert met - elsewhere <= set(refusals.BY_CODE)
    assert set(refusals.BY_CODE) <= set(CODES)


def test_a_code_without_a_sentence_of_its_own_keeps_its_name_and_facts():
    error = refusals.refused(EngineRefusal("bad_format", where="bets", reason="no list"))

    assert error.code == "refused_by_rules"
    assert error.data == {"engine_code": "bad_format", "where": "bets", "reason": "no list"}


def test_a_key_of_another_session_is_no_conflict(deal_cards: DealCards):
    deal_cards("AS 9D TS 7C")
    key = uuid4()
    first, second = sit_down(), sit_down()

    assert first.deal(1_000, key=key).public_id != second.deal(500, key=key).public_id


def test_who_has_become_staff_finishes_the_round_and_begins_no_other(deal_cards: DealCards):
    deal_cards("TS 6D 9H TC 8C")
    seat = sit_down()
    seat.deal(1_000)
    seat.player.is_staff = True
    seat.player.save(update_fields=["is_staff"])

    seat.act("stand")
    before = everything()
    with pytest.raises(errors.StaffDoNotPlay):
        seat.deal(1_000)

    assert everything() == before
    assert seat.stake_cents == 11_000
