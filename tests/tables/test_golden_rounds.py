"""Golden chips in private rounds, at exact cents (rules of the games, section 5)."""

import datetime
from collections.abc import Sequence
from typing import Any

import pytest

from casino.errors import CasinoError, IdempotencyConflict
from golden_chips.errors import GoldenPileExceeded
from golden_chips.models import ChipEvent, Grant
from golden_chips.selectors.reconcile import checks as chip_checks
from tables.engine.bets import BoxBets
from tables.engine.stake import Stake
from tables.models import Bet, Round
from tables.refusals import (
    ActionNotLegal,
    GoldenMixed,
    GoldenNotAllowed,
    ReserveNotCovered,
    StakeTooSmall,
    TooManyGolden,
)
from tables.selectors.reconcile import checks as round_checks
from tables.services.replay import find_round, replay_round
from tables.services.voids import void_round
from tests import factories
from tests.tables.conftest import DealCards
from tests.tables.seat import Seat, everything, sit_down
from wallet.models import Transfer
from wallet.selectors.reconcile import checks as ledger_checks

pytestmark = pytest.mark.django_db

TEN, FIVE = 1_000, 500


def golden_seat(game: str = "american", *, buy_in: int = 10_000, **switches: Any) -> Seat:
    table = factories.table(game=game, golden_allowed=True, **switches)
    return sit_down(table, buy_in=buy_in)


def chips(seat: Seat, count: int = 1, cents: int = TEN, **terms) -> Grant:
    return factories.golden_chips(seat.player, chip_cents=cents, chips=count, **terms)


def bet(real: int = 0, *golden: int, box: int = 1, **sides: Stake) -> list[BoxBets]:
    named = {{"two_up": "2up"}.get(name, name): stake for name, stake in sides.items()}
    return [BoxBets(box, Stake(real, golden), named)]


def bets_of(seat: Seat) -> dict[str, tuple[int, int, int | None, int, int, str]]:
    """Real, golden, paid, of it on golden chips, golden returned, result: by position."""
    rows = Bet.objects.filter(round__public_id=seat.round.public_id)
    return {
        row.position: (
            row.real_cents,
            row.golden_cents,
            row.paid_cents,
            row.golden_paid_cents,
            row.golden_returned_cents,
            row.result,
        )
        for row in rows
    }


def events(grant: Grant) -> list[tuple[str, int, str, int]]:
    rows = ChipEvent.objects.filter(grant=grant).order_by("id")
    return list(rows.values_list("kind", "chips", "place", "paid_cents"))[1:]


def left(grant: Grant) -> int:
    grant.refresh_from_db()
    return grant.remaining


def moved(seat: Seat) -> list[tuple[str, int]]:
    rows = Transfer.objects.filter(reference=seat.round.number).order_by("id")
    return list(rows.values_list("kind", "amount_cents"))


def assert_books_balance() -> None:
    found = [*chip_checks(), *round_checks(), *ledger_checks()]
    assert [str(wrong) for check in found for wrong in check.discrepancies] == []


def assert_replays(seat: Seat) -> None:
    assert replay_round(find_round(seat.round.number)).differences == ()


def refused(seat: Seat, error: type[CasinoError], bets: Sequence[BoxBets]) -> dict[str, object]:
    before = everything() | {"chips": list(ChipEvent.objects.values())}
    with pytest.raises(error) as refusal:
        seat.deal_bets(bets)
    assert everything() | {"chips": list(ChipEvent.objects.values())} == before
    assert_books_balance()
    return dict(refusal.value.data)


def test_a_win_pays_the_gain_and_the_chip_is_gone(deal_cards: DealCards):
    seat = golden_seat()
    grant = chips(seat)
    deal_cards("TS 6D 9H TC 8C")

    seat.deal_bets(bet(0, TEN))
    assert (seat.stake_cents, left(grant)) == (10_000, 0)
    seat.act("stand")

    assert bets_of(seat) == {"1:main": (0, 1_000, 1_000, 1_000, 0, "win")}
    assert events(grant) == [("bet", 1, "1:main", 0), ("won", 1, "1:main", 1_000)]
    assert (seat.stake_cents, left(grant)) == (11_000, 0)
    assert moved(seat) == [("golden_payout", 1_000)]
    assert_books_balance()
    assert_replays(seat)


def test_a_push_returns_the_chip_itself(deal_cards: DealCards):
    seat = golden_seat()
    grant = chips(seat)
    deal_cards("TS TD 9H 9C")

    seat.deal_bets(bet(0, TEN))
    seat.act("stand")

    assert bets_of(seat) == {"1:main": (0, 1_000, 0, 0, 1_000, "push")}
    assert events(grant) == [("bet", 1, "1:main", 0), ("returned", 1, "1:main", 0)]
    assert (seat.stake_cents, left(grant)) == (10_000, 1)
    assert moved(seat) == []
    assert_books_balance()
    assert_replays(seat)


