"""What becomes of a round whose next step fails for good."""

import pytest

from casino import sealing
from tables.live.runner import end_round
from tables.models import Layout, LiveTable, Round, Shoe, Table
from tables.services import live as services
from tables.services.clock import database_now
from tests.tables.conftest import DealCards
from tests.tables.live import seats

pytestmark = pytest.mark.django_db

PLAYED = "TS 6D 9H TC 8C"


def break_the_seal(table: Table) -> Shoe:
    """The next round's shoe cannot be opened any more."""
    broken = Shoe.objects.create(sealed_seed=b"no seal", commitment="0" * 64)
    Round.objects.filter(pk=seats.live(table).round_id).update(shoe=broken)
    return broken


def test_before_the_deal_chips_go_back_and_another_shoe_is_there() -> None:
    table = seats.live_table()
    guest = seats.Guest(table)
    guest.lay({"1:main": 1_000})
    services.start_clock(table_id=table.pk, now=database_now())
    broken = break_the_seal(table)
    with pytest.raises(sealing.SealBroken):
        services.close_window(table_id=table.pk, now=seats.run_out(table))

    assert end_round(table.pk, "malfunction")

    live = seats.live(table)
    assert (live.phase, live.phase_ends_at) == (LiveTable.Phase.WAITING, None)
    assert live.round.shoe != broken
    assert live.view["commitment"] == live.round.shoe.commitment
    assert (Layout.objects.count(), guest.stake_cents) == (0, 10_000)
    guest.lay({"1:main": 1_000})
    assert [*guest.bets(seats.close(table))][:1] == ["1:main"]


def test_a_round_that_is_over_stands(deal_cards: DealCards) -> None:
    deal_cards(PLAYED)
    table = seats.live_table()
    guest = seats.Guest(table)
    round_ = seats.deal(table, [guest], {"1:main": 1_000})

    assert not end_round(table.pk, "malfunction")

    round_.refresh_from_db()
    assert (round_.state, guest.stake_cents) == (Round.State.SETTLED, 11_000)


def test_a_round_in_play_is_voided(deal_cards: DealCards) -> None:
    deal_cards(PLAYED)
    table = seats.live_table()
    people = seats.guests(table, "ann", "bob", "cid")
    round_ = seats.deal(table, people, {"1:main": 1_000})

    assert end_round(table.pk, "malfunction")

    round_.refresh_from_db()
    assert (round_.state, round_.void_reason) == (Round.State.VOID, "malfunction")
    assert [guest.stake_cents for guest in people] == [10_000] * 3


def test_a_table_without_a_round_has_none_to_end() -> None:
    assert not end_round(0, "malfunction")
