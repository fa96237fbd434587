"""Bets that are not settled within 90 days are voided (rules of the games, section 1)."""

import datetime
import io

import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from casino import sealing
from casino.models import AuditEntry, Notice
from casino.presentation import moment
from golden_chips.models import ChipEvent, Grant
from tables import services
from tables.engine.bets import BoxBets
from tables.engine.stake import Stake
from tables.errors import VoidBeforeAge, VoidBeforeFuture
from tables.models import Bet, GameSession, Round, Shoe, VoidOrder
from tables.selectors import history_page
from tables.selectors.ageing import days_left
from tables.selectors.void_preview import VoidScope, preview
from tables.selectors.void_report import void_lines
from tables.services import ageing
from tables.services.ageing import Swept, void_unsettled
from tables.services.replay import replay_round
from tables.services.voids import void_round
from tests import factories
from tests.pages import client_of, text_of
from tests.tables.conftest import DealCards
from tests.tables.seat import Seat, everything, sit_down
from wallet.models import Transfer
from wallet.services import cash_account

pytestmark = pytest.mark.django_db

OPEN_ENDED = "2S 6D 3H TC 4C 5C 9C 9D"
DAYS_90 = datetime.timedelta(days=90)


def _age(seat: Seat, *, by: datetime.timedelta = DAYS_90) -> datetime.datetime:
    """Have the seat's round begin so long ago; the time at which it did."""
    opened_at = timezone.now() - by
    Round.objects.filter(public_id=seat.round.public_id).update(opened_at=opened_at)
    return opened_at


def _sweep() -> Swept:
    return void_unsettled(now=timezone.now())


def _bets() -> list[tuple[str, int, int | None, str]]:
    fields = ("position", "real_cents", "paid_cents", "result")
    return list(Bet.objects.order_by("id").values_list(*fields))


def test_a_bet_that_is_90_days_old_goes_back(deal_cards: DealCards):
    deal_cards(OPEN_ENDED)
    seat = sit_down()
    seat.deal(1_000)
    _age(seat)

    swept = _sweep()

    assert swept == Swept(rounds=1, bets=1, stakes_cents=1_000)
    assert (seat.stake_cents, seat.cash_cents) == (10_000, 10_000)
    assert _bets() == [("1:main", 1_000, 1_000, "void")]
    round_ = Round.objects.get()
    assert (round_.state, round_.void_cause, round_.void_reason, round_.voided_by) == (
        "void", "age", "not settled within 90 days", None,
    )  # fmt: skip
    assert round_.settled_at == round_.voided_at is not None
    assert len(round_.shoe.seed) == 64
    assert list(
        Transfer.objects.filter(kind="refund").values_list("amount_cents", "reference")
    ) == [(1_000, seat.round.number)]
    assert replay_round(round_).differences == ()
    call_command("reconcile")


def test_a_bet_that_is_a_second_younger_stays(deal_cards: DealCards):
    deal_cards(OPEN_ENDED)
    seat = sit_down()
    seat.deal(1_000)
    opened_at = _age(seat)
    before = everything()

    early = void_unsettled(now=opened_at + DAYS_90 - datetime.timedelta(seconds=1))
    assert (early, everything()) == (Swept(), before)
    assert not VoidOrder.objects.exists()

    assert void_unsettled(now=opened_at + DAYS_90).rounds == 1


def test_the_90_days_have_24_hours_each_over_a_change_of_the_clocks(deal_cards: DealCards):
    """From before the end of summer time: 90 days later the clock on the wall is an hour back."""
    deal_cards(OPEN_ENDED)
    seat = sit_down()
    seat.deal(1_000)
    rome = timezone.get_default_timezone()
    placed = datetime.datetime(2026, 10, 24, 12, 0, tzinfo=rome)
    Round.objects.update(opened_at=placed)
    due = datetime.datetime(2027, 1, 22, 11, 0, tzinfo=rome)

    assert void_unsettled(now=due - datetime.timedelta(seconds=1)).rounds == 0
    assert void_unsettled(now=due).rounds == 1