def test_a_loss_is_the_chip_and_no_money(deal_cards: DealCards):
    seat = golden_seat()
    grant = chips(seat)
    deal_cards("TS TD 8H 9C")

    seat.deal_bets(bet(0, TEN))
    seat.act("stand")

    assert bets_of(seat) == {"1:main": (0, 1_000, 0, 0, 0, "lose")}
    assert events(grant) == [("bet", 1, "1:main", 0), ("lost", 1, "1:main", 0)]
    assert (seat.stake_cents, left(grant)) == (10_000, 0)
    assert_books_balance()


def test_blackjack_pays_three_to_two_without_the_chip(deal_cards: DealCards):
    seat = golden_seat()
    grant = chips(seat)
    deal_cards("AS 9D TS 7C")

    seat.deal_bets(bet(0, TEN))

    assert bets_of(seat) == {"1:main": (0, 1_000, 1_500, 1_500, 0, "blackjack")}
    assert events(grant)[-1] == ("won", 1, "1:main", 1_500)
    assert seat.stake_cents == 11_500
    assert_books_balance()


def test_a_mixed_stake_is_paid_in_its_two_parts_each_cut_down(deal_cards: DealCards):
    seat = golden_seat(limits={"1": {"main": [1, 50_000]}})
    grant = chips(seat, cents=5)
    deal_cards("AS 9D TS 7C")

    seat.deal_bets(bet(5, 5))

    # 3:2 on 0.05 is 0.07 for each part; together 3:2 on 0.10 would be 0.15.
    assert bets_of(seat) == {"1:main": (5, 5, 19, 7, 0, "blackjack")}
    assert moved(seat) == [("bet", 5), ("payout", 12), ("golden_payout", 7)]
    assert events(grant)[-1] == ("won", 1, "1:main", 7)
    assert seat.stake_cents == 10_014
    assert_books_balance()
    assert_replays(seat)


def test_even_money_on_a_golden_chip_pays_one_to_one(deal_cards: DealCards):
    seat = golden_seat("classic")
    grant = chips(seat)
    deal_cards("AS AD TS TC")

    seat.deal_bets(bet(0, TEN))
    seat.act("even_money")

    assert bets_of(seat) == {"1:main": (0, 1_000, 1_000, 1_000, 0, "win")}
    assert events(grant)[-1] == ("won", 1, "1:main", 1_000)
    assert seat.stake_cents == 11_000
    assert_books_balance()


def test_insurance_covers_half_the_real_part_in_real_money(deal_cards: DealCards):
    seat = golden_seat()
    chips(seat)
    deal_cards("TS AD 9S TC")

    seat.deal_bets(bet(600, TEN))
    assert seat.round.view["offers"] == [{"hand": "1", "offer": "insurance", "price_cents": 300}]
    seat.act("insurance")

    assert bets_of(seat) == {
        "1:main": (600, 1_000, 0, 0, 0, "lose"),
        "1:insurance": (300, 0, 900, 0, 0, "win"),
    }
    assert seat.stake_cents == 10_000
    assert_books_balance()


def test_a_purely_golden_stake_is_offered_no_insurance_and_cannot_be_insured(
    deal_cards: DealCards,
):
    seat = golden_seat()
    chips(seat)
    deal_cards("TS AD 9S 8C")
    seat.deal_bets(bet(0, TEN))
    before = everything()

    with pytest.raises(ActionNotLegal):
        seat.act("insurance")

    assert everything() == before
    assert seat.round.view["offers"] == []


def test_a_double_puts_up_the_nearest_chips_and_real_money_completes_it(deal_cards: DealCards):
    seat = golden_seat()
    ten = chips(seat, 1, TEN)
    fives = chips(seat, 3, FIVE)
    deal_cards("6S TD 5H TC 9C")

    seat.deal_bets(bet(200, TEN))
    seat.act("double")

    # The golden part of the stake is 10: two fives; 2 of real money complete it.
    assert bets_of(seat) == {"1:main": (400, 2_000, 400, 0, 2_000, "push")}
    assert events(ten) == [("bet", 1, "1:main", 0), ("returned", 1, "1:main", 0)]
    assert events(fives) == [("bet", 2, "1:double", 0), ("returned", 2, "1:double", 0)]
    assert (left(ten), left(fives), seat.stake_cents) == (1, 3, 10_000)
    assert_books_balance()
    assert_replays(seat)


