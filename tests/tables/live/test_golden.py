"""Golden chips at the live table, at exact cents (rules of the games, sections 4 and 5)."""

from typing import Any

import pytest
from django.urls import reverse

from golden_chips.errors import GoldenPileExceeded
from golden_chips.models import ChipEvent
from golden_chips.services import cancel_grant
from tables.engine.stake import Stake
from tables.errors import RoundInPlay
from tables.live_errors import NothingToInsure
from tables.models import Action, Layout, LiveTable, Table
from tables.refusals import GoldenMixed, GoldenNotAllowed, TooManyGolden
from tables.selectors import interrupted_round, lobby
from tables.services import end_session
from tables.services import live as services
from tables.services.clock import database_now
from tables.services.replay import find_round, replay_round
from tables.services.versions import set_table_state
from tests import factories
from tests.pages import client_of, text_of
from tests.tables.conftest import DealCards
from tests.tables.live import seats
from wallet.models import Transfer

pytestmark = pytest.mark.django_db

CHIP = 1_000


def golden_table(**switches) -> Table:
    return seats.live_table(golden_allowed=True, **switches)


def guest_with_chips(table: Table, chips: int = 1, **options) -> seats.Guest:
    guest = seats.Guest(table, **options)
    seats.give_chips(guest, CHIP, chips)
    return guest


def moved(round_) -> list[tuple[str, int]]:
    rows = Transfer.objects.filter(reference=round_.number).order_by("id")
    return list(rows.values_list("kind", "amount_cents"))


def assert_all_is_well(round_) -> None:
    assert seats.problems() == []
    assert replay_round(find_round(round_.number)).differences == ()


def test_a_golden_stake_wins_its_gain_apart_from_real_stakes(deal_cards: DealCards):
    deal_cards("TS 6D 9H TC 8C")
    table = golden_table()
    ann, bob = guest_with_chips(table), seats.Guest(table)
    ann.lay({"1:main": Stake(0, (CHIP,))})
    bob.lay({"1:main": CHIP})

    round_ = seats.close(table)

    round_.refresh_from_db()
    assert (round_.state, round_.with_golden) == ("settled", True)
    assert ann.golden_bets(round_) == {"1:main": (1_000, 1_000, 0)}
    assert bob.bets(round_) == {"1:main": (1_000, 2_000, "win")}
    assert moved(round_) == [("bet", 1_000), ("payout", 2_000), ("golden_payout", 1_000)]
    assert (ann.stake_cents, ann.chips, bob.stake_cents) == (11_000, [], 11_000)
    assert_all_is_well(round_)


def test_the_seats_stakes_count_golden_chips(deal_cards: DealCards):
    deal_cards("TS 6D 9H TC 8C")
    table = golden_table()
    ann = guest_with_chips(table)
    ann.lay({"1:main": Stake(250, (CHIP,))})
    seats.close(table)
    assert seats.live(table).view["seats"]["1"]["staked_cents"] == 1_250


def test_a_double_against_a_blackjack_on_a_ten_gives_added_chips_back(deal_cards: DealCards):
    deal_cards("6S TD 5H 9C AD")
    table = golden_table()
    ann = guest_with_chips(table, 2)
    ann.lay({"1:main": Stake(0, (CHIP,))})

    round_ = seats.close(table)

    round_.refresh_from_db()
    assert round_.state == "settled"
    fell = Action.objects.get(round=round_, action="double")
    assert (fell.real_cents, fell.golden) == (0, [1_000])
    assert ann.golden_bets(round_) == {"1:main": (2_000, 0, 1_000)}
    assert (ann.stake_cents, ann.chips) == (10_000, [CHIP])
    kinds = ChipEvent.objects.filter(reference=round_.number).order_by("id")
    assert list(kinds.values_list("kind", "place")) == [
        ("bet", "1:main"),
        ("bet", "1:double"),
        ("returned", "1:double"),
        ("lost", "1:main"),
    ]
    assert_all_is_well(round_)


def test_a_golden_split_is_followed_with_chips_alone(deal_cards: DealCards):
    deal_cards("8S 6D 8H TS TD TC 5C")
    table = golden_table()
    ann = guest_with_chips(table, 3, cents=100)
    ann.lay({"1:main": Stake(0, (CHIP,))})

    round_ = seats.close(table)

    round_.refresh_from_db()
    assert round_.state == "settled"
    assert ann.golden_bets(round_) == {"1R:main": (1_000, 0, 0), "1L:main": (1_000, 0, 0)}
    assert (ann.stake_cents, ann.chips) == (100, [CHIP])
    assert_all_is_well(round_)