def test_what_the_cards_have_decided_stands(deal_cards: DealCards):
    """Box 1 busts, box 2 waits: the stake of box 1 is lost, that of box 2 goes back."""
    deal_cards("TS 2S 6D 5C 3H TC 9C 4C 5C 9D")
    seat = sit_down()
    seat.deal(1_000, 700)
    seat.act("hit")
    assert seat.round.view["hands"][0]["status"] == "bust"
    _age(seat)

    swept = _sweep()

    assert swept == Swept(rounds=1, bets=1, stakes_cents=700)
    assert _bets() == [("1:main", 1_000, 0, "lose"), ("2:main", 700, 700, "void")]
    assert seat.stake_cents == 9_000
    round_ = Round.objects.get()
    assert (round_.state, round_.void_cause) == ("settled", "age")
    line = history_page(player=seat.player).lines[0].round
    assert (line.state, line.net_cents, line.void_reason) == (
        "settled", -1_000, "not settled within 90 days",
    )  # fmt: skip
    assert replay_round(round_).differences == ()
    call_command("reconcile")


def test_a_side_bet_that_was_won_at_the_deal_stands(deal_cards: DealCards):
    """21 Duel: 2 Up won three of a kind and was paid; the ante goes back."""
    deal_cards("7S 2D 3H 9C 7C 7D")
    limits = {"1": {"main": [100, 50_000], "2up": [100, 10_000]}}
    seat = sit_down(factories.table(game="duel", limits=limits))
    seat.deal_bets([BoxBets(1, Stake(1_000), {"2up": Stake(200)})])
    won = 200 * 21
    assert seat.stake_cents == 10_000 - 1_200 + won
    _age(seat)

    _sweep()

    assert _bets() == [("1:main", 1_000, 1_000, "void"), ("1:2up", 200, won, "win")]
    assert seat.stake_cents == 10_000 - 200 + won
    assert Round.objects.get().state == "settled"
    call_command("reconcile")


def test_added_stakes_fall_with_the_first_bet(deal_cards: DealCards):
    deal_cards("8S 6D 8H TC 3S TD TH 9C")
    seat = sit_down()
    seat.deal(1_000)
    seat.act("split")
    _age(seat)

    swept = _sweep()

    assert swept == Swept(rounds=1, bets=2, stakes_cents=2_000)
    assert _bets() == [("1R:main", 1_000, 1_000, "void"), ("1L:main", 1_000, 1_000, "void")]
    assert seat.stake_cents == 10_000
    call_command("reconcile")


def test_of_a_closed_session_the_stake_goes_to_the_cash(deal_cards: DealCards):
    deal_cards(OPEN_ENDED)
    seat = sit_down()
    seat.deal(1_000)
    number = seat.session.number
    _age(seat)
    _close_by_hand(seat)
    cash = seat.cash_cents

    _sweep()

    assert (seat.stake_cents, seat.cash_cents) == (0, cash + 1_000)
    assert GameSession.objects.get().number == number
    assert Notice.objects.get().facts["to_cash"] is True
    call_command("reconcile")


def _close_by_hand(seat: Seat) -> None:
    """No service closes a session with a round in play; a row may still say so."""
    Round.objects.update(state="settled", settled_at=timezone.now())
    services.end_session(player=seat.player, session_id=seat.session.public_id)
    Round.objects.update(state="open", settled_at=None)


