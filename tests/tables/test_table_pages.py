"""The page of a table, the session at it, and the history."""

import datetime
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tables.models import GameSession, Round, Table
from tables.services.versions import set_table_state
from tests import factories
from tests.pages import client_of, text_of
from tests.tables.conftest import DealCards
from tests.tables.seat import everything, sit_down

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def at(name: str, table: Table) -> str:
    return reverse(f"tables:{name}", args=[table.slug])


def test_visitor_sees_the_terms_and_is_asked_to_log_in() -> None:
    table = factories.table(name="Visitors", limits={"1": {"main": [100, 2_500]}})

    page = text_of(Client().get(at("table", table)))

    assert "€1.00 to €2.50" not in page
    assert "€1.00 to €25.00" in page
    assert f"/accounts/login/?next=/tables/{table.slug}/" in page


def test_limits_are_those_of_the_players_tier() -> None:
    limits = {"1": {"main": [100, 2_500]}, "3": {"main": [100, 30_000]}}
    table = factories.table(limits=limits)
    person = factories.player(tier=factories.vip_tier(rank=3))

    assert "€1.00 to €300.00" in text_of(client_of(person).get(at("table", table)))


def test_unknown_table_is_not_found_in_style() -> None:
    response = Client().get("/tables/no-such-table/")

    assert response.status_code == 404
    assert "There is nothing here under that address." in text_of(response)


def test_buying_in_opens_the_felt_with_the_ticket() -> None:
    table = factories.table()
    person = factories.player(cents=20_000)
    client = client_of(person)

    response = client.post(at("open_session", table), {"key": uuid4(), "amount": "120,50"})

    assert (response.status_code, response["Location"]) == (303, at("table", table))
    session = GameSession.objects.get()
    assert session.bought_in_cents == 12_050
    page = text_of(client.get(at("table", table)))
    assert session.ticket_code in page
    assert "€120.50" in page
    assert "€79.50" in page


REFUSED_BUY_INS = [
    ("0", 400, "A session here is opened with €0.01 to €1,000.00, not €0.00."),
    ("1000.01", 400, "A session here is opened with €0.01 to €1,000.00, not €1,000.01."),
    ("250", 409, "The balance is not enough: €250.00 is needed, €200.00 is there."),
    ("1.234", 400, "Enter whole cents, with two decimals at most"),
    ("-1", 400, "An amount cannot be negative."),
    ("", 400, "This field is required."),
    ("all", 400, "That is not an amount."),
]


@pytest.mark.parametrize(("amount", "status", "sentence"), REFUSED_BUY_INS)
def test_bad_buy_ins_get_one_sentence_and_move_nothing(
    amount: str, status: int, sentence: str
) -> None:
    table = factories.table()
    client = client_of(factories.player(cents=20_000))
    before = everything()

    response = client.post(at("open_session", table), {"key": uuid4(), "amount": amount})

    assert response.status_code == status
    assert sentence in text_of(response)
    assert everything() == before


def test_second_buy_in_leads_to_the_session_that_is_open() -> None:
    seat = sit_down()
    client = client_of(seat.player)

    response = client.post(at("open_session", seat.table), {"key": uuid4(), "amount": "5"})

    assert response["Location"] == at("table", seat.table)
    assert "You already have a session at" in text_of(client.get(response["Location"]))
    assert seat.stake_cents == 10_000


def test_closed_table_takes_no_buy_in_and_says_so() -> None:
    table = set_table_state(table=factories.table(), state=Table.State.CLOSED)
    client = client_of(factories.player(cents=20_000))

    assert "This table is closed." in text_of(client.get(at("table", table)))
    response = client.post(at("open_session", table), {"key": uuid4(), "amount": "5"})
    assert response.status_code == 409
    assert GameSession.objects.count() == 0


def test_staff_do_not_play() -> None:
    table = factories.table()

    response = client_of(factories.staff()).post(
        at("open_session", table), {"key": uuid4(), "amount": "5"}
    )

    assert response.status_code == 403
    assert "Members of staff do not play." in text_of(response)


def test_money_is_added_at_the_table() -> None:
    seat = sit_down()
    sent = {"key": uuid4(), "session": seat.session.public_id, "amount": "50"}
    client = client_of(seat.player)

    fragment = text_of(client.post(at("add_money", seat.table), sent, headers=HTMX))
    again = client.post(at("add_money", seat.table), sent, headers=HTMX)

    assert "€50.00 was added to your stake." in fragment
    assert again.status_code == 200
    assert (seat.stake_cents, seat.cash_cents) == (15_000, 5_000)