def test_a_doubled_golden_stake_wins_its_whole_golden_part(deal_cards: DealCards):
    seat = golden_seat()
    grant = chips(seat, 2)
    deal_cards("6S TD 5H 7C TC")

    seat.deal_bets(bet(0, TEN))
    seat.act("double")

    assert bets_of(seat) == {"1:main": (0, 2_000, 2_000, 2_000, 0, "win")}
    assert events(grant)[2:] == [("won", 1, "1:main", 1_000), ("won", 1, "1:double", 1_000)]
    assert seat.stake_cents == 12_000
    assert moved(seat) == [("golden_payout", 2_000)]
    assert_books_balance()


@pytest.mark.parametrize(
    "switches",
    [{"golden_on_actions": False}, {"golden_max_per_round": 1}],
    ids=["window only", "number used up"],
)
def test_a_double_is_all_real_where_no_chip_may_go_up(
    deal_cards: DealCards, switches: dict[str, Any]
):
    seat = golden_seat(**switches)
    grant = chips(seat, 2)
    deal_cards("6S TD 5H 7C TC")

    seat.deal_bets(bet(0, TEN))
    seat.act("double")

    assert bets_of(seat) == {"1:main": (1_000, 1_000, 3_000, 1_000, 0, "win")}
    assert (left(grant), seat.stake_cents) == (1, 12_000)
    assert moved(seat) == [("added_stake", 1_000), ("payout", 2_000), ("golden_payout", 1_000)]
    assert_books_balance()


def test_an_unmixed_double_is_all_real_when_the_chips_do_not_cover_it(deal_cards: DealCards):
    seat = golden_seat(golden_mixed=False)
    chips(seat, 1, TEN)
    fives = chips(seat, 1, FIVE)
    deal_cards("6S TD 5H 7C TC")

    seat.deal_bets(bet(0, TEN))
    seat.act("double")

    assert bets_of(seat)["1:main"][:2] == (1_000, 1_000)
    assert left(fives) == 1
    assert_books_balance()


def test_an_action_that_real_money_does_not_cover_is_refused_and_nothing_changes(
    deal_cards: DealCards,
):
    seat = golden_seat(buy_in=300)
    chips(seat, 1, TEN)
    fives = chips(seat, 1, FIVE)
    deal_cards("6S TD 5H 7C TC")
    seat.deal_bets(bet(0, TEN))
    before = everything()

    with pytest.raises(StakeTooSmall) as refusal:
        seat.act("double")

    assert refusal.value.data["needed_cents"] == 500
    assert refusal.value.data["held_cents"] == 300
    assert everything() == before
    assert left(fives) == 1
    assert_books_balance()


def test_a_position_without_golden_chips_is_raised_in_real_money_only(deal_cards: DealCards):
    seat = golden_seat()
    grant = chips(seat, 3)
    deal_cards("TS 6S TD 9H 5H 7C TC")

    seat.deal_bets([*bet(0, TEN), *bet(1_000, box=2)])
    seat.act("stand", "1")
    seat.act("double", "2")

    assert bets_of(seat)["2:main"][:2] == (2_000, 0)
    assert left(grant) == 2
    assert_books_balance()


def test_a_split_puts_chips_on_the_left_hand_and_each_hand_ends_by_itself(deal_cards: DealCards):
    seat = golden_seat()
    grant = chips(seat, 3)
    deal_cards("8S TD 8H 9C TS 2C 9D TH")

    seat.deal_bets(bet(0, TEN))
    seat.act("split")
    seat.act("stand", "1R")  # 18 against 19
    seat.act("double", "1L")  # 10 and a nine: 19

    assert bets_of(seat) == {
        "1R:main": (0, 1_000, 0, 0, 0, "lose"),
        "1L:main": (0, 2_000, 0, 0, 2_000, "push"),
    }
    assert events(grant) == [
        ("bet", 1, "1:main", 0),
        ("bet", 1, "1L:main", 0),
        ("bet", 1, "1L:double", 0),
        ("lost", 1, "1:main", 0),
        ("returned", 1, "1L:main", 0),
        ("returned", 1, "1L:double", 0),
    ]
    assert (left(grant), seat.stake_cents) == (2, 10_000)
    assert_books_balance()
    assert_replays(seat)


def test_a_raise_and_a_golden_side_bet_at_21_duel(deal_cards: DealCards):
    limits = {"1": {"main": [100, 30_000], "2up": [100, 6_000]}}
    seat = golden_seat("duel", limits=limits)
    tens, fives = chips(seat, 2, TEN), chips(seat, 1, FIVE)
    # Up card and left card pair; the dealer's two do not qualify.
    deal_cards("9S 2D TC 2H 9D 4C 5S 5H")

    seat.deal_bets(bet(0, TEN, two_up=Stake(0, (FIVE,))))
    seat.act("left")
    seat.act("stand")

    found = bets_of(seat)
    assert found["1:2up"] == (0, 500, 1_500, 1_500, 0, "win")
    assert found["1:main"][:2] == (0, 1_000)
    assert found["1:raise"][:2] == (0, 1_000)
    assert [place for _, _, place, _ in events(tens)[:2]] == ["1:main", "1:raise"]
    assert events(fives) == [("bet", 1, "1:2up", 0), ("won", 1, "1:2up", 1_500)]
    assert_books_balance()
    assert_replays(seat)


