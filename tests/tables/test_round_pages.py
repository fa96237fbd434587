"""One round looked back at: its page, its replay step by step, its proof, and what staff see."""

import itertools
import re
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from casino.permissions import COMPLIANCE
from casino.services.roles import set_up_roles
from tables.models import Bet, Round
from tables.services.proof import own_proof, round_proof
from tables.services.questions import ask
from tables.services.voids import void_round
from tests import factories
from tests.pages import client_of, text_of
from tests.tables.conftest import DealCards
from tests.tables.live import seats as live_seats
from tests.tables.random_play import RandomPlayer
from tests.tables.seat import Seat, sit_down

pytestmark = pytest.mark.django_db

ROUND_QUERIES = 9
STAFF_QUERIES = [19, 17]
"""Of a private round and of a live one, whoever played in it."""


@pytest.fixture
def split(deal_cards: DealCards) -> Seat:
    """Eights split, the right hand doubled, both won."""
    deal_cards("8S 6D 8H TC 3S TD TH 9C")
    seat = sit_down()
    seat.deal(1_000)
    seat.act("split")
    seat.act("double", "1R")
    seat.act("stand", "1L")
    return seat


@pytest.fixture
def playing(deal_cards: DealCards) -> Seat:
    """In play, a ten under the dealer's six and a three next in the shoe."""
    deal_cards("TS 6D 2H TC 3D 9C")
    seat = sit_down()
    seat.deal(1_000)
    return seat


def page(seat: Seat, name: str = "round", **query: str | int) -> str:
    address = reverse(f"tables:{name}", args=[seat.round.public_id])
    return text_of(client_of(seat.player).get(address, query))


def staff() -> Client:
    set_up_roles()
    return client_of(factories.staff(role=COMPLIANCE))


def staff_page(seat: Seat) -> str:
    pk = int(seat.round.number[1:])
    return text_of(staff().get(reverse("admin:tables_round_change", args=[pk])))


# The round


def test_the_page_has_the_balances_and_each_movement(split: Seat):
    shown = page(split)
    facts = dict(re.findall(r"<dt>([^<]*)</dt> <dd[^>]*> ([^<]*?) </dd>", shown))
    assert facts["At the table before the round"] == "€100.00"
    assert facts["At the table after it"] == "€130.00"
    assert (facts["Staked"], facts["Returned"]) == ("€30.00", "€60.00")
    assert re.findall(r">([−+]€[0-9.]+)</td>", shown) == [
        "−€10.00",
        "−€10.00",
        "−€10.00",
        "+€60.00",
    ]


def test_a_void_round_says_why_and_shows_both_ways(split: Seat):
    boss = factories.staff()
    void_round(round_id=split.round.public_id, actor=boss, reason="the shoe was damaged")
    shown = page(split)
    assert "This round is void. The reason: the shoe was damaged" in shown
    assert shown.count("Stake given back") == 3
    assert "Payout taken back" in shown
    assert "Afterwards bets of this round were voided" in page(split, "replay", step=99)


def test_the_page_takes_a_fixed_number_of_queries(split: Seat):
    browser = client_of(split.player)
    with CaptureQueriesContext(connection) as queries:
        browser.get(reverse("tables:round", args=[split.round.public_id]))
    assert len(queries) == ROUND_QUERIES


# The replay


def test_the_replay_goes_from_the_deal_to_the_dealers_play(split: Seat):
    titles = [
        re.search(r"<h2>(The deal|A decision|The dealer plays)</h2>", page(split, "replay", step=n))
        for n in range(1, 6)
    ]
    assert [found and found[1] for found in titles] == [
        "The deal",
        "A decision",
        "A decision",
        "A decision",
        "The dealer plays",
    ]
    assert "Step 1 of 5" in page(split, "replay")


def test_each_step_shows_what_lay_there_then(split: Seat):
    deal, after_split, doubled, stood, end = (page(split, "replay", step=n) for n in range(1, 6))
    assert '<strong class="replayed">Replay</strong>' in deal
    assert "3 of spades" not in deal
    assert "Box 1: 8 of spades" in deal
    assert "Dealer: face-down card" in deal
    assert "Box 1 becomes two hands" in after_split
    assert "Box 1, right hand: 3 of spades" in after_split
    assert "Box 1, right hand: 10 of hearts" in doubled
    for step in (deal, after_split, doubled, stood):
        assert "10 of clubs" not in step
        assert "comes back" not in step
    assert "decided by the player" in stood
    assert "Dealer turns the 10 of clubs" in end
    assert "Box 1, right hand: Main bet: Won, €40.00 comes back" in end


def test_steps_are_links_that_know_their_ends(split: Seat):
    first, middle, last = (page(split, "replay", step=n) for n in (1, 3, 5))
    assert 'rel="prev"' not in first
    assert 'href="?step=2" rel="next"' in first
    assert 'href="?step=2" rel="prev"' in middle
    assert 'href="?step=4" rel="next"' in middle
    assert 'rel="next"' not in last


