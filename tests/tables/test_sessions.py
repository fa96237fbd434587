"""Sessions: the ticket, the buy-in, rebuys, the end, idle time (rules of the games, section 6)."""

import datetime
from uuid import uuid4

import pytest
from django.utils import timezone

from casino.errors import IdempotencyConflict, NotFound
from tables import services, tasks
from tables.errors import (
    BuyInOutOfRange,
    DepositBarred,
    DepositPending,
    RebuyBarred,
    RoundInPlay,
    SessionAlreadyOpen,
    SessionCapReached,
    SessionOver,
    StaffDoNotPlay,
    TableClosed,
    TicketRefused,
)
from tables.models import GameSession, Table, TicketRequest
from tables.selectors import table_page
from tables.selectors.guards import deposit_guard
from tables.services.versions import set_table_state
from tables.tickets import LocalAuthority, TicketAnswer, TicketOrder
from tests import factories
from tests.tables.conftest import DealCards
from tests.tables.seat import everything, sit_down
from wallet.errors import InsufficientFunds
from wallet.models import CashierOrder, OrderKind, Transfer
from wallet.selectors import cash_balance

pytestmark = pytest.mark.django_db


def _lux() -> Table:
    return factories.table(game="lux", whole_amount_first=True, rebuy_allowed=False)


# Opening


def test_a_session_is_opened_on_a_ticket_with_money_from_cash():
    ann = factories.player(cents=20_000)
    at = factories.table()

    session = services.open_session(player=ann, slug=at.slug, buy_in_cents=12_345, key=uuid4())

    assert (session.state, session.bought_in_cents) == ("open", 12_345)
    session.account.refresh_from_db()
    assert session.account.balance_cents == 12_345
    assert cash_balance(player=ann) == 7_655
    assert LocalAuthority().is_valid(session.ticket_code)
    ticket = TicketRequest.objects.get()
    assert ticket.request["buy_in_cents"] == 12_345
    assert ticket.answer == {"granted": True, "code": session.ticket_code, "reason": ""}
    assert ticket.requested_at <= (ticket.answered_at or ticket.requested_at)
    bought = Transfer.objects.get(kind="buy_in")
    assert (bought.amount_cents, bought.reference) == (12_345, session.number)


def test_the_commitment_of_the_first_shoe_is_shown_before_the_first_bet():
    seat = sit_down()

    page = seat.come_back()

    assert page.next_commitment == seat.session.shoe.commitment
    assert seat.session.shoe.seed == ""


def test_the_same_key_opens_one_session():
    ann = factories.player(cents=20_000)
    at = factories.table()
    key = uuid4()
    first = services.open_session(player=ann, slug=at.slug, buy_in_cents=15_000, key=key)
    before = everything()

    again = services.open_session(player=ann, slug=at.slug, buy_in_cents=15_000, key=key)

    assert again.pk == first.pk
    assert everything() == before


def test_the_same_key_with_another_amount_is_a_conflict():
    ann = factories.player(cents=20_000)
    at = factories.table()
    key = uuid4()
    services.open_session(player=ann, slug=at.slug, buy_in_cents=5_000, key=key)
    before = everything()

    with pytest.raises(IdempotencyConflict):
        services.open_session(player=ann, slug=at.slug, buy_in_cents=5_001, key=key)

    assert everything() == before


@pytest.mark.parametrize("cents", [0, -1, 999, 50_001, 100_001])
def test_the_buy_in_keeps_within_the_tables_range(cents: int):
    ann = factories.player(cents=200_000)
    at = factories.table(session_min_cents=1_000, session_max_cents=50_000)
    before = everything()

    with pytest.raises(BuyInOutOfRange) as refusal:
        services.open_session(player=ann, slug=at.slug, buy_in_cents=cents, key=uuid4())

    assert refusal.value.data == {
        "amount_cents": cents,
        "least_cents": 1_000,
        "most_cents": 50_000,
    }
    assert everything() == before
    assert not TicketRequest.objects.exists()


@pytest.mark.parametrize("cents", [1, 100_000])
def test_the_house_takes_one_cent_to_a_thousand_euro(cents: int):
    seat = sit_down(cash=100_000, buy_in=cents)

    assert seat.stake_cents == cents


