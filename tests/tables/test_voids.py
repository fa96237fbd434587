"""Malfunction voids all pays and plays (rules of the games, section 1)."""

import pytest
from django.core.management import call_command
from django.urls import reverse

from casino.errors import NotFound
from casino.models import AuditEntry, Notice
from tables import services
from tables.errors import AlreadyVoid, ReasonMissing
from tables.models import Bet, Round, Shoe
from tables.selectors import RoundState, history_page
from tables.services.voids import void_round
from tests import factories
from tests.pages import client_of, text_of
from tests.tables.conftest import DealCards
from tests.tables.seat import Seat, everything, sit_down
from wallet.models import Claim, Transfer

pytestmark = pytest.mark.django_db


def _void(seat: Seat, reason: str = "the shoe was damaged") -> Round:
    return void_round(round_id=seat.round.public_id, actor=factories.staff(), reason=reason)


def _bets() -> list[tuple[str, int, int | None, str]]:
    fields = ("position", "real_cents", "paid_cents", "result")
    return list(Bet.objects.order_by("id").values_list(*fields))


def test_a_round_in_play_gives_every_stake_back(deal_cards: DealCards):
    deal_cards("8S 6D 8H TC 3S TD TH 9C")
    seat = sit_down()
    seat.deal(1_000)
    seat.act("split")

    voided = _void(seat)

    assert (voided.state, voided.void_reason) == ("void", "the shoe was damaged")
    assert voided.voided_by is not None
    assert seat.stake_cents == 10_000
    assert _bets() == [("1R:main", 1_000, 1_000, "void"), ("1L:main", 1_000, 1_000, "void")]
    assert list(Transfer.objects.filter(kind="refund").values_list("amount_cents", "reason")) == [
        (1_000, "the shoe was damaged"),
        (1_000, "the shoe was damaged"),
    ]
    page = seat.come_back()
    assert page.round is not None
    assert (page.round.state, page.round.net_cents, page.in_round) == ("void", 0, False)
    assert len(page.round.seed) == 64
    seat.deal(1_000)
    assert seat.round.state == "open"
    call_command("reconcile")


def test_a_payout_is_taken_back(deal_cards: DealCards):
    deal_cards("AS 9D TS 7C")
    seat = sit_down()
    seat.deal(1_000)
    assert seat.stake_cents == 11_500

    _void(seat)

    assert seat.stake_cents == 10_000
    assert _bets() == [("1:main", 1_000, 1_000, "void")]
    line = history_page(player=seat.player).lines[0].round
    assert (line.state, line.void_reason, line.net_cents) == ("void", "the shoe was damaged", 0)
    call_command("reconcile")


def test_a_lost_stake_comes_back(deal_cards: DealCards):
    deal_cards("TS 9D 5C TC 8S")
    seat = sit_down()
    seat.deal(1_000)
    seat.act("hit")
    assert seat.stake_cents == 9_000

    _void(seat)

    assert seat.stake_cents == 10_000


def test_after_the_session_it_goes_to_the_cash(deal_cards: DealCards):
    deal_cards("TS 9D 5C TC 8S")
    seat = sit_down()
    seat.deal(1_000)
    seat.act("hit")
    services.end_session(player=seat.player, session_id=seat.session.public_id)
    assert seat.cash_cents == 19_000

    _void(seat)

    assert (seat.stake_cents, seat.cash_cents) == (0, 20_000)
    call_command("reconcile")


def test_after_the_session_a_payout_comes_from_the_cash(deal_cards: DealCards):
    deal_cards("AS 9D TS 7C")
    seat = sit_down()
    seat.deal(1_000)
    services.end_session(player=seat.player, session_id=seat.session.public_id)

    _void(seat)

    assert (seat.stake_cents, seat.cash_cents) == (0, 20_000)
    call_command("reconcile")


def test_what_the_stake_does_not_cover_comes_from_the_cash(deal_cards: DealCards):
    deal_cards("AS 9D TS 7C")
    seat = sit_down(buy_in=1_000)
    seat.deal(1_000)
    won = seat.round.public_id
    deal_cards("TS 9D 5C TC 8S")
    seat.deal(2_500)
    seat.act("hit")
    assert (seat.stake_cents, seat.cash_cents) == (0, 19_000)

    void_round(round_id=won, actor=factories.staff(), reason="misdealt")

    assert (seat.stake_cents, seat.cash_cents) == (0, 17_500)
    call_command("reconcile")


def _spent_payout(deal_cards: DealCards, *, cash: int = 1_000) -> tuple[Seat, RoundState]:
    """A player who won 15.00 with a stake of 10.00 and has lost all 25.00 since."""
    deal_cards("AS 9D TS 7C")
    seat = sit_down(cash=cash, buy_in=1_000)
    won = seat.deal(1_000)
    deal_cards("TS 9D 5C TC 8S")
    seat.deal(2_500)
    seat.act("hit")
    return seat, won