def test_who_has_neither_chips_nor_money_keeps_one_stake(deal_cards: DealCards):
    deal_cards("8S 6D 8H TS TD TC TC")
    table = golden_table()
    ann = guest_with_chips(table, 1, cents=100)
    bob = guest_with_chips(table, 1)
    for guest in (ann, bob):
        guest.lay({"1:main": Stake(0, (CHIP,))})

    round_ = seats.close(table)

    round_.refresh_from_db()
    assert round_.state == "settled"
    assert ann.golden_bets(round_) == {"1R:main": (1_000, 1_000, 0)}
    assert bob.bets(round_) == {"1R:main": (0, 1_000, "win"), "1L:main": (1_000, 2_000, "win")}
    assert (ann.stake_cents, bob.stake_cents) == (1_100, 12_000)
    kept = Action.objects.get(round=round_, decided_by="follow_rule")
    assert kept.tally == {"kept_one_stake": 1}
    assert_all_is_well(round_)


def test_a_void_gives_chips_back_to_everybody(deal_cards: DealCards):
    deal_cards("TS 6D 9H TC 8C")
    table = golden_table()
    ann = guest_with_chips(table)
    ann.lay({"1:main": Stake(500, (CHIP,))})
    round_ = seats.close(table)

    services.void_live_round(
        round_id=round_.public_id, actor=factories.staff(), reason="malfunction"
    )

    assert (ann.stake_cents, ann.chips) == (10_000, [CHIP])
    assert ann.golden_bets(round_) == {"1:main": (1_000, 0, 1_000)}
    assert_all_is_well(round_)


def test_chips_that_are_gone_when_the_window_closes_take_their_layout_back(deal_cards: DealCards):
    deal_cards("TS 6D 9H TC 8C")
    table = golden_table()
    ann, bob = guest_with_chips(table), seats.Guest(table)
    ann.lay({"1:main": Stake(500, (CHIP,))})
    bob.lay({"1:main": 700})
    grant = ann.user.golden_grants.get()
    cancel_grant(grant_id=grant.pk, actor=None, reason="by mistake")

    round_ = seats.close(table)

    assert Layout.objects.get(session=ann.session).stands == {}
    assert ann.golden_bets(round_) == {}
    assert (ann.stake_cents, ann.chips) == (10_000, [])
    assert bob.bets(round_) == {"1:main": (700, 1_400, "win")}
    round_.refresh_from_db()
    assert round_.with_golden is False
    assert_all_is_well(round_)


def test_a_table_that_was_closed_takes_no_chips(deal_cards: DealCards):
    deal_cards("TS 6D 9H TC 8C")
    table = golden_table()
    ann = guest_with_chips(table)
    ann.lay({"1:main": Stake(500, (CHIP,))})
    services.start_clock(table_id=table.pk, now=database_now())
    set_table_state(table=table, state=Table.State.CLOSED)

    services.close_window(table_id=table.pk, now=seats.run_out(table))

    assert (ann.stake_cents, ann.chips) == (10_000, [CHIP])
    assert not ChipEvent.objects.exclude(kind="issued").exists()
    assert not Layout.objects.exists()
    assert seats.problems() == []


def test_what_may_not_be_laid_is_refused_and_the_layout_stays():
    table = golden_table(golden_mixed=False, golden_max_per_round=2)
    ann = guest_with_chips(table, 3)
    ann.lay({"1:main": Stake(0, (CHIP,))})
    before = list(Layout.objects.values())

    with pytest.raises(GoldenMixed):
        ann.lay({"1:main": Stake(100, (CHIP,))})
    with pytest.raises(TooManyGolden):
        ann.lay({"1:main": Stake(0, (CHIP, CHIP)), "2:main": Stake(0, (CHIP,))})
    with pytest.raises(GoldenPileExceeded):
        ann.lay({"1:main": Stake(0, (500,))})

    assert list(Layout.objects.values()) == before
    assert ann.chips == [CHIP] * 3
    plain = seats.live_table()
    bob = guest_with_chips(plain)
    with pytest.raises(GoldenNotAllowed):
        bob.lay({"1:main": Stake(0, (CHIP,))})


