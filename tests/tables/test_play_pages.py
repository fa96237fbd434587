"""Bets and decisions by page: whole pages and fragments, refusals in both languages."""

from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tables.models import Round, Table
from tables.services.versions import set_table_state
from tests.tables.conftest import DealCards
from tests.tables.seat import Seat, everything, sit_down

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
# Box 1 has 16 against a ten; the hole card makes 18; then a five comes.
SIXTEEN_AGAINST_TEN = "9S TH 7D 8C 5S"


@pytest.fixture
def seat() -> Seat:
    return sit_down()


@pytest.fixture
def browser(seat: Seat) -> Client:
    return at(seat)


def at(seat: Seat, language: str = "en") -> Client:
    """The browser of the player of this seat."""
    client = Client()
    client.force_login(seat.player)
    client.cookies["django_language"] = language
    return client


def url(name: str, seat: Seat) -> str:
    return reverse(f"tables:{name}", args=[seat.table.slug])


def bets(seat: Seat, **boxes: str) -> dict[str, Any]:
    """What the form of the bets sends."""
    return {"key": uuid4(), "session": seat.session.public_id, "chosen": "1", **boxes}


def decision(action: str, hand: str = "1") -> dict[str, Any]:
    """What a button of the last round sends."""
    round_ = Round.objects.latest("id")
    sent = {"round": round_.public_id, "step": round_.actions.count()}
    return {**sent, "hand": hand, "action": action}


def test_plain_form_deals_and_leads_back_to_the_table(
    browser: Client, seat: Seat, deal_cards: DealCards
) -> None:
    deal_cards(SIXTEEN_AGAINST_TEN)

    response = browser.post(url("deal", seat), bets(seat, box_1="10,00", box_2="", box_3="0"))

    assert (response.status_code, response["Location"]) == (303, url("table", seat))
    assert seat.stake_cents == 9_000
    page = browser.get(url("table", seat)).content.decode()
    assert "Box 1: 16. The dealer shows 10." in page
    assert 'aria-label="9 of spades"' in page
    assert 'aria-label="face-down card"' in page
    assert "8 of clubs" not in page


def test_htmx_gets_the_fragment_with_the_new_balance(
    browser: Client, seat: Seat, deal_cards: DealCards
) -> None:
    deal_cards(SIXTEEN_AGAINST_TEN)

    response = browser.post(url("deal", seat), bets(seat, box_1="10"), headers=HTMX)

    fragment = response.content.decode()
    assert response.status_code == 200
    assert fragment.lstrip().startswith('<div class="game"')
    assert "<html" not in fragment
    assert 'id="balance"' in fragment
    assert "€90.00" in fragment


def test_round_is_played_to_its_end(browser: Client, seat: Seat, deal_cards: DealCards) -> None:
    deal_cards(SIXTEEN_AGAINST_TEN)
    browser.post(url("deal", seat), bets(seat, box_1="10"))

    fragment = browser.post(url("act", seat), decision("hit"), headers=HTMX).content.decode()

    assert "You staked €10.00 and €20.00 came back: €10.00 won." in fragment
    assert 'aria-label="8 of clubs"' in fragment
    assert seat.stake_cents == 11_000


def test_same_bets_sent_twice_are_one_round(browser: Client, seat: Seat) -> None:
    sent = bets(seat, box_1="10")

    first = browser.post(url("deal", seat), sent, headers=HTMX)
    second = browser.post(url("deal", seat), sent, headers=HTMX)

    assert (first.status_code, second.status_code) == (200, 200)
    assert Round.objects.count() == 1


def test_same_decision_sent_twice_falls_once(
    browser: Client, seat: Seat, deal_cards: DealCards
) -> None:
    deal_cards("2S TH 3D 8C 4S 5S 6S")
    browser.post(url("deal", seat), bets(seat, box_1="10"))
    sent = decision("hit")

    browser.post(url("act", seat), sent, headers=HTMX)
    second = browser.post(url("act", seat), sent, headers=HTMX)

    assert second.status_code == 200
    assert "The round had moved on" not in second.content.decode()
    assert Round.objects.get().actions.count() == 1


def test_stale_page_decides_nothing_and_is_told(
    browser: Client, seat: Seat, deal_cards: DealCards
) -> None:
    deal_cards("2S TH 3D 8C 4S 5S 6S")
    browser.post(url("deal", seat), bets(seat, box_1="10"))
    stale = decision("stand")
    browser.post(url("act", seat), decision("hit"), headers=HTMX)

    response = browser.post(url("act", seat), stale, headers=HTMX)

    assert "The round had moved on. This is how it stands." in response.content.decode()
    assert Round.objects.get().state == Round.State.OPEN
    assert Round.objects.get().actions.count() == 1