def test_what_is_gone_of_a_payout_becomes_a_claim(deal_cards: DealCards):
    seat, won = _spent_payout(deal_cards)
    clerk = factories.staff()

    voided = void_round(round_id=won.public_id, actor=clerk, reason="misdealt")

    assert voided.state == "void"
    assert (seat.stake_cents, seat.cash_cents) == (0, 0)
    claim = Claim.objects.get()
    assert (claim.player, claim.reference, claim.state) == (seat.player, won.number, "open")
    assert (claim.amount_cents, claim.open_cents) == (1_500, 1_500)
    made = claim.events.get()
    assert (made.kind, made.amount_cents, made.actor, made.reason) == (
        "made", 1_500, clerk, "misdealt",
    )  # fmt: skip
    moved = Transfer.objects.filter(reference=won.number).order_by("id")
    assert list(moved.values_list("kind", "amount_cents")) == [
        ("bet", 1_000),
        ("payout", 2_500),
        ("claim", 1_500),
        ("refund", 1_000),
        ("payout_reversal", 2_500),
    ]
    call_command("reconcile")


def test_what_cash_there_is_is_taken_first(deal_cards: DealCards):
    seat, won = _spent_payout(deal_cards, cash=1_400)

    void_round(round_id=won.public_id, actor=factories.staff(), reason="misdealt")

    assert (seat.stake_cents, seat.cash_cents) == (0, 0)
    assert Claim.objects.get().amount_cents == 1_100
    call_command("reconcile")


def test_a_void_tells_the_player_and_the_audit_trail(deal_cards: DealCards):
    seat, won = _spent_payout(deal_cards, cash=1_400)
    clerk = factories.staff()

    void_round(round_id=won.public_id, actor=clerk, reason=" misdealt ")

    notice = Notice.objects.get()
    assert (notice.player, notice.kind) == (seat.player, "round_voided")
    assert notice.facts == {
        "table": seat.table.name,
        "round": won.number,
        "net_cents": -1_500,
        "claim_cents": 1_100,
        "reason": "misdealt",
    }
    entry = AuditEntry.objects.get(action="round.voided")
    assert (entry.actor, entry.subject_name, entry.reason) == (clerk, won.number, "misdealt")
    assert entry.before == {"state": "settled"}
    assert entry.after == {
        "state": "void",
        "players": 1,
        "stakes_cents": 1_000,
        "payouts_cents": 2_500,
        "claims_cents": 1_100,
        "order": "",
    }


def test_a_round_is_voided_once(deal_cards: DealCards):
    deal_cards("AS 9D TS 7C")
    seat = sit_down()
    seat.deal(1_000)
    _void(seat)
    before = everything()

    with pytest.raises(AlreadyVoid):
        _void(seat)

    assert everything() == before


def test_a_void_needs_a_reason_and_a_round(deal_cards: DealCards):
    deal_cards("AS 9D TS 7C")
    seat = sit_down()
    seat.deal(1_000)
    before = everything()

    with pytest.raises(ReasonMissing):
        _void(seat, reason="  ")
    with pytest.raises(NotFound):
        void_round(round_id=seat.session.public_id, actor=factories.staff(), reason="misdealt")

    assert everything() == before


def test_stakes_go_back_without_the_cards_where_the_seal_is_broken(deal_cards: DealCards):
    """A pair of eights is split and its right hand doubled; then the seed cannot be opened."""
    deal_cards("8S 6D 8H TC 3S TD TH 9C")
    seat = sit_down()
    seat.deal(1_000)
    seat.act("split")
    seat.act("double", next(iter(seat.round.view["legal"])))
    assert seat.stake_cents == 7_000
    Round.objects.update(shoe=Shoe.objects.create(sealed_seed=b"no seal", commitment="0" * 64))

    round_ = void_round(
        round_id=seat.round.public_id, actor=factories.staff(), reason="a key was lost"
    )

    assert (round_.state, seat.stake_cents) == ("void", 10_000)
    fields = ("placed_as", "real_cents", "paid_cents", "result")
    assert list(Bet.objects.order_by("placed_as").values_list(*fields)) == [
        ("1:main", 2_000, 2_000, "void"),
        ("1L:main", 1_000, 1_000, "void"),
    ]
    call_command("reconcile")
    browser = client_of(seat.player)
    for address in (reverse("tables:history"), reverse("tables:round", args=[round_.public_id])):
        page = text_of(browser.get(address))
        assert "a key was lost" in page
        assert "€30.00" in page
    assert browser.get(reverse("tables:replay", args=[round_.public_id])).status_code == 404
    staff = client_of(factories.staff(superuser=True))
    shown = text_of(staff.get(reverse("admin:tables_round_change", args=[round_.pk])))
    assert "the seal of its shoe is broken" in shown
    seat.deal(500)
    assert seat.round.state == "open"