def test_no_more_is_bought_in_than_there_is_cash():
    ann = factories.player(cents=4_999)
    at = factories.table()
    before = everything()

    with pytest.raises(InsufficientFunds) as refusal:
        services.open_session(player=ann, slug=at.slug, buy_in_cents=5_000, key=uuid4())

    assert refusal.value.data == {"available_cents": 4_999, "needed_cents": 5_000}
    assert everything() == before


def test_a_second_session_at_the_table_is_refused():
    seat = sit_down()
    before = everything()

    with pytest.raises(SessionAlreadyOpen):
        factories.session(seat.player, seat.table, cents=100)

    assert everything() == before


@pytest.mark.parametrize("state", [Table.State.CLOSED, Table.State.DISABLED])
def test_a_table_that_is_not_open_begins_no_session(state: Table.State):
    ann = factories.player(cents=20_000)
    at = set_table_state(table=factories.table(), state=state)
    before = everything()

    with pytest.raises(TableClosed):
        factories.session(ann, at)

    assert everything() == before


def test_staff_do_not_play():
    clerk = factories.staff()
    factories.fund(clerk, 20_000)
    before = everything()

    with pytest.raises(StaffDoNotPlay):
        factories.session(clerk, factories.table())

    assert everything() == before


def test_an_unknown_table_is_not_found():
    with pytest.raises(NotFound):
        services.open_session(
            player=factories.player(cents=100), slug="nowhere", buy_in_cents=100, key=uuid4()
        )


class RefusingAuthority:
    """Grants nothing."""

    def request(self, order: TicketOrder) -> TicketAnswer:  # noqa: ARG002
        return TicketAnswer(granted=False, reason="the player is excluded")

    def is_valid(self, code: str) -> bool:  # noqa: ARG002
        return False


class ForgetfulAuthority(LocalAuthority):
    """Does not stand by the codes it gives."""

    def is_valid(self, code: str) -> bool:  # noqa: ARG002
        return False


@pytest.mark.parametrize(
    ("authority", "reason"),
    [
        ("RefusingAuthority", "the player is excluded"),
        ("ForgetfulAuthority", "the code is not valid"),
    ],
)
def test_no_ticket_no_play(authority: str, reason: str, settings):
    settings.TICKET_AUTHORITY = f"{__name__}.{authority}"
    ann = factories.player(cents=20_000)
    at = factories.table()
    before = everything()

    with pytest.raises(TicketRefused) as refusal:
        factories.session(ann, at)

    assert refusal.value.data == {"reason": reason}
    assert everything() == before
    kept = TicketRequest.objects.get()
    assert kept.answer == {"granted": False, "code": "", "reason": reason}
    assert kept.answered_at is not None


# Rebuys


def test_a_rebuy_adds_to_the_stake_and_counts_towards_the_cap():
    seat = sit_down(cash=200_000, buy_in=90_000)

    session = services.rebuy(
        player=seat.player, session_id=seat.session.public_id, amount_cents=10_000, key=uuid4()
    )

    assert session.bought_in_cents == 100_000
    assert (seat.stake_cents, seat.cash_cents) == (100_000, 100_000)


def test_the_cap_holds_with_rebuys():
    seat = sit_down(cash=200_000, buy_in=90_000)
    before = everything()

    with pytest.raises(SessionCapReached) as refusal:
        services.rebuy(
            player=seat.player, session_id=seat.session.public_id, amount_cents=10_001, key=uuid4()
        )

    assert refusal.value.data == {"most_cents": 100_000, "room_cents": 10_000}
    assert everything() == before


def test_winnings_may_pass_the_cap(deal_cards: DealCards):
    deal_cards("AS 9D TS 7C")
    seat = sit_down(cash=100_000, buy_in=100_000)

    seat.deal(50_000)

    assert seat.stake_cents == 175_000


def test_the_same_rebuy_is_made_once():
    seat = sit_down(cash=50_000)
    key = uuid4()
    for _ in range(2):
        session = services.rebuy(
            player=seat.player, session_id=seat.session.public_id, amount_cents=500, key=key
        )

    assert session.bought_in_cents == 10_500
    assert seat.stake_cents == 10_500
    with pytest.raises(IdempotencyConflict):
        services.rebuy(
            player=seat.player, session_id=seat.session.public_id, amount_cents=501, key=key
        )