@pytest.mark.parametrize(
    ("amount", "status", "sentence"),
    [
        ("100.01", 409, "The balance is not enough: €100.01 is needed, €100.00 is there."),
        ("900.01", 409, "At most €1,000.00 can be bought into one session."),
        ("0", 400, "not €0.00."),
        ("some", 400, "That is not an amount."),
    ],
)
def test_refused_additions_are_told_in_the_open_drawer(
    amount: str, status: int, sentence: str
) -> None:
    seat = sit_down()
    before = everything()
    sent = {"key": uuid4(), "session": seat.session.public_id, "amount": amount}

    response = client_of(seat.player).post(at("add_money", seat.table), sent, headers=HTMX)

    fragment = text_of(response)
    assert response.status_code == status
    assert 'id="money-refusal" role="alert"' in fragment
    assert sentence in fragment
    assert "data-menu open" in fragment
    assert everything() == before


def test_ending_is_asked_before_it_is_done() -> None:
    seat = sit_down()
    client = client_of(seat.player)

    asked = text_of(client.get(at("end_session", seat.table)))
    assert "End the session?" in asked
    assert seat.stake_cents == 10_000

    sent = {"session": seat.session.public_id}
    response = client.post(at("end_session", seat.table), sent, follow=True)

    assert "has ended: €100.00 is back in your balance." in text_of(response)
    assert (seat.stake_cents, seat.cash_cents) == (0, 20_000)


def test_session_with_a_round_in_play_does_not_end(deal_cards: DealCards) -> None:
    deal_cards("9S TH 7D 8C 5S")
    seat = sit_down()
    seat.deal(1_000)

    response = client_of(seat.player).post(
        at("end_session", seat.table), {"session": seat.session.public_id}
    )

    assert response.status_code == 409
    assert "A round of yours is in play" in text_of(response)
    assert seat.stake_cents == 9_000


def test_session_bar_counts_what_lies_on_the_felt(deal_cards: DealCards) -> None:
    deal_cards("9S TH 7D 8C 5S")
    seat = sit_down()
    seat.deal(1_000)
    GameSession.objects.update(opened_at=timezone.now() - datetime.timedelta(seconds=3_725))

    response = client_of(seat.player).get(at("table", seat.table))

    assert response.context["net_cents"] == 0
    assert response.context["elapsed"] == "1:02:05"


def test_lux_names_the_whole_amount_first() -> None:
    table = factories.table(game="lux", whole_amount_first=True, rebuy_allowed=False)
    seat = sit_down(table)

    page = text_of(client_of(seat.player).get(at("table", table)))

    assert "At this table the whole amount is named first" in page
    assert 'id="add-amount"' not in page


def test_empty_history_says_what_will_fill_it() -> None:
    page = text_of(client_of(factories.player()).get(reverse("tables:history")))

    assert "Nothing yet. Every round you play stands here" in page


def test_history_lists_rounds_and_opens_one(deal_cards: DealCards) -> None:
    deal_cards("9S TH 7D 8C 5S")
    seat = sit_down()
    seat.deal(1_000)
    seat.act("hit")
    client = client_of(seat.player)
    round_ = Round.objects.get()

    listed = text_of(client.get(reverse("tables:history")))
    shown = text_of(client.get(reverse("tables:round", args=[round_.public_id])))

    assert round_.number in listed
    assert "+€10.00" in listed
    assert "A look back" in shown
    assert 'aria-label="5 of spades"' in shown
    assert round_.shoe.seed in shown


def test_open_round_in_the_history_hides_the_hole_card(deal_cards: DealCards) -> None:
    deal_cards("9S TH 7D 8C 5S")
    seat = sit_down()
    seat.deal(1_000)
    round_ = Round.objects.get()

    shown = text_of(client_of(seat.player).get(reverse("tables:round", args=[round_.public_id])))

    assert "8 of clubs" not in shown
    assert "5 of spades" not in shown


def test_round_of_somebody_else_is_not_found(deal_cards: DealCards) -> None:
    deal_cards("9S TH 7D 8C 5S")
    seat = sit_down()
    seat.deal(1_000)

    response = client_of(factories.player()).get(
        reverse("tables:round", args=[Round.objects.get().public_id])
    )

    assert response.status_code == 404


def test_page_reads_in_italian(deal_cards: DealCards) -> None:
    deal_cards("AS TH 7D 8C 5S")
    seat = sit_down()
    seat.deal(1_000)

    page = text_of(client_of(seat.player, "it").get(at("table", seat.table)))

    assert 'lang="it"' in page
    assert "Box 1: 8/18. Il banco mostra 10." in page
    assert 'aria-label="asso di picche"' in page
    assert "90,00 €" in page  # the space that does not break was folded by split
