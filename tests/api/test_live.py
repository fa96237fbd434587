"""Live tables at the API: by the same services as the page, with the same refusals."""

import pytest

from tables.models import Layout, Vote
from tests import factories
from tests.api.client import Program, refusal
from tests.tables.conftest import DealCards
from tests.tables.live.seats import Guest, close, close_insurance, live, live_table

pytestmark = pytest.mark.django_db

# Seat 1 gets TS 6D against the dealer's 9C; then 5H and 2D are drawn.
CARDS = "TS 9C 6D 5H 2D TD 3S 4S"


def laid(cents: int = 1_000, position: str = "1:main") -> list[dict[str, object]]:
    return [{"position": position, "real_cents": cents}]


def test_a_player_chooses_lays_and_sees_what_lies_there() -> None:
    table = live_table()
    guest = Guest(table, auto_actions=None)
    program, place = Program(guest.user), f"tables/{table.slug}/live"
    round_id = live(table).round.public_id

    too_early = program.put(f"{place}/bets/", round=str(round_id), bets=laid())
    chosen = program.put(f"{place}/auto-actions/", auto_actions=True)
    shown = program.put(
        f"{place}/bets/", round=str(round_id), bets=[*laid(), *laid(200, "1:21+3")]
    ).json()

    assert refusal(too_early) == (409, "auto_actions_missing")
    assert chosen.json()["own"]["auto_actions"] is True
    assert shown["own"]["laid"] == {"1:main": 1_000, "1:21+3": 200}
    assert shown["view"]["round_id"] == str(round_id)
    assert Layout.objects.get().stakes_cents == 1_200


def test_an_empty_layout_takes_everything_off_the_table() -> None:
    table = live_table()
    guest = Guest(table)
    guest.lay({"1:main": 1_000})
    program = Program(guest.user)
    round_id = str(live(table).round.public_id)

    shown = program.put(f"tables/{table.slug}/live/bets/", round=round_id, bets=[]).json()

    assert shown["own"]["laid"] == {}
    assert not Layout.objects.exists()


def test_a_player_votes_in_an_open_decision(deal_cards: DealCards) -> None:
    deal_cards(CARDS)
    table = live_table()
    guests = [Guest(table) for _ in range(3)]
    for guest in guests:
        guest.lay({"1:main": 1_000})
    close(table)
    program, place = Program(guests[0].user), f"tables/{table.slug}/live/"

    [question] = program.get(place).json()["view"]["decisions"]
    voted = program.post(f"{place}votes/", "", decision=question["decision"], action="hit")
    bad = program.post(f"{place}votes/", "", decision=question["decision"], action="split")
    stranger = Program(factories.player()).post(
        f"{place}votes/", "", decision=question["decision"], action="hit"
    )

    assert voted.json()["own"]["votes"] == {str(question["decision"]): "hit"}
    assert refusal(bad) == (409, "action_not_legal")
    assert refusal(stranger) == (409, "session_over")
    assert [vote.action for vote in Vote.objects.all()] == ["hit"]


def test_a_player_answers_insurance_once(deal_cards: DealCards) -> None:
    deal_cards("TS AC 8D 5H TD 2S 3D 4H 5C 6S")
    table = live_table()
    guest = Guest(table)
    guest.lay({"1:main": 1_000})
    round_id = str(close(table).public_id)
    program, place = Program(guest.user), f"tables/{table.slug}/live/insurance/"

    insured = program.post(place, "", round=round_id, insure=True)
    again = program.post(place, "", round=round_id, insure=False)
    close_insurance(table)
    late = program.post(place, "", round=round_id, insure=True)

    assert insured.json()["own"]["insurance_cents"] == 500
    assert refusal(again) == (409, "insurance_answered")
    assert refusal(late) == (409, "insurance_not_open")


def test_a_live_round_tells_no_card_that_is_not_dealt(deal_cards: DealCards) -> None:
    deal_cards(CARDS)
    table = live_table()
    guest = Guest(table)
    other = [Guest(table) for _ in range(2)]
    for player in (guest, *other):
        player.lay({"1:main": 1_000})
    close(table)

    shown = Program(guest.user).get(f"tables/{table.slug}/live/").content

    assert b"9C" in shown
    assert [card for card in (b"5H", b"2D", b"TD", b"3S", b"4S") if card in shown] == []


def test_a_table_that_is_no_live_one_has_no_live_addresses() -> None:
    table = factories.table()
    program, place = Program(factories.player()), f"tables/{table.slug}/live/"

    assert refusal(program.get(place)) == (404, "not_found")
    assert refusal(program.put(f"{place}auto-actions/", auto_actions=True)) == (404, "not_found")
