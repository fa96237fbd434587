"""A live round from the betting window to its settlement (rules of the games, section 4)."""

import pytest

from tables.errors import StaffDoNotPlay
from tables.live_errors import ChipsLaid
from tables.models import Action, Layout, LiveTable, Table
from tables.services import end_session
from tables.services import live as services
from tables.services.clock import database_now
from tables.services.versions import set_table_state
from tests.tables.conftest import DealCards
from tests.tables.live import seats

pytestmark = pytest.mark.django_db


def fallen(round_) -> list[tuple[str, str, str, dict[str, int]]]:
    return [
        (action.hand, action.action, action.decided_by, action.tally)
        for action in Action.objects.filter(round=round_).order_by("ordinal")
    ]


def test_a_seat_above_the_threshold_votes_and_everybody_is_paid_alike(deal_cards: DealCards):
    deal_cards("TS 6D 9H TC 8C")
    table = seats.live_table()
    ann, bob, cid = seats.guests(table, "ann", "bob", "cid")

    round_ = seats.deal(table, [ann, bob, cid], {"1:main": 1_000})

    assert [guest.stake_cents for guest in (ann, bob, cid)] == [9_000] * 3
    live = seats.live(table)
    assert live.phase == LiveTable.Phase.DECISIONS
    assert live.view["seats"]["1"] == {
        "players": 3,
        "staked_cents": 3_000,
        "mode": "majority_vote",
    }
    ann.vote("1", "stand")
    seats.count(table)
    assert seats.live(table).view["decisions"][0]["tally"] == {"stand": 1}
    bob.vote("1", "stand")
    seats.count(table)

    round_.refresh_from_db()
    assert round_.state == "settled"
    assert fallen(round_) == [("1", "stand", "vote", {"stand": 2})]
    assert [guest.stake_cents for guest in (ann, bob, cid)] == [11_000] * 3
    assert cid.bets(round_) == {"1:main": (1_000, 2_000, "win")}


def test_who_has_become_staff_takes_his_chips_back_and_lays_no_others():
    guest = seats.Guest(seats.live_table())
    guest.lay({"1:main": 500})
    guest.user.is_staff = True
    guest.user.save(update_fields=["is_staff"])

    with pytest.raises(StaffDoNotPlay):
        guest.lay({"1:main": 600})

    assert Layout.objects.get().stakes_cents == 500
    guest.lay({})
    assert not Layout.objects.exists()


def test_no_round_is_dealt_from_a_shoe_whose_seed_is_open(deal_cards: DealCards):
    deal_cards("TS 6D 9H TC 8C TS 6D 9H TC 8C")
    table = seats.live_table()
    guest = seats.Guest(table)
    seats.deal(table, [guest], {"1:main": 1_000})
    set_table_state(table=table, state=Table.State.CLOSED)
    seats.next_window(table)
    services.tidy_window(table_id=table.pk, now=database_now())

    set_table_state(table=table, state=Table.State.OPEN)
    guest.lay({"1:main": 1_000})  # before the dealer has looked at the table again

    assert seats.close(table).shoe.revealed_at is None


def test_a_session_whose_chips_lie_there_is_told_to_take_them_back():
    guest = seats.Guest(seats.live_table())
    guest.lay({"1:main": 1_000})

    with pytest.raises(ChipsLaid) as refused:
        end_session(player=guest.user, session_id=guest.session.public_id)

    assert refused.value.data == {"table": guest.table.name}
    assert (Layout.objects.count(), guest.stake_cents) == (1, 10_000)
    guest.lay({})
    ended = end_session(player=guest.user, session_id=guest.session.public_id)
    assert (ended.state, ended.paid_out_cents) == ("closed", 10_000)
