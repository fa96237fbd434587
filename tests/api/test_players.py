"""Players at the API: sessions, private rounds, and what keys and refusals do."""

from uuid import UUID, uuid4

import pytest

from tables.models import GameSession, Round
from tests import factories
from tests.api.client import Program, refusal
from tests.tables.conftest import DealCards
from tests.tables.seat import everything, sit_down
from wallet.selectors import cash_balance

pytestmark = pytest.mark.django_db

BETS = [{"box": 1, "main": {"real_cents": 1_000}}]


def program(cents: int = 20_000) -> Program:
    return Program(factories.player(cents=cents))


def test_tables_show_the_limits_of_the_players_tier() -> None:
    limits = {"1": {"main": [50, 2_500]}, "2": {"main": [50, 9_900]}}
    factories.table(name="Garden", limits=limits)
    gold = Program(factories.player(tier=factories.vip_tier(rank=2)))

    [line] = gold.get("tables/").json()
    table = gold.get("tables/garden/").json()

    assert (line["slug"], line["state"], line["has_session"]) == ("garden", "open", False)
    assert line["main"] == {"least_cents": 50, "most_cents": 9_900}
    assert table["limits"]["main"] == {"least_cents": 50, "most_cents": 9_900}
    assert (table["rules"]["decks"], table["rules"]["blackjack_pays"]) == (6, "3:2")
    assert table["session"] is None


def test_a_session_is_opened_added_to_and_closed() -> None:
    factories.table(name="Garden")
    player = program()

    opened = player.post("sessions/", table="garden", buy_in_cents=5_000)
    session = opened.json()
    added = player.post(f"sessions/{session['id']}/money/", amount_cents=1_500)
    closed = player.post(f"sessions/{session['id']}/close/")

    assert (opened.status_code, session["state"], session["stake_cents"]) == (201, "open", 5_000)
    assert len(session["next_commitment"]) == 64
    assert (added.json()["stake_cents"], added.json()["bought_in_cents"]) == (6_500, 6_500)
    assert (closed.json()["state"], closed.json()["paid_out_cents"]) == ("closed", 6_500)
    assert cash_balance(player=player.person) == 20_000


def test_a_round_is_dealt_and_played(deal_cards: DealCards) -> None:
    deal_cards("9S TH 7D 8C 5S")
    seat = sit_down()
    player = Program(seat.player)

    dealt = player.post(f"sessions/{seat.session.public_id}/rounds/", bets=BETS)
    round_ = dealt.json()["round"]
    acted = player.post(f"rounds/{round_['id']}/actions/", step=0, hand="1", action="hit").json()

    assert dealt.status_code == 201
    assert (round_["state"], round_["step"]) == ("open", 0)
    assert round_["view"]["dealer"]["cards"] == ["TH", None]
    assert round_["view"]["legal"] == {"1": ["hit", "stand", "double"]}
    assert dealt.json()["stake_cents"] == 9_000
    assert (acted["round"]["state"], acted["round"]["paid_cents"]) == ("settled", 2_000)
    assert acted["round"]["view"]["hands"][0]["cards"] == ["9S", "7D", "5S"]
    assert acted["stake_cents"] == 11_000


def test_a_round_in_play_tells_no_card_that_is_not_dealt(deal_cards: DealCards) -> None:
    deal_cards("9S TH 7D 8C 5S")
    seat = sit_down()
    player = Program(seat.player)

    dealt = player.post(f"sessions/{seat.session.public_id}/rounds/", bets=BETS)
    found = player.get(f"rounds/{dealt.json()['round']['id']}/")
    staff = Program(factories.staff(superuser=True))
    shown = staff.get(f"house/rounds/{dealt.json()['round']['id']}/")

    for answer in (dealt, found, shown):
        assert b"TH" in answer.content
        assert b"8C" not in answer.content
        assert b"5S" not in answer.content
    assert found.json()["round"]["seed"] == shown.json()["seed"] == ""


def test_side_bets_and_golden_chips_are_sent_by_position() -> None:
    seat = sit_down(factories.table(game="duel", golden_allowed=True))
    factories.golden_chips(seat.player, chip_cents=500, chips=2)
    player = Program(seat.player)
    box = {
        "box": 2,
        "main": {"real_cents": 1_000, "golden": [500]},
        "sides": [{"name": "2up", "real_cents": 100}],
    }

    dealt = player.post(f"sessions/{seat.session.public_id}/rounds/", bets=[box])

    assert dealt.status_code == 201, dealt.json()
    placed = {bet["position"]: bet for bet in dealt.json()["round"]["view"]["bets"]}
    assert (placed["2:main"]["real_cents"], placed["2:main"]["golden"]) == (1_000, [500])
    assert placed["2:2up"]["real_cents"] == 100