@pytest.mark.parametrize("cents", [0, -500])
def test_a_rebuy_is_more_than_nothing(cents: int):
    seat = sit_down()
    before = everything()

    with pytest.raises(BuyInOutOfRange):
        services.rebuy(
            player=seat.player, session_id=seat.session.public_id, amount_cents=cents, key=uuid4()
        )

    assert everything() == before


def test_a_rebuy_needs_the_cash():
    seat = sit_down(cash=10_100, buy_in=10_000)
    before = everything()

    with pytest.raises(InsufficientFunds):
        services.rebuy(
            player=seat.player, session_id=seat.session.public_id, amount_cents=101, key=uuid4()
        )

    assert everything() == before


def test_money_can_be_added_during_a_round(deal_cards: DealCards):
    deal_cards("8S 6D 8H TC 3S TD TH 9C")
    seat = sit_down(buy_in=1_000)
    seat.deal(1_000)

    services.rebuy(
        player=seat.player, session_id=seat.session.public_id, amount_cents=1_000, key=uuid4()
    )
    seat.act("split")

    assert (seat.stake_cents, seat.cash_cents) == (0, 18_000)


def test_a_closed_table_takes_money_only_for_the_round_in_play(deal_cards: DealCards):
    deal_cards("TS 6D 2H TC 3C 8C")
    playing, waiting = sit_down(factories.table()), sit_down(factories.table(game="american"))
    playing.deal(1_000)
    for seat in (playing, waiting):
        set_table_state(table=seat.table, state=Table.State.CLOSED)

    services.rebuy(
        player=playing.player, session_id=playing.session.public_id, amount_cents=1, key=uuid4()
    )
    with pytest.raises(TableClosed):
        services.rebuy(
            player=waiting.player, session_id=waiting.session.public_id, amount_cents=1, key=uuid4()
        )

    assert (playing.stake_cents, waiting.stake_cents) == (9_001, 10_000)


# The whole amount first


def test_lux_takes_no_rebuy():
    seat = sit_down(_lux())
    before = everything()

    with pytest.raises(RebuyBarred):
        services.rebuy(
            player=seat.player, session_id=seat.session.public_id, amount_cents=100, key=uuid4()
        )

    assert everything() == before
    session = seat.come_back().session
    assert session is not None
    assert session.rebuy_most_cents == 0


def test_no_deposit_while_a_lux_session_runs():
    seat = sit_down(_lux())

    refusal = deposit_guard(seat.player)

    assert isinstance(refusal, DepositBarred)
    assert refusal.data == {"table": seat.table.name}
    services.end_session(player=seat.player, session_id=seat.session.public_id)
    assert deposit_guard(seat.player) is None


def test_other_sessions_bar_no_deposit():
    assert deposit_guard(sit_down().player) is None


def test_lux_waits_for_a_deposit_that_is_still_open():
    ann = factories.player(cents=20_000)
    CashierOrder.objects.create(
        player=ann,
        kind=OrderKind.DEPOSIT,
        amount_cents=1_000,
        key="1",
        provider="sandbox",
        reference="1",
    )
    at = _lux()
    before = everything()

    with pytest.raises(DepositPending):
        factories.session(ann, at)

    assert everything() == before


# The end


def test_the_end_pays_the_whole_stake_out():
    seat = sit_down()

    session = services.end_session(player=seat.player, session_id=seat.session.public_id)

    assert (session.state, session.paid_out_cents, session.ended_by) == ("closed", 10_000, "player")
    assert (seat.stake_cents, seat.cash_cents) == (0, 20_000)
    assert seat.come_back().session is None


def test_ending_twice_is_ending_once():
    seat = sit_down()
    services.end_session(player=seat.player, session_id=seat.session.public_id)
    before = everything()

    again = services.end_session(player=seat.player, session_id=seat.session.public_id)

    assert again.paid_out_cents == 10_000
    assert everything() == before


