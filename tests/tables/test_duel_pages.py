"""21 Duel by page: ante and 2 Up, community cards, raises, results apart, and no hidden card."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tables.models import Bet, Round, Table
from tables.selectors.reconcile import checks
from tables.services.offers import Offer
from tables.services.versions import publish_version
from tests import factories
from tests.pages import text_of
from tests.tables.conftest import DealCards
from tests.tables.seat import Seat, everything, sit_down

pytestmark = pytest.mark.django_db

# Up card 9, community 2 and 10, hidden 5; the dealer has 8 and K: he joins the 2 and comes to 20.
NINE_AGAINST_TWENTY = "9S 8H 5C KD 2C TD"
# Up card 10 with two tens in the middle; hidden 5.
THREE_TENS = "TS 8H 5C KD TC TD"
# Up card 9, community 3 and 4; the dealer's 2, 4 and 5 come to 11.
DEALER_BELOW_13 = "9S 2H 7C 5S 3C 4D"


@pytest.fixture
def seat() -> Seat:
    return sit_down(factories.table(game=Table.Game.DUEL))


@pytest.fixture
def browser(seat: Seat) -> Client:
    return client_of(seat)


def client_of(seat: Seat, language: str = "en") -> Client:
    client = Client()
    client.force_login(seat.player)
    client.cookies["django_language"] = language
    return client


def url(name: str, seat: Seat) -> str:
    return reverse(f"tables:{name}", args=[seat.table.slug])


def lay(browser: Client, seat: Seat, **places: str) -> Any:
    sent = {"key": uuid4(), "session": seat.session.public_id, "chosen": "1"}
    return browser.post(url("deal", seat), sent | places, headers={"HX-Request": "true"})


def decide(browser: Client, seat: Seat, action: str, hand: str = "1") -> str:
    round_ = Round.objects.latest("id")
    sent = {"round": round_.public_id, "step": round_.actions.count()}
    sent |= {"hand": hand, "action": action}
    return text_of(browser.post(url("act", seat), sent, headers={"HX-Request": "true"}))


def test_deal_shows_up_card_and_community_cards_and_hides_the_others(
    browser: Client, seat: Seat, deal_cards: DealCards
) -> None:
    deal_cards(NINE_AGAINST_TWENTY)

    page = text_of(lay(browser, seat, box_1="10", box_1_2up="2"))

    for card in ("9 of spades", "2 of clubs", "10 of diamonds"):
        assert f'aria-label="{card}"' in page
    assert page.count('aria-label="face-down card"') == 3
    for hidden in ("8 of hearts", "5 of clubs", "king of diamonds"):
        assert hidden not in page
    sentence = "Box 1: 9. The left card makes 11, the right card 19. Raise €10.00 or fold?"
    assert f'data-announce="{sentence}"' in page
    assert seat.stake_cents == 8_800


def test_community_card_itself_is_a_button_for_the_raise(
    browser: Client, seat: Seat, deal_cards: DealCards
) -> None:
    deal_cards(NINE_AGAINST_TWENTY)
    page = text_of(lay(browser, seat, box_1="10"))
    assert 'aria-label="Left card: 2 of clubs, makes 11"' in page
    assert 'aria-label="Right card: 10 of diamonds, makes 19"' in page

    page = decide(browser, seat, "right")

    assert "Box 1: 19. Hit turns your hidden card into the hand" in page
    assert '<span>Raise</span> <span class="side__stake money">€10.00</span>' in page
    assert "take-left" not in page
    assert seat.stake_cents == 8_000


def test_stand_compares_and_never_shows_the_hidden_card(
    browser: Client, seat: Seat, deal_cards: DealCards
) -> None:
    deal_cards(NINE_AGAINST_TWENTY)
    lay(browser, seat, box_1="10", box_1_2up="2")
    decide(browser, seat, "right")

    page = decide(browser, seat, "stand")

    assert 'aria-label="hidden card, out of play"' in page
    assert "5 of clubs" not in page
    assert "8 of hearts" in page
    assert "king of diamonds" in page
    assert "You staked €22.00 and nothing came back." in page
    for bet, cents in (("Ante", "−€10.00"), ("Raise", "−€10.00"), ("2 Up", "−€2.00")):
        row = page.partition(f"<span>{bet}</span>")[2].partition("</p>")[0]
        assert '<span class="side__result">Lost</span>' in row
        assert f'<span class="side__net money">{cents}</span>' in row
    assert seat.stake_cents == 7_800


def test_hit_turns_the_hidden_card_into_the_hand(
    browser: Client, seat: Seat, deal_cards: DealCards
) -> None:
    deal_cards(NINE_AGAINST_TWENTY)
    lay(browser, seat, box_1="10")
    decide(browser, seat, "left")

    page = decide(browser, seat, "hit")

    assert 'aria-label="5 of clubs"' in page
    assert '<span class="total">16</span>' in page
    assert seat.stake_cents == 8_000


def test_fold_loses_the_ante_pays_2_up_and_shows_nothing_more(
    browser: Client, seat: Seat, deal_cards: DealCards
) -> None:
    deal_cards(THREE_TENS)
    lay(browser, seat, box_1="10", box_1_2up="2")

    page = decide(browser, seat, "fold")

    assert '<span class="result result--lose">Folded</span>' in page
    for hidden in ("8 of hearts", "5 of clubs", "king of diamonds"):
        assert hidden not in page
    assert '<span class="side__net money">+€40.00</span>' in page
    assert "You staked €12.00 and €42.00 came back: €30.00 won." in page
    assert seat.stake_cents == 13_000


def test_dealer_below_13_pays_the_ante_and_pushes_the_raise(
    browser: Client, seat: Seat, deal_cards: DealCards
) -> None:
    deal_cards(DEALER_BELOW_13)
    lay(browser, seat, box_1="10")
    decide(browser, seat, "left")

    page = decide(browser, seat, "stand")

    assert '<span class="total">11, does not qualify</span>' in page
    assert "You staked €20.00 and €30.00 came back: €10.00 won." in page
    raise_row = page.partition("<span>Raise</span>")[2].partition("</p>")[0]
    assert '<span class="side__result">Push</span>' in raise_row
    assert seat.stake_cents == 11_000


def test_hands_play_from_the_rightmost_box(
    browser: Client, seat: Seat, deal_cards: DealCards
) -> None:
    # Boxes 1 and 3 show 9 and 7, community 2 and 10.
    deal_cards("9S 7S 8H 5C 6C KD 2C TD")

    lay(browser, seat, box_3="5", box_1="10")
    page = decide(browser, seat, "fold")

    assert "Box 3: 7. The left card makes 9, the right card 17. Raise €5.00 or fold?" in page


def test_deal_is_refused_when_the_raises_are_not_covered(
    browser: Client, seat: Seat, deal_cards: DealCards
) -> None:
    deal_cards("9S 7S 8H 5C 6C KD 2C TD")
    before = everything()

    refused = lay(browser, seat, box_1="30", box_2="20.01")

    assert refused.status_code == 409
    assert (
        "Each hand may raise by its ante: €50.01 must be left in your stake after the bets, and "
        "€49.99 would be." in text_of(refused)
    )
    assert 'value="20.01"' in text_of(refused)
    assert everything() == before
    assert lay(browser, seat, box_1="30", box_2="20").status_code == 200


@pytest.mark.parametrize(
    ("places", "sentence", "marked"),
    [
        (
            {"box_1": "10", "box_1_2up": "100.01"},
            "2 Up on box 1: €100.01 is too large, the most is €100.00.",
            "box-1_2up",
        ),
        (
            {"box_2": "10", "box_2_2up": "0.50"},
            "2 Up on box 2: €0.50 is too small, the least is €1.00.",
            "box-2_2up",
        ),
        (
            {"box_3_2up": "5"},
            "Box 3 has a side bet only. Place a main bet there first.",
            "box-3_2up",
        ),
        (
            {"box_1": "10", "box_1_21+3": "5"},
            "This table does not offer that side bet. Take it off box 1.",
            "",
        ),
        ({"box_1": "10", "box_1_2up": "five"}, "That is not an amount.", "box-1_2up"),
    ],
)
def test_refused_2_up_is_told_at_its_place_and_changes_nothing(
    browser: Client, seat: Seat, places: dict[str, str], sentence: str, marked: str
) -> None:
    before = everything()

    refused = lay(browser, seat, **places)

    page = text_of(refused)
    assert refused.status_code == 400
    assert sentence in page
    assert page.count('aria-invalid="true"') == (1 if marked else 0)
    if marked:
        field = page.partition(f'id="{marked}"')[2].partition(">")[0]
        assert 'aria-invalid="true"' in field
    assert everything() == before


def test_2_up_is_limited_to_a_fifth_of_the_ante_by_itself(seat: Seat) -> None:
    assert seat.table.in_force.limits == {"1": {"2up": [100, 10_000], "main": [100, 50_000]}}


def test_rebet_places_ante_and_2_up(browser: Client, seat: Seat, deal_cards: DealCards) -> None:
    deal_cards(THREE_TENS)
    lay(browser, seat, box_2="10", box_2_2up="2")

    page = decide(browser, seat, "fold", "2")

    again = page.partition('id="again"')[2].partition("</form>")[0]
    assert '<input type="hidden" name="box_2" value="10.00">' in again
    assert '<input type="hidden" name="box_2_2up" value="2.00">' in again
    button = page.partition('id="rebet"')[2].partition("</button>")[0]
    assert "€12.00" in button


def test_chip_without_scripts_lies_on_2_up(browser: Client, seat: Seat) -> None:
    sent = {"key": uuid4(), "session": seat.session.public_id, "chosen": "2_2up", "chip": "500"}

    page = text_of(browser.post(url("place_chip", seat), sent | {"box_2_2up": "1"}))

    field = page.partition('id="box-2_2up"')[2].partition(">")[0]
    assert 'value="6.00"' in field


def test_round_page_lists_each_bet_and_choice(
    browser: Client, seat: Seat, deal_cards: DealCards
) -> None:
    deal_cards(NINE_AGAINST_TWENTY)
    lay(browser, seat, box_1="10", box_1_2up="2")
    decide(browser, seat, "right")
    decide(browser, seat, "stand")
    round_ = Round.objects.get()

    page = text_of(browser.get(reverse("tables:round", args=[round_.public_id])))

    assert [page.index(f"Box 1: {bet}</td>") for bet in ("Ante", "Raise", "2 Up")] == sorted(
        page.index(f"Box 1: {bet}</td>") for bet in ("Ante", "Raise", "2 Up")
    )
    assert '<li> Box 1: Right card <span class="money">(+€10.00)</span> </li>' in page
    assert "<li> Box 1: Stand </li>" in page
    assert 'aria-label="2 of clubs"' in page
    assert "5 of clubs" not in page
    assert "take-left" not in page


def test_raise_is_written_with_its_time_and_the_books_hold(
    browser: Client, seat: Seat, deal_cards: DealCards
) -> None:
    deal_cards(DEALER_BELOW_13)
    lay(browser, seat, box_1="10", box_1_2up="2")
    decide(browser, seat, "left")
    decide(browser, seat, "stand")

    rows = list(Bet.objects.order_by("id").values_list("position", "real_cents", "paid_cents"))
    assert rows == [("1:main", 1_000, 2_000), ("1:2up", 200, 0), ("1:raise", 1_000, 1_000)]
    chosen = Round.objects.get().actions.get(ordinal=1)
    assert Bet.objects.get(position="1:raise").placed_at == chosen.created_at
    assert [check.discrepancies for check in checks() if check.discrepancies] == []


def test_page_reads_in_italian(seat: Seat, deal_cards: DealCards) -> None:
    deal_cards(NINE_AGAINST_TWENTY)
    browser = client_of(seat, "it")

    page = text_of(lay(browser, seat, box_1="10,00"))

    sentence = "Box 1: 9. La carta sinistra fa 11, la destra 19. Rilanci 10,00\xa0€ o passi?"
    assert " ".join(sentence.split()) in page
    assert "<span>Sinistra <kbd>L</kbd></span>" in page
    assert "Il banco si qualifica con 13" in page


def test_terms_show_limits_and_exact_return_of_each_bet(seat: Seat) -> None:
    page = text_of(Client().get(url("table", seat)))

    assert "<dt>2 Up</dt> <dd> €1.00 to €100.00 </dd>" in page
    assert "<dt>Return to the player</dt> <dd> 98.381 %, 2 Up 93.470 % </dd>" in page


def test_help_calls_the_main_bet_an_ante(seat: Seat) -> None:
    page = text_of(Client().get(url("help", seat)))

    assert '<th scope="row">Ante</th> <td>€1.00</td> <td>€500.00</td>' in page
    assert '<th scope="row">Ante</th> <td>98.381 %</td> <td> 98.38 % </td>' in page
    assert "Main bet" not in page


def test_round_is_finished_under_the_rules_it_was_dealt_by(
    browser: Client, seat: Seat, deal_cards: DealCards
) -> None:
    deal_cards(NINE_AGAINST_TWENTY)
    lay(browser, seat, box_3="10", box_3_2up="2")
    offer = Offer(limits={"1": {"main": [100, 50_000]}}, rules={"boxes": 1, "side_pays": {}})
    publish_version(table=seat.table, offer=offer, author=None, reason="one hand, no side bet")

    page = text_of(browser.get(url("table", seat)))

    assert 'data-box="3"' in page
    assert 'data-place="3_2up"' in page
    assert "Box 3: 9." in page
    page = decide(browser, seat, "fold", "3")
    assert '<span class="result result--lose">Folded</span>' in page
    assert page.count("data-place=") == 1
    assert 'id="box-1"' in page
    assert seat.stake_cents == 8_800