def test_golden_chips_go_back_to_their_grant(deal_cards: DealCards):
    deal_cards(OPEN_ENDED)
    table = factories.table(golden_allowed=True, golden_mixed=True)
    seat = sit_down(table)
    grant = factories.golden_chips(seat.player, chip_cents=500, chips=2)
    seat.deal_bets([BoxBets(1, Stake(300, (500,)))])
    _age(seat)

    swept = _sweep()

    assert swept == Swept(rounds=1, bets=1, stakes_cents=300, golden_cents=500)
    assert Grant.objects.get(pk=grant.pk).remaining == 2
    ended = ChipEvent.objects.get(kind="returned")
    assert (ended.reference, ended.place, ended.chips) == (seat.round.number, "1:main", 1)
    assert Bet.objects.get().golden_returned_cents == 500
    assert Notice.objects.get(kind="bets_voided").facts == {
        "table": table.name,
        "round": seat.round.number,
        "stakes_cents": 300,
        "golden_cents": 500,
        "to_cash": False,
    }
    call_command("reconcile")


def test_the_player_can_go_on(deal_cards: DealCards):
    deal_cards(OPEN_ENDED)
    seat = sit_down()
    seat.deal(1_000)
    _age(seat)
    _sweep()

    seat.deal(1_000)

    assert seat.round.state == "open"
    services.act(player=seat.player, round_id=seat.round.public_id, step=0, hand="1", action="hit")
    call_command("reconcile")


def test_a_sweep_is_on_record(deal_cards: DealCards):
    deal_cards(OPEN_ENDED)
    seat = sit_down()
    seat.deal(1_000)
    opened_at = _age(seat)
    now = opened_at + DAYS_90

    void_unsettled(now=now)

    order = VoidOrder.objects.get()
    assert (order.cause, order.state, order.found, order.ordered_by) == ("age", "done", 1, None)
    assert (order.to_at, order.done_at) == (opened_at, now)
    entry = AuditEntry.objects.get(action="bets.voided")
    assert (entry.actor, entry.subject_name) == (None, order.number)
    assert entry.after == {"rounds": 1, "bets": 1, "stakes_cents": 1_000, "golden_cents": 0}
    [line] = void_lines(since=now, until=now + datetime.timedelta(seconds=1))
    assert (line.number, line.cause, line.by, line.order) == (
        seat.round.number, "age", "", order.number,
    )  # fmt: skip
    assert (line.players, line.bets, line.stakes_cents, line.payouts_cents) == (1, 1, 1_000, 0)
    assert list(void_lines(since=now + datetime.timedelta(seconds=1), until=timezone.now())) == []


def test_what_is_swept_twice_is_swept_once(deal_cards: DealCards):
    deal_cards(OPEN_ENDED)
    seat = sit_down()
    seat.deal(1_000)
    _age(seat)
    _sweep()
    before = everything()

    assert _sweep() == Swept()

    assert everything() == before
    assert VoidOrder.objects.count() == Notice.objects.count() == 1