REFUSED_BETS = [
    ({"box_1": "0.50"}, 400, "The bet of €0.50 on box 1 is too small: the least is €1.00."),
    ({"box_1": "500.01"}, 400, "The bet of €500.01 on box 1 is too large: the most is €500.00."),
    ({"box_1": "60", "box_2": "60"}, 409, "The bets come to €120.00 and your stake is €100.00."),
    ({"box_1": "1.005"}, 400, "Enter whole cents, with two decimals at most"),
    ({"box_1": "-5"}, 400, "An amount cannot be negative."),
    ({"box_1": ""}, 400, "Place a bet on at least one box, then deal."),
    ({}, 400, "Place a bet on at least one box, then deal."),
    ({"box_1": "ten"}, 400, "That is not an amount."),
    ({"box_1": "٣"}, 400, "That is not an amount."),
    ({"box_1": "9" * 40}, 400, "That amount is too large."),
    ({"box_4": "10"}, 400, "This table has boxes 1 to 3; there is no box 4."),
    ({"box_1": "10", "key": "x"}, 400, "This form has expired."),
    ({"box_1": "10", "session": "x"}, 400, "This page is out of date."),
    ({"box_1": "10", "chosen": "9" * 5000}, 200, "Box 1"),
    ({"box_1": "x", "chosen": "9" * 5000}, 400, "That is not an amount."),
]


@pytest.mark.parametrize("case", REFUSED_BETS)
def test_bad_bets_get_one_sentence_and_move_nothing(
    browser: Client,
    seat: Seat,
    deal_cards: DealCards,
    case: tuple[dict[str, str], int, str],
) -> None:
    changes, status, sentence = case
    deal_cards(SIXTEEN_AGAINST_TEN)
    before = everything()

    response = browser.post(url("deal", seat), bets(seat) | changes, headers=HTMX)

    assert response.status_code == status
    assert sentence in response.content.decode()
    if status != 200:
        assert everything() == before


def test_refusal_reads_in_the_language_of_the_reader(seat: Seat) -> None:
    response = at(seat, "it").post(url("deal", seat), bets(seat, box_2="0,50"), headers=HTMX)

    assert response.status_code == 400
    assert (
        "La puntata di 0,50\u00a0€ sul box 2 è troppo bassa: il minimo è 1,00\u00a0€."
        in response.content.decode()
    )


def test_refused_amounts_stay_typed_and_the_box_is_marked(browser: Client, seat: Seat) -> None:
    response = browser.post(url("deal", seat), bets(seat, box_1="20", box_2="0.5"))

    page = response.content.decode()
    assert response.status_code == 400
    assert "<html" in page
    assert 'value="20"' in page
    assert 'value="0.5"' in page
    assert page.count('aria-invalid="true"') == 1
    assert 'role="alert"' in page


REFUSED_DECISIONS = [
    ({"action": "split"}, 409, "That cannot be done with hand 1 now."),
    ({"action": "dance"}, 400, "That is no action of this game."),
    ({"action": ""}, 400, "Choose one of the actions shown."),
    ({"action": "yes_to_all"}, 409, "No offer is open in this round."),
    ({"hand": "7"}, 400, "There is no hand 7 in this round."),
    ({"hand": "x" * 300}, 400, "10 characters"),
    ({"round": "x"}, 400, "This page is out of date."),
    ({"round": str(UUID(int=7))}, 404, "There is nothing here under that address."),
    ({"step": "-1"}, 400, "greater than or equal to 0"),
    ({"step": "first"}, 400, "This page is out of date."),
]


@pytest.mark.parametrize("case", REFUSED_DECISIONS)
def test_bad_decisions_get_one_sentence_and_move_nothing(
    browser: Client,
    seat: Seat,
    deal_cards: DealCards,
    case: tuple[dict[str, str], int, str],
) -> None:
    changes, status, sentence = case
    deal_cards(SIXTEEN_AGAINST_TEN)
    browser.post(url("deal", seat), bets(seat, box_1="10"))
    before = everything()

    response = browser.post(url("act", seat), decision("hit") | changes, headers=HTMX)

    assert response.status_code == status
    assert sentence in response.content.decode()
    assert everything() == before


def test_double_beyond_the_stake_is_refused(deal_cards: DealCards) -> None:
    poor = sit_down(buy_in=1_500)
    deal_cards("5S TH 6D 8C 5H")
    client = at(poor)
    client.post(url("deal", poor), bets(poor, box_1="10"))
    before = everything()

    response = client.post(url("act", poor), decision("double"), headers=HTMX)

    assert response.status_code == 409
    assert "This costs €10.00 and your stake is €5.00." in response.content.decode()
    assert everything() == before