def test_history_of_a_round_has_bets_choices_and_proof(deal_cards: DealCards) -> None:
    deal_cards("9S TH 7D 8C 5S")
    seat = sit_down()
    seat.deal(1_000)
    seat.act("hit")

    found = Program(seat.player).get(f"rounds/{seat.round.public_id}/").json()

    assert [(bet["position"], bet["paid_cents"]) for bet in found["bets"]] == [("1:main", 2_000)]
    assert [choice["action"] for choice in found["choices"]] == ["hit"]
    assert len(found["round"]["seed"]) == 64


# Keys


def test_the_same_key_opens_one_session() -> None:
    factories.table(name="Garden")
    player, key = program(), uuid4()

    first = player.post("sessions/", key, table="garden", buy_in_cents=5_000)
    again = player.post("sessions/", key, table="garden", buy_in_cents=5_000)

    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json() == first.json()
    assert cash_balance(player=player.person) == 15_000


def test_the_same_key_deals_once_and_gives_its_own_round(deal_cards: DealCards) -> None:
    deal_cards("AS TH KD 8C")
    seat = sit_down()
    player, key = Program(seat.player), uuid4()
    rounds = f"sessions/{seat.session.public_id}/rounds/"

    first = player.post(rounds, key, bets=BETS).json()["round"]
    player.post(rounds, bets=BETS)
    again = player.post(rounds, key, bets=BETS).json()["round"]

    assert again["id"] == first["id"]
    assert Round.objects.count() == 2
    assert seat.stake_cents == 13_000


def test_the_same_key_decides_once(deal_cards: DealCards) -> None:
    deal_cards("2S TH 3D 8C 2D 2C 9S")
    seat = sit_down()
    player, key = Program(seat.player), uuid4()
    address = f"rounds/{seat.deal(1_000).public_id}/actions/"
    hit = {"step": 0, "hand": "1", "action": "hit"}

    first = player.post(address, key, **hit).json()
    again = player.post(address, key, **hit).json()

    assert first == again
    assert first["round"]["step"] == 1


def test_a_key_belongs_to_its_contents(deal_cards: DealCards) -> None:
    deal_cards("9S TH 7D 8C 5S")
    seat = sit_down()
    player, key = Program(seat.player), uuid4()
    session = f"sessions/{seat.session.public_id}"
    other = [{"box": 1, "main": {"real_cents": 2_000}}]
    player.post(f"{session}/rounds/", key, bets=BETS)
    before = everything()

    answers = [
        player.post(f"{session}/rounds/", key, bets=other),
        player.post(f"{session}/money/", key, amount_cents=1_000),
        player.post(f"{session}/close/", key),
    ]

    assert [refusal(answer) for answer in answers] == [(409, "idempotency_conflict")] * 3
    assert everything() == before


def test_a_key_of_one_person_is_not_that_of_another() -> None:
    factories.table(name="Garden")
    key = uuid4()

    answers = [
        player.post("sessions/", key, table="garden", buy_in_cents=cents)
        for player, cents in ((program(), 5_000), (program(), 6_000))
    ]

    assert [answer.status_code for answer in answers] == [201, 201]


@pytest.mark.parametrize(
    ("key", "code"),
    [("", "idempotency_key_missing"), ("one", "idempotency_key_malformed")],
)
def test_what_moves_money_needs_a_key(key: str, code: str) -> None:
    seat = sit_down()
    player, session = Program(seat.player), f"sessions/{seat.session.public_id}"
    nobody = UUID(int=1)
    before = everything()

    answers = [
        player.post("sessions/", key, table=seat.table.slug, buy_in_cents=5_000),
        player.post(f"{session}/money/", key, amount_cents=1_000),
        player.post(f"{session}/rounds/", key, bets=BETS),
        player.post(f"{session}/close/", key),
        player.post(f"rounds/{nobody}/actions/", key, step=0, hand="1", action="hit"),
    ]

    assert [refusal(answer) for answer in answers] == [(400, code)] * 5
    assert everything() == before


# Refusals


def test_refusals_are_those_of_the_pages_in_the_readers_language() -> None:
    seat = sit_down(buy_in=500)
    player = Program(seat.player, language="it")

    answer = player.post(f"sessions/{seat.session.public_id}/rounds/", bets=BETS)

    assert refusal(answer) == (409, "stake_exceeded")
    assert answer.json()["facts"] == {"needed_cents": 1_000, "held_cents": 500}
    assert answer.json()["title"].startswith("Le puntate fanno 10,00\xa0€")