@pytest.mark.parametrize(
    ("asked", "step"), [("0", 1), ("-3", 1), ("x", 1), ("", 1), ("99", 5), ("9" * 30, 1), ("²", 1)]
)
def test_a_step_that_is_none_leads_to_one(split: Seat, asked: str, step: int):
    assert f"Step {step} of 5" in page(split, "replay", step=asked)


def test_a_round_in_play_shows_no_card_that_is_not_dealt(playing: Seat):
    pages = [page(playing, "replay", step=n) for n in (1, 2)]
    pages += [page(playing), staff_page(playing)]
    for shown in pages:
        assert "10 of clubs" not in shown
        assert "3 of diamonds" not in shown
        assert Round.objects.get().shoe.commitment[:8] in shown or "Step 1 of 1" in shown
    assert "still in play" in pages[0]
    playing.act("hit")
    assert "3 of diamonds" in page(playing, "replay", step=2)
    assert "10 of clubs" not in page(playing, "replay", step=2)


def test_nobody_looks_at_a_foreign_round(split: Seat):
    other = client_of(factories.player())
    for name in ("round", "replay", "question"):
        address = reverse(f"tables:{name}", args=[split.round.public_id])
        assert other.get(address).status_code == 404
    answer = other.get(reverse("tables:verify"), {"round": split.round.number})
    assert (answer.status_code, "no such round of yours" in text_of(answer)) == (404, True)


def test_random_rounds_of_all_private_games_are_replayed_to_their_end():
    tables = [factories.table(game=game) for game in ("american", "classic")]
    player = RandomPlayer(factories.player(cents=5_000_000), tables, seed=3).play(12).player
    browser, operator = client_of(player), staff()
    for round_ in Round.objects.all():
        shown = text_of(browser.get(f"/history/{round_.public_id}/replay/?step=999"))
        assert re.search(r"Step (\d+) of \1</span>", shown)
        proof = round_proof(round_)
        assert (proof.is_done, proof.order_matches) == (round_.state != "open", True)
        told = text_of(operator.get(reverse("admin:tables_round_change", args=[round_.pk])))
        assert ("payouts equal" in told or "payout is equal" in told) == proof.is_done


# Live rounds


@pytest.fixture
def voted(monkeypatch: pytest.MonkeyPatch) -> tuple[list[live_seats.Guest], Round]:
    """Three vote on seat 1 until its hand is done; one plays seat 2 alone, by Best Strategy.

    The seeds are always the same: with one in twenty there would be a blackjack and no vote.
    """
    seeds = itertools.count(1)
    monkeypatch.setattr(
        "tables.services.shoes.secrets.token_bytes", lambda size: next(seeds).to_bytes(size, "big")
    )
    table = live_seats.live_table()
    guests = live_seats.guests(table, "ann", "bob", "cat", "dan")
    guests[1].choose(False)
    for guest in guests[:3]:
        guest.lay({"1:main": 1_000})
    guests[3].lay({"2:main": 1_000})
    round_ = live_seats.close(table)
    for _ in range(12):
        decision = round_.decisions.filter(closed_at__isnull=True).first()
        if decision is None:
            live_seats.close_insurance(table)
            continue
        for guest in guests[:2]:
            guest.vote_on(decision, "stand")
        live_seats.count(table, timer_over=True)
    round_.refresh_from_db()
    return guests, round_


def test_a_live_round_is_replayed_with_the_players_own_seat(
    voted: tuple[list[live_seats.Guest], Round],
):
    guests, round_ = voted
    assert round_.state == "settled"
    for guest, own, other in ((guests[0], "Seat 1", "Seat 2"), (guests[3], "Seat 2", "Seat 1")):
        browser = client_of(guest.user)
        pages = [
            text_of(browser.get(f"/history/{round_.public_id}/replay/?step={n}"))
            for n in range(1, 9)
        ]
        assert own in pages[0]
        assert not any(other in shown for shown in pages)
    decided = client_of(guests[0].user).get(f"/history/{round_.public_id}/")
    assert "Stand by vote, 2" in text_of(decided)


def test_the_record_says_who_had_agreed_to_doubles_and_splits(
    voted: tuple[list[live_seats.Guest], Round],
):
    guests, round_ = voted
    guests[0].choose(False)  # for rounds to come; what held in this one stays
    agreed = "doubles and splits take their stake by themselves"
    only = "took a stake from you only where you had voted"
    for guest, said, other in ((guests[0], agreed, only), (guests[1], only, agreed)):
        told = text_of(client_of(guest.user).get(f"/history/{round_.public_id}/"))
        assert said in told
        assert other not in told
    told = text_of(staff().get(reverse("admin:tables_round_change", args=[round_.pk])))
    assert (told.count("by themselves"), told.count("with a vote")) == (3, 1)


