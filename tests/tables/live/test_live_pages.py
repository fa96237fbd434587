"""What players send to a live table; refusals come with code and sentence, and nothing moves."""

from collections.abc import Mapping
from typing import Any

import pytest
from django.test import Client

from casino.models import User
from tables.models import Decision, Layout, LiveTable, Table, Vote
from tables.services.live import seat_pass
from tests import factories
from tests.pages import text_of
from tests.tables.conftest import DealCards
from tests.tables.live import seats
from tests.tables.live.seats import Guest
from tests.tables.seat import everything

pytestmark = pytest.mark.django_db

JSON = {"Accept": "application/json"}
DEALT = "9S 8H TD 7C 6D 2C 3H 4S 5C JH"


@pytest.fixture
def table() -> Table:
    return seats.live_table()


@pytest.fixture
def guest(table: Table) -> Guest:
    return Guest(table)


def client_of(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client


def state() -> dict[str, list[Any]]:
    """All that a refusal must leave as it is."""
    kinds = (Layout, LiveTable, Decision, Vote)
    return everything() | {kind.__name__: list(kind.objects.values()) for kind in kinds}


def send(guest: Guest, part: str, form: Mapping[str, Any]) -> Any:
    return client_of(guest.user).post(f"/tables/{guest.table.slug}/{part}/", form, headers=JSON)


def assert_refused(
    guest: Guest, part: str, form: Mapping[str, Any], status: int, code: str
) -> None:
    before = state()
    answer = send(guest, part, form)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["sentence"].endswith(".")
    assert state() == before


def round_id(table: Table) -> str:
    return str(seats.live(table).round.public_id)


def vote_form(guest: Guest, decision: Decision, action: str = "stand") -> dict[str, Any]:
    seat = seat_pass(session_id=guest.session.pk, round_id=decision.round_id)
    return {"pass": seat, "decision": decision.pk, "action": action}


@pytest.fixture
def voting(table: Table, deal_cards: DealCards) -> tuple[list[Guest], Decision]:
    """Three on seat 1, dealt 9 and 7; one on seat 2, which Best Strategy plays."""
    deal_cards(DEALT)
    players = seats.guests(table, "ann", "bob", "cat")
    other = Guest(table)
    for player in players:
        player.lay({"1:main": 1_000})
    other.lay({"2:main": 500})
    seats.close(table)
    return [*players, other], Decision.objects.get(closed_at=None)


class TestBets:
    def test_a_layout_is_laid_and_told_back(self, guest: Guest) -> None:
        form = {"round": round_id(guest.table), "1:main": "10.00", "1:21+3": "2.50"}
        answer = send(guest, "bets", form)

        assert answer.status_code == 200
        own = answer.json()["own"]
        assert (own["lay_1:main"], own["lay_1:21+3"], own["sum"]) == ("1000", "250", "€12.50")
        assert Layout.objects.get().stakes_cents == 1_250

    def test_a_bet_after_the_window_is_refused(self, guest: Guest) -> None:
        guest.lay({"1:main": 1_000})
        round_ = seats.close(guest.table)
        form = {"round": round_.public_id, "1:main": "20.00"}
        assert_refused(guest, "bets", form, 409, "window_closed")

    def test_a_side_bet_without_a_main_bet_is_refused(self, guest: Guest) -> None:
        form = {"round": round_id(guest.table), "1:21+3": "2.00"}
        assert_refused(guest, "bets", form, 400, "side_without_main")

    def test_a_bet_before_the_choice_of_auto_actions_is_refused(self, table: Table) -> None:
        form = {"round": round_id(table), "1:main": "10.00"}
        newcomer = Guest(table, auto_actions=None)
        assert_refused(newcomer, "bets", form, 409, "auto_actions_missing")

    @pytest.mark.parametrize(
        "chips", ["1" * 5_000, "1" * 60 + "x", "500 -500", "5.00", "500 " * 1_001]
    )
    def test_golden_chips_that_are_none_are_refused_at_once(self, guest: Guest, chips: str) -> None:
        form = {"round": round_id(guest.table), "gc_1:main": chips}
        assert_refused(guest, "bets", form, 400, "form_refused")

    @pytest.mark.parametrize("position", ["1R:main", "10:main", "1:", "0:main", "gc_1R:main"])
    def test_a_position_that_cannot_be_one_takes_nothing_away(
        self, guest: Guest, position: str
    ) -> None:
        guest.lay({"1:main": 1_000})
        form = {"round": round_id(guest.table), position: "5.00"}
        assert_refused(guest, "bets", form, 400, "form_refused")

    def test_more_than_the_stake_is_refused(self, guest: Guest) -> None:
        form = {"round": round_id(guest.table), "1:main": "100.01"}
        assert_refused(guest, "bets", form, 409, "stake_exceeded")

    def test_a_seat_that_does_not_exist_is_refused(self, guest: Guest) -> None:
        form = {"round": round_id(guest.table), "3:main": "1.00"}
        assert_refused(guest, "bets", form, 400, "unknown_box")

    @pytest.mark.parametrize("amount", ["-1", "1.001", "ten", "1e3"])
    def test_what_is_no_amount_is_refused(self, guest: Guest, amount: str) -> None:
        form = {"round": round_id(guest.table), "1:main": amount}
        assert_refused(guest, "bets", form, 400, "form_refused")

    def test_without_a_session_nothing_is_laid(self, table: Table) -> None:
        before = state()
        client = client_of(factories.player())
        form = {"round": round_id(table), "1:main": "1.00"}
        answer = client.post(f"/tables/{table.slug}/bets/", form, headers=JSON)
        assert (answer.status_code, answer.json()["code"]) == (409, "session_over")
        assert state()["Layout"] == before["Layout"] == []

    def test_without_scripts_a_chip_goes_on_a_spot_and_stays_chosen(self, guest: Guest) -> None:
        client = client_of(guest.user)
        form = {"round": round_id(guest.table), "chip": "500", "place": "1:main", "1:main": "1.00"}
        answer = client.post(f"/tables/{guest.table.slug}/bets/", form)

        assert (answer.status_code, answer["Location"]) == (
            303,
            f"/tables/{guest.table.slug}/?chip=500",
        )
        assert Layout.objects.get().bets == {
            "1:main": {"real_cents": 600, "golden": [], "golden_cents": 0}
        }

    def test_without_scripts_the_page_says_that_undo_is_missing(self, guest: Guest) -> None:
        page = text_of(client_of(guest.user).get(f"/tables/{guest.table.slug}/"))
        assert '<noscript> <p class="soft--light"> Undo needs JavaScript.' in page

    def test_a_chip_that_is_not_in_the_tray_is_refused(self, guest: Guest) -> None:
        form = {"round": round_id(guest.table), "chip": "123", "place": "1:main"}
        assert_refused(guest, "bets", form, 400, "unknown_chip")

    def test_rebet_lays_what_stood_in_the_last_round(
        self, guest: Guest, deal_cards: DealCards
    ) -> None:
        deal_cards(DEALT)
        guest.lay({"1:main": 1_000, "1:player_pair": 200})
        seats.close(guest.table)
        seats.next_window(guest.table)
        answer = send(guest, "bets", {"round": round_id(guest.table), "again": "on"})

        own = answer.json()["own"]
        assert (own["lay_1:main"], own["lay_1:player_pair"]) == ("1000", "200")

    def test_an_empty_layout_takes_everything_off(self, guest: Guest) -> None:
        guest.lay({"1:main": 1_000})
        answer = send(guest, "bets", {"round": round_id(guest.table)})
        assert "lay_1:main" not in answer.json()["own"]
        assert not Layout.objects.exists()


class TestVotes:
    def test_a_vote_counts_and_may_be_changed(self, voting: tuple[list[Guest], Decision]) -> None:
        (ann, *_), decision = voting
        for action in ("hit", "stand"):
            assert send(ann, "vote", vote_form(ann, decision, action)).status_code == 204
        assert list(Vote.objects.order_by("id").values_list("action", flat=True)) == [
            "hit",
            "stand",
        ]

    def test_who_has_no_hand_there_may_not_vote(self, voting: tuple[list[Guest], Decision]) -> None:
        players, decision = voting
        assert_refused(players[-1], "vote", vote_form(players[-1], decision), 403, "no_hand_there")

    def test_an_action_that_is_not_legal_is_refused(
        self, voting: tuple[list[Guest], Decision]
    ) -> None:
        (ann, *_), decision = voting
        assert_refused(ann, "vote", vote_form(ann, decision, "split"), 409, "action_not_legal")

    def test_a_vote_on_a_decision_that_fell_is_refused(
        self, voting: tuple[list[Guest], Decision]
    ) -> None:
        (ann, bob, cat, _), decision = voting
        for player in (ann, bob):
            player.vote_on(decision, "stand")
        seats.count(ann.table)
        assert_refused(cat, "vote", vote_form(cat, decision), 409, "decision_fallen")

    def test_a_pass_of_ones_own_making_is_refused(
        self, voting: tuple[list[Guest], Decision]
    ) -> None:
        (ann, *_), decision = voting
        form = vote_form(ann, decision) | {"pass": f"{ann.session.pk}.{decision.round_id}:x:y"}
        assert_refused(ann, "vote", form, 403, "seat_pass_invalid")

    def test_the_buttons_show_tally_and_own_vote(
        self, voting: tuple[list[Guest], Decision]
    ) -> None:
        (ann, bob, *_), decision = voting
        ann.vote_on(decision, "hit")
        bob.vote_on(decision, "stand")
        seats.count(ann.table)
        told = client_of(ann.user).get(f"/tables/{ann.table.slug}/live/").json()

        assert told["slots"]["tally_1_hit"] == told["slots"]["tally_1_stand"] == "1"
        assert told["slots"]["voted_1"] == "2 of 3 have voted"
        assert (told["own"]["vote_1"], told["own"]["panel"]) == ("hit", "votes")


class TestInsurance:
    @pytest.fixture
    def asked(self, guest: Guest, deal_cards: DealCards) -> Guest:
        deal_cards("9S AD 7C 2C 3H 4S 5C JH KC QD")
        guest.lay({"1:main": 1_000})
        seats.close(guest.table)
        return guest

    def test_the_price_is_half_of_the_stake(self, asked: Guest) -> None:
        told = client_of(asked.user).get(f"/tables/{asked.table.slug}/live/").json()
        assert told["own"]["panel"] == "insurance"
        assert told["own"]["insurance_price"] == "€5.00"

    def test_a_second_answer_is_refused(self, asked: Guest) -> None:
        form = {"round": round_id(asked.table), "answer": "yes"}
        assert send(asked, "insurance", form).status_code == 200
        assert_refused(asked, "insurance", form | {"answer": "no"}, 409, "insurance_answered")

    def test_an_answer_that_nobody_asked_for_is_refused(self, guest: Guest) -> None:
        form = {"round": round_id(guest.table), "answer": "yes"}
        assert_refused(guest, "insurance", form, 409, "insurance_not_open")

    def test_neither_yes_nor_no_is_refused(self, asked: Guest) -> None:
        form = {"round": round_id(asked.table), "answer": "perhaps"}
        assert_refused(asked, "insurance", form, 400, "form_refused")


class TestAutoActions:
    def test_the_choice_is_kept_and_may_change_between_rounds(self, table: Table) -> None:
        newcomer = Guest(table, auto_actions=None)
        for answer, chosen in (("yes", True), ("no", False)):
            assert send(newcomer, "auto", {"auto": answer}).json()["own"]["panel"] == "bets"
            newcomer.session.refresh_from_db()
            assert newcomer.session.auto_actions is chosen

    def test_during_a_round_it_is_refused(self, voting: tuple[list[Guest], Decision]) -> None:
        (ann, *_), _ = voting
        assert_refused(ann, "auto", {"auto": "no"}, 409, "round_in_play")


class TestPage:
    def test_a_late_arrival_watches(self, voting: tuple[list[Guest], Decision]) -> None:
        (ann, *_), _ = voting
        late = Guest(ann.table)
        told = client_of(late.user).get(f"/tables/{ann.table.slug}/live/").json()
        assert told["own"]["say"] == "You watch this round. Bet on the next one."
        assert "pass" not in told["own"]

    def test_a_visitor_sees_the_table_and_where_to_buy_in(self, table: Table) -> None:
        page = Client().get(f"/tables/{table.slug}/")
        assert page.status_code == 200
        assert b'href="#buy-in"' in page.content
        assert b'data-panel="bets"' not in page.content

    @pytest.mark.parametrize(("dealing", "is_marked"), [("EU", True), ("US", False)])
    def test_lobby_and_page_bear_the_mark_of_european_dealing(
        self, dealing: str, is_marked: bool
    ) -> None:
        table = seats.live_table(rules={"dealing": dealing})
        for path in ("/", f"/tables/{table.slug}/"):
            assert (b">EU</abbr>" in Client().get(path).content) is is_marked

    def test_nothing_new_is_answered_with_nothing(self, table: Table) -> None:
        version = seats.live(table).version
        path = f"/tables/{table.slug}/live/?version="
        assert Client().get(f"{path}{version}").status_code == 204
        assert Client().get(f"{path}{version - 1}").json()["version"] == version

    def test_the_result_is_said_with_its_amounts(
        self, voting: tuple[list[Guest], Decision]
    ) -> None:
        (ann, bob, cat, _), decision = voting
        for player in (ann, bob, cat):
            player.vote_on(decision, "stand")
        seats.count(ann.table)
        told = client_of(ann.user).get(f"/tables/{ann.table.slug}/live/").json()

        assert told["slots"]["met_1"] == "Stand by vote, 3"
        assert told["own"]["say"].startswith("You staked €10.00 and")

    def test_the_history_tells_who_decided(self, voting: tuple[list[Guest], Decision]) -> None:
        (ann, bob, cat, _), decision = voting
        for player in (ann, bob, cat):
            player.vote_on(decision, "stand")
        seats.count(ann.table)
        client = client_of(ann.user)
        round_ = decision.round
        page = client.get(f"/history/{round_.public_id}/").content.decode()

        assert round_.number in client.get("/history/").content.decode()
        assert "Stand by vote, 3" in page
        assert "Seat 2" not in page
        assert (
            client_of(Guest(ann.table).user).get(f"/history/{round_.public_id}/").status_code == 404
        )