def test_round_of_somebody_else_is_not_there(browser: Client, seat: Seat) -> None:
    stranger = sit_down()
    at(stranger).post(url("deal", stranger), bets(stranger, box_1="10"))
    before = everything()

    response = browser.post(url("act", seat), decision("stand"), headers=HTMX)

    assert response.status_code == 404
    assert everything() == before


def test_closed_table_begins_no_round(browser: Client, seat: Seat) -> None:
    set_table_state(table=seat.table, state=Table.State.CLOSED)
    before = everything()

    response = browser.post(url("deal", seat), bets(seat, box_1="10"), headers=HTMX)

    assert response.status_code == 409
    assert f"{seat.table.name} is closed" in response.content.decode()
    assert everything() == before


def test_session_that_has_ended_leads_to_the_buy_in(browser: Client, seat: Seat) -> None:
    sent = bets(seat, box_1="10")
    browser.post(url("end_session", seat), {"session": seat.session.public_id})

    response = browser.post(url("deal", seat), sent, headers=HTMX)

    assert response["HX-Redirect"] == url("table", seat)
    assert "has ended and was paid out" in browser.get(url("table", seat)).content.decode()


def test_insurance_is_offered_box_by_box_or_for_all(
    browser: Client, seat: Seat, deal_cards: DealCards
) -> None:
    deal_cards("TS 9S AH 7D 8D KC")
    fragment = browser.post(
        url("deal", seat), bets(seat, box_1="10", box_2="20"), headers=HTMX
    ).content.decode()
    assert "The dealer shows an ace. Box 1: insurance for €5.00?" in fragment

    one = browser.post(url("act", seat), decision("no"), headers=HTMX).content.decode()
    assert "The dealer shows an ace. Box 2: insurance for €10.00?" in one

    over = browser.post(url("act", seat), decision("insurance", "2"), headers=HTMX)
    page = " ".join(over.content.decode().split())
    assert '<span>Insurance</span> <span class="side__stake money">€10.00</span>' in page
    assert "+€20.00" in page
    assert seat.stake_cents == 9_000


def test_even_money_for_all(browser: Client, seat: Seat, deal_cards: DealCards) -> None:
    deal_cards("AS KS AH KD AD 9C")
    fragment = browser.post(
        url("deal", seat), bets(seat, box_1="10", box_2="20"), headers=HTMX
    ).content.decode()
    assert "Box 1 has blackjack against an ace. Take even money?" in fragment

    browser.post(url("act", seat), decision("yes_to_all", ""), headers=HTMX)

    assert seat.stake_cents == 13_000


def test_chip_without_scripts_lies_on_the_chosen_box(browser: Client, seat: Seat) -> None:
    sent = {**bets(seat, box_1="1", box_2="2.50"), "chosen": "2", "chip": "500"}

    page = browser.post(url("place_chip", seat), sent).content.decode()

    assert 'value="7.50"' in page
    assert seat.stake_cents == 10_000


@pytest.mark.parametrize(
    ("changes", "status", "sentence"),
    [
        ({"chip": "700"}, 400, "There is no chip of €7.00 here."),
        ({"chip": "gold"}, 400, "There is no such chip here."),
        ({"chip": ""}, 400, "There is no such chip here."),
        ({"chip": "500", "chosen": ""}, 400, "Choose a box."),
        ({"chip": "500", "chosen": "1", "box_1": "lots"}, 400, "That is not an amount."),
    ],
)
def test_unknown_chip_is_refused(
    browser: Client, seat: Seat, changes: dict[str, str], status: int, sentence: str
) -> None:
    response = browser.post(url("place_chip", seat), {**bets(seat), **changes})

    assert response.status_code == status
    assert sentence in response.content.decode()


@pytest.mark.parametrize("name", ["deal", "act", "place_chip", "open_session", "add_money"])
def test_reloading_a_command_leads_to_the_table(browser: Client, seat: Seat, name: str) -> None:
    response = browser.get(url(name, seat))

    assert (response.status_code, response["Location"]) == (302, url("table", seat))


def test_other_methods_are_not_allowed(browser: Client, seat: Seat) -> None:
    assert browser.delete(url("deal", seat)).status_code == 405


def test_logged_out_player_is_sent_to_the_login(seat: Seat) -> None:
    plain = Client().post(url("deal", seat), bets(seat, box_1="10"))
    fragment = Client().post(
        url("act", seat),
        {},
        headers={**HTMX, "HX-Current-URL": f"http://testserver{url('table', seat)}"},
    )

    assert plain.status_code == 303
    assert plain["Location"].startswith("/accounts/login/?next=")
    assert fragment["HX-Redirect"].startswith("/accounts/login/?next=%2Ftables%2F")