def test_an_empty_session_ends_without_a_transfer(deal_cards: DealCards):
    deal_cards("TS 6D 9H TC 5C")
    seat = sit_down(buy_in=1_000)
    seat.deal(1_000)
    seat.act("stand")

    session = services.end_session(player=seat.player, session_id=seat.session.public_id)

    assert session.paid_out_cents == 0
    assert not Transfer.objects.filter(kind="cash_out").exists()


def test_an_unfinished_round_keeps_the_session_open(deal_cards: DealCards):
    deal_cards("TS 6D 2H TC 3C 8C")
    seat = sit_down()
    seat.deal(1_000)
    before = everything()

    with pytest.raises(RoundInPlay):
        services.end_session(player=seat.player, session_id=seat.session.public_id)

    assert everything() == before


def test_a_foreign_session_is_not_there():
    seat = sit_down()
    stranger = factories.player(cents=1_000)
    before = everything()

    with pytest.raises(NotFound):
        services.end_session(player=stranger, session_id=seat.session.public_id)
    with pytest.raises(NotFound):
        services.rebuy(
            player=stranger, session_id=seat.session.public_id, amount_cents=100, key=uuid4()
        )

    assert everything() == before


def test_nothing_is_bet_or_bought_after_the_end():
    seat = sit_down()
    services.end_session(player=seat.player, session_id=seat.session.public_id)
    before = everything()

    with pytest.raises(SessionOver):
        seat.deal(100)
    with pytest.raises(SessionOver):
        services.rebuy(
            player=seat.player, session_id=seat.session.public_id, amount_cents=100, key=uuid4()
        )

    assert everything() == before


# Idle sessions


def _minutes(count: float) -> datetime.datetime:
    return timezone.now() + datetime.timedelta(minutes=count)


def test_a_session_without_play_for_the_idle_time_is_ended_and_paid_out():
    seat = sit_down(factories.table(idle_minutes=30))

    assert services.end_idle_sessions(now=_minutes(29)) == 0
    assert services.end_idle_sessions(now=_minutes(31)) == 1
    assert services.end_idle_sessions(now=_minutes(31)) == 0

    seat.session.refresh_from_db()
    assert (seat.session.state, seat.session.ended_by) == ("closed", "idle")
    assert (seat.stake_cents, seat.cash_cents) == (0, 20_000)


def test_the_idle_time_is_the_tables_own():
    quick, slow = sit_down(factories.table(idle_minutes=5)), sit_down(factories.table())

    assert services.end_idle_sessions(now=_minutes(10)) == 1

    assert (quick.stake_cents, slow.stake_cents) == (0, 10_000)


def test_an_open_round_is_never_idle(deal_cards: DealCards):
    deal_cards("TS 6D 2H TC 3C 8C")
    seat = sit_down()
    seat.deal(1_000)
    before = everything()

    assert services.end_idle_sessions(now=_minutes(60 * 24 * 30)) == 0

    assert everything() == before


def test_the_idle_time_counts_from_the_last_settlement(deal_cards: DealCards):
    deal_cards("AS 9D TS 7C")
    seat = sit_down()
    GameSession.objects.update(last_play_at=_minutes(-29))
    seat.deal(1_000)

    assert services.end_idle_sessions(now=_minutes(29)) == 0


def test_a_job_looks_every_minute(settings):
    seat = sit_down()
    GameSession.objects.update(last_play_at=_minutes(-31))
    scheduled = settings.CELERY_BEAT_SCHEDULE["end-idle-sessions"]

    assert (scheduled["task"], scheduled["schedule"]) == (tasks.end_idle_sessions.name, 60.0)
    assert tasks.end_idle_sessions() == 1
    assert seat.cash_cents == 20_000


def test_the_page_of_a_visitor_shows_the_lowest_tiers_limits():
    at = factories.table(limits={"2": {"main": [100, 900]}, "3": {"main": [100, 1_900]}})

    visitor = table_page(slug=at.slug, player=None)
    gold = table_page(slug=at.slug, player=factories.player(tier=factories.vip_tier(rank=3)))
    diamond = table_page(slug=at.slug, player=factories.player(tier=factories.vip_tier(rank=5)))

    assert visitor.limits["main"].most_cents == 900
    assert gold.limits["main"].most_cents == 1_900
    assert diamond.limits["main"].most_cents == 1_900