def test_batches_end_with_the_last_round(deal_cards: DealCards, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("tables.services.ageing.BATCH", 2)
    deal_cards(OPEN_ENDED)
    table = factories.table()
    for _ in range(5):
        seat = sit_down(table)
        seat.deal(1_000)
        _age(seat)

    assert _sweep() == Swept(rounds=5, bets=5, stakes_cents=5_000)

    batches = AuditEntry.objects.filter(action="bets.voided").order_by("id")
    assert [entry.after["rounds"] for entry in batches] == [2, 2, 1]
    assert VoidOrder.objects.get().found == 5
    assert Notice.objects.count() == 5
    call_command("reconcile")


def test_an_interrupted_sweep_goes_on(deal_cards: DealCards, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("tables.services.ageing.BATCH", 1)
    deal_cards(OPEN_ENDED)
    table = factories.table()
    for _ in range(2):
        seat = sit_down(table)
        seat.deal(1_000)
        _age(seat)
    with monkeypatch.context() as broken:
        broken.setattr("tables.services.ageing._tell", _fail_at(2))
        with pytest.raises(ConnectionError):
            _sweep()
    assert Round.objects.filter(state="void").count() == 1
    assert Transfer.objects.filter(kind="refund").count() == 1

    assert _sweep().rounds == 1

    assert Round.objects.filter(state="void").count() == 2
    assert Notice.objects.count() == 2
    call_command("reconcile")


def _fail_at(call: int):
    done, tell = [], ageing._tell

    def told(*args, **kwargs):
        done.append(1)
        if len(done) == call:
            raise ConnectionError
        tell(*args, **kwargs)

    return told


def test_a_round_whose_seal_is_broken_is_left_and_named(deal_cards: DealCards):
    deal_cards(OPEN_ENDED)
    table = factories.table()
    broken, whole = sit_down(table), sit_down(table)
    for seat in (broken, whole):
        seat.deal(1_000)
        _age(seat)
    break_seal(broken)

    swept = _sweep()

    assert swept == Swept(rounds=1, bets=1, stakes_cents=1_000, failed=[broken.round.number])
    assert Round.objects.get(public_id=broken.round.public_id).state == "open"
    assert Round.objects.get(public_id=whole.round.public_id).state == "void"


def break_seal(seat: Seat) -> None:
    shoe = Shoe.objects.create(sealed_seed=b"no seal", commitment="0" * 64)
    Round.objects.filter(public_id=seat.round.public_id).update(shoe=shoe)
    with pytest.raises(sealing.SealBroken):
        sealing.unseal(b"no seal")


def test_a_malfunction_may_void_the_rest_later(deal_cards: DealCards):
    deal_cards("TS 2S 6D 5C 3H TC 9C 4C 5C 9D")
    seat = sit_down()
    seat.deal(1_000, 700)
    seat.act("hit")
    _age(seat)
    _sweep()
    found = preview(VoidScope((Round.objects.get().pk,)), now=timezone.now())

    void_round(round_id=seat.round.public_id, actor=factories.staff(), reason="misdealt")

    assert _bets() == [("1:main", 1_000, 1_000, "void"), ("2:main", 700, 700, "void")]
    round_ = Round.objects.get()
    assert (round_.state, round_.void_cause, round_.void_reason) == (
        "void", "malfunction", "misdealt",
    )  # fmt: skip
    assert (found.stakes_cents, found.payouts_cents) == (1_000, 0)
    assert seat.stake_cents == 10_000
    assert replay_round(round_).differences == ()
    call_command("reconcile")


# What is told beforehand


def test_history_and_lobby_say_how_many_days_are_left(deal_cards: DealCards):
    deal_cards(OPEN_ENDED)
    seat = sit_down()
    seat.deal(1_000)
    placed = _age(seat, by=datetime.timedelta(days=88, hours=1))
    state = history_page(player=seat.player).lines[0].round
    assert (state.voids_at, state.days_left) == (placed + DAYS_90, 1)
    browser = client_of(seat.player)

    for address in (
        "/",
        reverse("tables:history"),
        reverse("tables:round", args=[state.public_id]),
    ):
        page = text_of(browser.get(address))
        assert f"Not settled by {moment(placed + DAYS_90)}, its bets are void: 1 day left." in page

    seat.act("stand")
    for address in ("/", reverse("tables:history")):
        assert "its bets are void" not in text_of(browser.get(address))


@pytest.mark.parametrize(
    ("age", "left"),
    [
        (datetime.timedelta(0), 90),
        (datetime.timedelta(seconds=1), 89),
        (datetime.timedelta(days=89), 1),
        (datetime.timedelta(days=89, seconds=1), 0),
        (datetime.timedelta(days=91), 0),
    ],
)
def test_days_left_are_whole_days(age: datetime.timedelta, left: int):
    now = timezone.now()

    assert days_left(now - age, now=now) == left


# The command


def _command(*options: str) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command("void_unsettled", *options, stdout=out, stderr=err)
    except SystemExit as end:
        return int(str(end.code)), out.getvalue(), err.getvalue()
    return 0, out.getvalue(), err.getvalue()


def test_a_dry_run_prints_and_changes_nothing(deal_cards: DealCards):
    deal_cards("TS 2S 6D 5C 3H TC 9C 4C 5C 9D")
    seat = sit_down()
    seat.deal(1_000, 700)
    seat.act("hit")
    placed = timezone.localtime(_age(seat))
    before = everything()

    status, out, err = _command("--dry-run")

    assert (status, err) == (0, "")
    first, last = out.splitlines()
    assert first == (
        f"{seat.round.number}, {seat.table.name}, {seat.player.username}, "
        f"placed {placed:%Y-%m-%d %H:%M}: 1 bets open, 1 decided, 7.00"
    )
    assert last == "1 bets in 1 rounds would be void: 7.00 and golden chips of 0.00 back"
    assert everything() == before
    assert not VoidOrder.objects.exists()
    assert not Notice.objects.exists()


def test_the_command_voids(deal_cards: DealCards):
    deal_cards(OPEN_ENDED)
    seat = sit_down()
    seat.deal(1_000)
    _age(seat)

    status, out, err = _command()

    assert (status, out, err) == (
        0, "1 bets in 1 rounds void: 10.00 and golden chips of 0.00 back\n", "",
    )  # fmt: skip
    assert Round.objects.get().state == "void"


def test_the_command_names_rounds_that_cannot_be_dealt(deal_cards: DealCards):
    deal_cards(OPEN_ENDED)
    seat = sit_down()
    seat.deal(1_000)
    _age(seat)
    break_seal(seat)

    for option in ([], ["--dry-run"]):
        status, out, err = _command(*option)
        assert status == 1
        assert out.startswith("0 bets in 0 rounds")
        assert err == f"{seat.round.number}: cannot be dealt again; its bets stay open\n"


def test_only_bets_before_a_day_are_voided(deal_cards: DealCards):
    deal_cards(OPEN_ENDED)
    table = factories.table()
    older, younger = sit_down(table), sit_down(table)
    day = timezone.localdate() - datetime.timedelta(days=100)
    midnight = timezone.make_aware(datetime.datetime.combine(day, datetime.time.min))
    for seat, at in ((older, midnight - datetime.timedelta(seconds=1)), (younger, midnight)):
        seat.deal(1_000)
        Round.objects.filter(public_id=seat.round.public_id).update(opened_at=at)

    status, out, _err = _command("--before", day.isoformat())

    assert (status, out[:18]) == (0, "1 bets in 1 rounds")
    states = dict(Round.objects.values_list("opened_at", "state"))
    assert states == {midnight - datetime.timedelta(seconds=1): "void", midnight: "open"}


def test_a_day_that_is_too_young_is_refused(deal_cards: DealCards):
    deal_cards(OPEN_ENDED)
    seat = sit_down()
    seat.deal(1_000)
    _age(seat, by=datetime.timedelta(days=89))
    before = everything()
    today = timezone.localdate()
    latest = timezone.localtime(timezone.now() - DAYS_90).date()

    tomorrow = (today + datetime.timedelta(days=1)).isoformat()
    assert _command("--before", tomorrow) == (2, "", f"{tomorrow} lies in the future.\n")
    assert _command("--before", today.isoformat())[::2] == (
        2,
        f"Bets are voided 90 days after they were placed. The latest day to name is {latest}.\n",
    )
    assert _command("--before", latest.isoformat())[0] == 0
    assert _command("--before", "31.8.2026")[::2] == (2, "31.8.2026 is no day such as 2026-08-31\n")
    assert _command("--dry-run", "--before", tomorrow)[0] == 2
    now = timezone.now()
    with pytest.raises(VoidBeforeFuture):
        void_unsettled(now=now, before=now + datetime.timedelta(seconds=1))
    with pytest.raises(VoidBeforeAge):
        void_unsettled(now=now, before=now - DAYS_90 + datetime.timedelta(seconds=1))
    assert everything() == before


def test_the_cash_account_is_untouched_by_an_open_session(deal_cards: DealCards):
    deal_cards(OPEN_ENDED)
    seat = sit_down()
    seat.deal(1_000)
    _age(seat)
    before = cash_account(seat.player).balance_cents

    _sweep()

    assert cash_account(seat.player).balance_cents == before