def test_purely_golden_stakes_are_not_insured_but_real_parts_are(deal_cards: DealCards):
    deal_cards("TS 9S AD 9H 8S TC")
    table = golden_table()
    ann, bob = guest_with_chips(table, 2), guest_with_chips(table)
    ann.lay({"1:main": Stake(600, (CHIP,)), "2:main": Stake(0, (CHIP,))})
    bob.lay({"2:main": Stake(0, (CHIP,))})
    round_ = seats.close(table)
    assert seats.live(table).view["insurance"] == {"asked": 1, "answered": 0}

    with pytest.raises(NothingToInsure):
        bob.insure()
    ann.insure()
    seats.close_insurance(table)

    assert ann.bets(round_)["1:insurance"][0] == 300
    assert "2:insurance" not in ann.bets(round_)
    assert ann.stake_cents == 9_100 + (ann.bets(round_)["1:insurance"][1] or 0)


def test_a_golden_round_in_play_is_the_players_way_back(deal_cards: DealCards):
    deal_cards("TS 6D 2H TC 8C")
    table = golden_table(rules={"majority_threshold": 1})
    ann = guest_with_chips(table)
    ann.lay({"1:main": Stake(0, (CHIP,))})

    round_ = seats.close(table)

    back = interrupted_round(player=ann.user)
    assert back is not None
    assert (back.slug, back.number) == (table.slug, round_.number)
    line = lobby(player=ann.user)[0]
    assert (line.has_round, line.open_since) == (True, round_.opened_at)


def test_a_session_with_a_golden_stake_in_play_is_not_ended(deal_cards: DealCards):
    deal_cards("TS 6D 6H TC 8C 9D")
    table = golden_table(rules={"majority_threshold": 1})
    ann = guest_with_chips(table)
    ann.lay({"1:main": Stake(0, (CHIP,))})
    seats.close(table)
    assert seats.live(table).phase == LiveTable.Phase.DECISIONS

    with pytest.raises(RoundInPlay):
        end_session(player=ann.user, session_id=ann.session.public_id)


# By page


def post(guest: seats.Guest, **fields: str) -> tuple[int, dict[str, Any]]:
    client = client_of(guest.user)
    sent = {"round": str(seats.live(guest.table).round.public_id), **fields}
    address = reverse("tables:lay", args=[guest.table.slug])
    answer = client.post(address, sent, headers={"Accept": "application/json"})
    told: dict[str, Any] = answer.json()
    return answer.status_code, told


def test_golden_chips_are_laid_by_page_and_told_to_their_player(deal_cards: DealCards):
    deal_cards("TS TD 9H 9C")
    table = golden_table()
    ann = guest_with_chips(table, 3)

    status, told = post(ann, **{"1:main": "2.50", "gc_1:main": "1000 1000"})

    assert status == 200
    own = told["own"]
    assert (own["lay_1:main"], own["gc_1:main"], own["left_1000"]) == ("250", "1000 1000", "3")
    assert own["sum"] == "€22.50"
    round_ = seats.close(table)  # 19 against 19
    page = text_of(client_of(ann.user).get(reverse("tables:table", args=[table.slug])))
    assert ann.golden_bets(round_) == {"1:main": (2_000, 0, 2_000)}
    assert "Golden chips of €20.00 were bet, €20.00 of them came back." in page


def test_one_golden_chip_is_laid_without_scripts_and_rebet_lays_it_again(deal_cards: DealCards):
    deal_cards("TS TD 9H 9C")
    table = golden_table()
    ann = guest_with_chips(table, 1)
    status, _ = post(ann, place="1:main", golden="1000")
    assert status == 200
    status, refusal = post(ann, **{"place": "1:main", "golden": "1000", "gc_1:main": "1000"})
    assert (status, refusal["code"]) == (409, "golden_pile_exceeded")
    seats.close(table)
    seats.next_window(table)

    status, told = post(ann, again="on")

    assert status == 200
    assert told["own"]["gc_1:main"] == "1000"


def test_a_rebet_without_its_chips_lays_the_real_part(deal_cards: DealCards):
    deal_cards("TS TD 8H 9C")
    table = golden_table()
    ann = guest_with_chips(table, 1)
    ann.lay({"1:main": Stake(500, (CHIP,))})
    seats.close(table)
    seats.next_window(table)

    status, told = post(ann, again="on")

    assert status == 200
    assert "gc_1:main" not in told["own"]
    assert told["own"]["lay_1:main"] == "500"