def test_the_reserve_of_21_duel_counts_the_chips_that_would_go_up(deal_cards: DealCards):
    seat = golden_seat("duel", buy_in=500)
    chips(seat, 2, TEN)
    deal_cards("9S 2D TC 2H 9D 4C 5S 5H")
    seat.deal_bets(bet(0, TEN))
    assert seat.round.is_open
    poor = golden_seat("duel", buy_in=500)
    grant = chips(poor, 1, TEN)

    facts = refused(poor, ReserveNotCovered, bet(0, TEN))

    assert facts == {"needed_cents": 1_000, "held_cents": 500}
    assert left(grant) == 1


@pytest.mark.parametrize("when", ["in play", "after a win", "after a push"])
def test_a_void_gives_stakes_back_and_chips_as_chips(deal_cards: DealCards, when: str):
    seat = golden_seat()
    grant = chips(seat, 2)
    deal_cards("TS TD 9H 9C" if when == "after a push" else "TS TD 9H 8C")
    seat.deal_bets(bet(500, TEN))
    if when != "in play":
        seat.act("stand")

    void_round(round_id=seat.round.public_id, actor=factories.staff(), reason="malfunction")

    assert bets_of(seat) == {"1:main": (500, 1_000, 500, 0, 1_000, "void")}
    assert (left(grant), seat.stake_cents) == (2, 10_000)
    assert_books_balance()
    assert_replays(seat)


def test_more_chips_than_the_pile_are_refused():
    seat = golden_seat()
    chips(seat, 2)
    somebody_else = sit_down()
    chips(somebody_else, 5)

    facts = refused(seat, GoldenPileExceeded, bet(0, TEN, TEN, TEN))
    assert facts == {"chip_cents": 1_000, "bet": 3, "held": 2}
    facts = refused(seat, GoldenPileExceeded, bet(0, FIVE))
    assert facts == {"chip_cents": 500, "bet": 1, "held": 0}


def test_a_chip_that_expired_between_click_and_deal_is_refused(monkeypatch: pytest.MonkeyPatch):
    seat = golden_seat()
    grant = chips(seat)
    later = grant.expires_at + datetime.timedelta(seconds=1)
    monkeypatch.setattr("tables.services.rounds.timezone.now", lambda: later)

    facts = refused(seat, GoldenPileExceeded, bet(0, TEN))

    assert facts == {"chip_cents": 1_000, "bet": 1, "held": 0}


def test_a_chip_of_another_game_is_refused():
    seat = golden_seat()
    chips(seat, games=["duel"])
    assert refused(seat, GoldenPileExceeded, bet(0, TEN))["held"] == 0


def test_a_table_that_takes_none_refuses_golden_chips():
    seat = sit_down(factories.table(game="american"))
    chips(seat)
    assert refused(seat, GoldenNotAllowed, bet(0, TEN))["box"] == "1"


def test_the_tables_number_holds_over_all_positions():
    seat = golden_seat(golden_max_per_round=2)
    chips(seat, 3)
    bets = [*bet(0, TEN, TEN), *bet(0, TEN, box=2)]
    assert refused(seat, TooManyGolden, bets) == {"count": 3, "limit": 2}


def test_an_unmixed_table_takes_golden_chips_or_real_money_on_a_position(deal_cards: DealCards):
    seat = golden_seat(golden_mixed=False)
    chips(seat, 2)
    refused(seat, GoldenMixed, bet(100, TEN))
    deal_cards("TS TC TD 9H 8C 7C")
    seat.deal_bets([*bet(0, TEN), *bet(700, box=2)])
    assert seat.round.is_open


def test_the_same_request_twice_bets_the_chips_once(deal_cards: DealCards):
    seat = golden_seat()
    grant = chips(seat, 2)
    deal_cards("TS TD 9H 9C")
    key = seat.session.public_id

    seat.deal_bets(bet(0, TEN), key=key)
    seat.deal_bets(bet(0, TEN), key=key)
    with pytest.raises(IdempotencyConflict):
        seat.deal_bets(bet(0, TEN, TEN), key=key)

    assert left(grant) == 1
    assert Round.objects.count() == 1


def test_a_round_with_a_golden_chip_is_marked_and_others_are_not(deal_cards: DealCards):
    seat = golden_seat()
    chips(seat)
    deal_cards("AS 9D TS 7C")
    seat.deal(TEN)
    seat.deal_bets(bet(0, TEN))
    marks = Round.objects.order_by("id").values_list("with_golden", flat=True)
    assert list(marks) == [False, True]