@pytest.mark.parametrize("cents", [0, -1, 1.5, "1000", True, None, 10**13], ids=str)
def test_amounts_are_whole_cents_above_nothing(cents: object) -> None:
    factories.table(name="Garden")
    player = program()
    before = everything()

    answer = player.post("sessions/", table="garden", buy_in_cents=cents)

    assert refusal(answer) == (400, "invalid_input")
    assert [*answer.json()["facts"]] == ["buy_in_cents"]
    assert everything() == before


def test_a_stale_step_decides_nothing(deal_cards: DealCards) -> None:
    deal_cards("2S TH 3D 8C 2D 2C 9S")
    seat = sit_down()
    player, address = Program(seat.player), f"rounds/{seat.deal(1_000).public_id}/actions/"
    player.post(address, step=0, hand="1", action="hit")
    before = everything()

    answer = player.post(address, step=0, hand="1", action="stand")

    assert refusal(answer) == (409, "round_moved_on")
    assert everything() == before


def test_what_belongs_to_another_is_not_there() -> None:
    seat = sit_down()
    seat.deal(1_000)
    stranger = program()
    session = f"sessions/{seat.session.public_id}"
    before = everything()

    answers = [
        stranger.get(f"{session}/"),
        stranger.post(f"{session}/money/", amount_cents=100),
        stranger.post(f"{session}/rounds/", bets=BETS),
        stranger.post(f"{session}/close/"),
        stranger.get(f"rounds/{seat.round.public_id}/"),
        stranger.post(f"rounds/{seat.round.public_id}/actions/", step=0, hand="1", action="hit"),
        stranger.get("sessions/of-nobody/"),
        stranger.get("nothing/"),
    ]

    assert [refusal(answer) for answer in answers] == [(404, "not_found")] * 8
    assert everything() == before


def test_staff_do_not_play() -> None:
    factories.table(name="Garden")
    clerk = Program(factories.staff())

    answer = clerk.post("sessions/", table="garden", buy_in_cents=5_000)

    assert refusal(answer) == (403, "staff_do_not_play")
    assert not GameSession.objects.exists()


def test_contents_that_cannot_be_read_are_refused() -> None:
    player = program()

    broken = player.client.generic(
        "POST", "/api/v1/sessions/", "{", content_type="application/json"
    )
    deep, deeper, large = (
        player.client.generic("POST", "/api/v1/sessions/", text, content_type="application/json")
        for text in ('{"more": ' * 21 + "1" + "}" * 21, "[" * 100_000, " " * 3_000_000)
    )
    form = player.client.post("/api/v1/sessions/", {"table": "garden"})
    wrong = player.client.delete("/api/v1/sessions/")

    assert refusal(broken) == refusal(deep) == refusal(deeper) == (400, "unreadable")
    assert refusal(large) == (413, "contents_too_large")
    assert refusal(form) == (415, "unsupported_media_type")
    assert refusal(wrong) == (405, "method_not_allowed")


# Pages of lists


def test_sessions_come_page_by_page_newest_first() -> None:
    player = program()
    for name in ("One", "Two", "Three"):
        factories.session(player.person, factories.table(name=name), cents=100)

    first = player.get("sessions/", limit=2).json()
    last = player.get("sessions/", limit=2, before=first["next"]).json()

    assert [session["table"] for session in first["results"]] == ["three", "two"]
    assert [session["table"] for session in last["results"]] == ["one"]
    assert last["next"] is None


def test_history_comes_page_by_page_newest_first(deal_cards: DealCards) -> None:
    deal_cards("9S TH KD 8C")
    seat = sit_down()
    numbers = []
    for cents in (100, 200, 300):
        seat.deal(cents)
        seat.act("stand")
        numbers.append(seat.round.number)
    player = Program(seat.player)

    first = player.get("rounds/", limit=2).json()
    last = player.get("rounds/", limit=2, before=first["next"]).json()

    shown = [line["round"]["number"] for line in first["results"]]
    assert shown == [numbers[2], numbers[1]]
    assert [line["round"]["staked_cents"] for line in last["results"]] == [100]
    assert last["next"] is None
    assert player.get("rounds/", result="lost").json()["results"] == []
    assert len(player.get("rounds/", result="won").json()["results"]) == 3


@pytest.mark.parametrize("query", [{"limit": "0"}, {"limit": "201"}, {"before": "x"}], ids=str)
def test_a_page_that_cannot_be_is_refused(query: dict[str, str]) -> None:
    assert refusal(program().get("sessions/", **query)) == (400, "invalid_input")