def test_staff_see_a_live_round_with_all_its_bets(voted: tuple[list[live_seats.Guest], Round]):
    guests, round_ = voted
    shown = text_of(staff().get(reverse("admin:tables_round_change", args=[round_.pk])))
    for text in ("Seat 1", "Seat 2", "Bets of all players together", "4 bets, all payouts equal"):
        assert text in shown
    assert "€30.00" in shown
    assert all(guest.user.username in shown for guest in guests)


def test_the_shoe_of_a_live_table_is_proved_when_it_is_done(
    voted: tuple[list[live_seats.Guest], Round],
):
    guests, round_ = voted
    proof = own_proof(player=guests[0].user, text=round_.number)
    assert (proof.is_done, proof.order, proof.dealt) == (False, (), ())
    told = client_of(guests[0].user).get(reverse("tables:verify"), {"round": round_.number})
    assert "This shoe is not done" in text_of(told)
    void_round(round_id=round_.public_id, actor=factories.staff(), reason="misdealt")
    assert text_of(told).count(round_.shoe.commitment) == 1


# The proof


def test_a_proof_says_what_holds(split: Seat):
    # The cards of this test were not shuffled, so that the order of the seed is another.
    round_ = Round.objects.select_related("shoe", "version").get()
    proof = round_proof(round_)
    assert (proof.seed_matches, proof.order_matches, proof.payouts_match) == (True, False, True)
    assert list(proof.dealt) == ["8S", "6D", "8H", "TC", "3S", "TD", "TH", "9C"]
    shown = text_of(
        client_of(split.player).get(reverse("tables:verify"), {"round": split.round.number})
    )
    assert shown.count(">holds<") == 2
    assert shown.count(">DOES NOT HOLD<") == 1
    assert f"manage.py verify {round_.shoe.seed} --decks 6" in shown


def test_the_page_has_the_order_that_the_command_prints(capsys: pytest.CaptureFixture[str]):
    seat = sit_down()
    seat.deal(1_000)
    while seat.round.is_open:
        hand, legal = next(iter(seat.round.view["legal"].items()))
        seat.act("no" if "no" in legal else "stand", hand)
    proof = own_proof(player=seat.player, text=seat.round.number)
    call_command("verify", proof.seed, "--decks", str(proof.decks))
    first, *lines = capsys.readouterr().out.splitlines()
    assert first == f"commitment  {proof.commitment}"
    assert " ".join(line[12:] for line in lines) == " ".join(proof.order)
    assert (proof.seed_matches, proof.order_matches, proof.payouts_match) == (True, True, True)
    shown = text_of(
        client_of(seat.player).get(reverse("tables:verify"), {"round": seat.round.number})
    )
    assert shown.count(">holds<") == 3
    assert shown.count('class="shoe__dealt"') == len(proof.dealt)


# Staff


def test_staff_see_all_that_is_known_of_a_round(split: Seat):
    boss = factories.staff("boss")
    ask(player=split.player, round_id=split.round.public_id, text="Why?", key=uuid4())
    void_round(round_id=split.round.public_id, actor=boss, reason="the shoe was damaged")
    shown = staff_page(split)
    for text in (
        f"Player {split.player.username}",
        "Voided by boss: the shoe was damaged",
        "Box 1, right hand: Main bet",
        "decided by the player",
        "Payout taken back",
        "round.voided",
        "2 bets, all payouts equal",
        "waiting for an answer",
        "Rules of version 1",
        "Decks",
    ):
        assert text in shown, text


def test_the_command_and_the_page_agree(split: Seat, capsys: pytest.CaptureFixture[str]):
    call_command("replay", split.round.number)
    assert "2 bets, all payouts equal" in capsys.readouterr().out
    assert "2 bets, all payouts equal" in staff_page(split)

    Bet.objects.filter(position="1L:main").update(paid_cents=1_900)
    with pytest.raises(SystemExit):
        call_command("replay", split.round.number)
    told = capsys.readouterr().err.splitlines()
    shown = staff_page(split)
    assert len(told) == 2
    for line in told:
        assert line.removeprefix(f"{split.round.number}: ") in shown


def test_who_may_not_void_is_not_led_to_it(split: Seat):
    assert "Void this round" not in staff_page(split)


def test_the_staff_page_takes_a_fixed_number_of_queries(
    split: Seat, voted: tuple[list[live_seats.Guest], Round]
):
    browser = staff()
    counted = []
    for pk in (int(split.round.number[1:]), voted[1].pk):
        with CaptureQueriesContext(connection) as queries:
            browser.get(reverse("admin:tables_round_change", args=[pk]))
        counted.append(len(queries))
    assert counted == STAFF_QUERIES
