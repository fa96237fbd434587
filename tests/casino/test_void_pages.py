"""Voids and claims in the back office: asked for, looked at, ordered, followed, settled."""

import datetime
import re
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from casino.models import AuditEntry, User
from casino.permissions import COMPLIANCE, OPERATORS
from casino.services.roles import set_up_roles
from tables.models import Round, Table, VoidOrder
from tests import factories
from tests.pages import client_of, text_of
from tests.tables.conftest import DealCards
from tests.tables.seat import Seat, everything, sit_down
from wallet.models import Claim, Transfer
from wallet.selectors import cash_balance

pytestmark = pytest.mark.django_db

ADDRESS = "/admin/tables/voidorder/void/"


@pytest.fixture
def operator() -> User:
    set_up_roles()
    return factories.staff("olivia", role=OPERATORS)


@pytest.fixture
def admin(operator: User) -> Client:
    return client_of(operator)


@pytest.fixture
def seats(deal_cards: DealCards) -> list[Seat]:
    """Two players at one table: each has won 15.00, and one of them has nothing left of it."""
    table = factories.table(name="Oak")
    deal_cards("AS 9D TS 7C")
    rich, poor = sit_down(table), sit_down(table, cash=1_000, buy_in=1_000)
    rich.deal(1_000)
    poor.deal(1_000)
    deal_cards("TS 9D 5C TC 8S")
    poor.deal(2_500)
    poor.act("hit")
    return [rich, poor]


def _asked(at: Table, /, **more: str) -> dict[str, str]:
    now = timezone.localtime()
    return {
        "table": str(at.pk),
        "from_at": f"{now - datetime.timedelta(hours=1):%Y-%m-%dT%H:%M}",
        "to_at": f"{now:%Y-%m-%dT%H:%M:%S.%f}",
        "reason": "The shuffler jammed",
        "key": str(uuid4()),
        **more,
    }


def test_the_money_is_shown_before_anything_moves(admin: Client, seats: list[Seat]):
    before = everything()

    page = text_of(admin.post(ADDRESS, _asked(seats[0].table)))

    assert "Void these rounds?" in page
    for name, figure in (
        ("Rounds to void", "3"),
        ("Void already, left alone", "0"),
        ("Players", "2"),
        ("Stakes given back", "€45.00"),
        ("Payouts taken back", "€50.00"),
        ("Golden chips given back", "0"),
        ("Expected claims", "€15.00 (1 claim)"),
    ):
        assert re.search(f'<th scope="row">{name}</th> <td> ?{re.escape(figure)}', page), name
    assert "Oak" in page
    assert "CET" in page
    assert 'value="Void 3 rounds"' in page
    assert everything() == before
    assert not VoidOrder.objects.exists()


def test_what_was_shown_is_carried_out(admin: Client, operator: User, seats: list[Seat]):
    asked = _asked(seats[0].table)

    done = admin.post(ADDRESS, {**asked, "confirmed": "on"})
    again = admin.post(ADDRESS, {**asked, "confirmed": "on"})

    order = VoidOrder.objects.get()
    address = reverse("admin:tables_voidorder_change", args=[order.pk])
    assert done["Location"] == again["Location"] == address
    assert (order.ordered_by, order.reason, order.state) == (
        operator, "The shuffler jammed", "done",
    )  # fmt: skip
    assert set(Round.objects.values_list("state", flat=True)) == {"void"}
    answer = admin.get(address)
    page = text_of(answer)
    assert "Refresh" not in answer
    for text in ("3 / 3", "€45.00", "€50.00", "€15.00", "olivia", "The shuffler jammed"):
        assert text in page
    for number in Round.objects.values_list("pk", flat=True):
        assert f"R{number:09d}" in page
    listed = text_of(admin.get(reverse("admin:tables_voidorder_changelist")))
    assert order.number in listed
    assert "Void rounds of a table" in listed


def test_a_waiting_order_is_looked_at_again(admin: Client, seats: list[Seat]):
    order = VoidOrder.objects.create(
        cause="malfunction",
        key=uuid4(),
        round_ids=[Round.objects.latest("pk").pk],
        reason="jam",
        ordered_by=factories.staff(),
        ordered_at=timezone.now(),
        found=1,
    )
    assert seats

    answer = admin.get(reverse("admin:tables_voidorder_change", args=[order.pk]))

    assert answer["Refresh"] == "2"
    assert "0 / 1" in text_of(answer)
    assert "No round has been voided yet." in text_of(answer)


def test_chosen_rounds_are_named(admin: Client, seats: list[Seat]):
    number = Round.objects.order_by("pk").values_list("pk", flat=True)[0]

    page = text_of(admin.get(ADDRESS, {"rounds": number}))
    assert f"<strong>Chosen rounds:</strong> R{number:09d}" in page
    assert 'name="table"' not in page
    asked = {"rounds": str(number), "reason": "misdealt", "key": str(uuid4())}
    assert "Void 1 round" in text_of(admin.post(ADDRESS, asked))
    admin.post(ADDRESS, {**asked, "confirmed": "on"})

    assert Round.objects.get(state="void").pk == number
    assert seats[0].stake_cents == 10_000


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"reason": " "}, "This field is required."),
        ({"reason": "x" * 201}, "at most 200 characters"),
        ({"table": "0"}, "Select a valid choice"),
        ({"from_at": ""}, "This field is required."),
        ({"from_at": "yesterday"}, "Enter a day and a time, such as 2026-08-31 14:30."),
        ({"from_at": "0001-01-01T00:00"}, "Enter a day and a time, such as 2026-08-31 14:30."),
        ({"from_at": "2026-03-29T02:30"}, "That time was left out when the clocks went forward."),
        ({"from_at": "2026-08-31T14:30+00:00"}, "Enter a day and a time"),
        ({"from_at": "2999-01-01T00:00"}, "The interval ends before it begins"),
        ({"to_at": "2999-01-01T00:00"}, "The interval ends in the future."),
        (
            {"from_at": "2026-08-31T14:30", "to_at": "2026-08-31T14:40"},
            "There is no round to void: no other round was dealt there, and 0 are void already.",
        ),
        ({"rounds": "1;2"}, "Enter a valid value."),
        ({"rounds": "999"}, "There is no round to void"),
        ({"key": ""}, "This form has expired."),
    ],
)
@pytest.mark.parametrize("step", [{}, {"confirmed": "on"}])
def test_bad_input_is_answered_and_changes_nothing(
    admin: Client,
    seats: list[Seat],
    wrong: dict[str, str],
    sentence: str,
    step: dict[str, str],
):
    before = everything()

    answer = admin.post(ADDRESS, _asked(seats[0].table, **wrong, **step))

    assert answer.status_code == 400
    assert sentence in text_of(answer)
    assert everything() == before
    assert not VoidOrder.objects.exists()


def test_rounds_that_are_void_are_said_to_be(admin: Client, seats: list[Seat]):
    admin.post(ADDRESS, {**_asked(seats[0].table), "confirmed": "on"})
    before = everything()

    answer = admin.post(ADDRESS, {**_asked(seats[0].table), "confirmed": "on"})

    assert answer.status_code == 400
    assert "3 are void already" in text_of(answer)
    assert everything() == before


def test_the_hour_that_comes_twice_is_held_as_a_whole(admin: Client, seats: list[Seat]):
    """02:15 on the 25th of October 2026: first in summer time, then in winter time."""
    for at in ("2026-10-25T00:15:00+00:00", "2026-10-25T01:15:00+00:00"):
        moment = datetime.datetime.fromisoformat(at)
        Round.objects.filter(
            pk=Round.objects.filter(opened_at__year__gt=2026 - 1).latest("opened_at").pk
        ).update(opened_at=moment)

    page = text_of(
        admin.post(
            ADDRESS,
            _asked(seats[0].table, from_at="2026-10-25T02:15", to_at="2026-10-25T02:16"),
        )
    )

    assert "from 25 Oct 2026, 02:15 CEST and before 25 Oct 2026, 02:16 CET" in page
    assert 'value="Void 2 rounds"' in page


@pytest.mark.usefixtures("seats")
def test_the_page_of_a_round_leads_operators_to_its_void(admin: Client):
    stands, other = Round.objects.order_by("pk")[:2]
    admin.post(ADDRESS, {"rounds": other.pk, "reason": "x", "key": uuid4(), "confirmed": "1"})
    reader = factories.staff(role=COMPLIANCE)
    link = f'href="{ADDRESS}?rounds={{}}"'

    def shows(browser: Client, round_: Round) -> bool:
        address = reverse("admin:tables_round_change", args=[round_.pk])
        return link.format(round_.pk) in browser.get(address).content.decode()

    assert Round.objects.get(pk=other.pk).state == Round.State.VOID
    assert shows(admin, stands)
    assert not shows(admin, other)
    assert not shows(client_of(reader), stands)


def test_compliance_reads_and_voids_nothing(seats: list[Seat]):
    set_up_roles()
    client = client_of(factories.staff(role=COMPLIANCE))
    before = everything()

    listed = client.get(reverse("admin:tables_voidorder_changelist"))
    refused = client.post(ADDRESS, {**_asked(seats[0].table), "confirmed": "on"})

    assert (listed.status_code, refused.status_code) == (200, 403)
    assert "Void rounds of a table" not in text_of(listed)
    assert everything() == before


# Claims


@pytest.fixture
def debtor() -> User:
    return factories.player("anna", cents=1_000)


@pytest.fixture
def claim(debtor: User) -> Claim:
    return factories.claim(debtor, 1_500)


def test_claims_are_listed(admin: Client, claim: Claim):
    page = text_of(admin.get(reverse("admin:wallet_claim_changelist")))

    for text in (claim.number, "anna", "R000000001", "€15.00", "open"):
        assert text in page


def test_a_claim_is_paid_from_the_cash(admin: Client, operator: User, claim: Claim, debtor: User):
    address = reverse("admin:claim_settle", args=[claim.pk])
    page = text_of(admin.get(address))
    assert "€15.00 of €15.00" in page
    assert 'value="10.00"' in page
    asked = {"amount": "10", "reason": "agreed by letter", "key": str(uuid4())}

    done = text_of(admin.post(address, asked, follow=True))
    admin.post(address, asked)

    claim.refresh_from_db()
    assert f"{claim.number}: €5.00 is still open." in done
    assert (claim.state, claim.open_cents, cash_balance(player=debtor)) == ("open", 500, 0)
    assert "agreed by letter" in done
    assert AuditEntry.objects.get(action="claim.paid").actor == operator


@pytest.mark.parametrize(
    ("wrong", "status", "sentence"),
    [
        ({"amount": "10.01"}, 409, "The balance is not enough: €10.01 is needed, €10.00 is there."),
        ({"amount": "15.01"}, 400, "at most what is open: €15.00"),
        ({"amount": "0"}, 400, "Take at least one cent"),
        ({"amount": "-1"}, 400, "An amount cannot be negative."),
        ({"reason": ""}, 400, "This field is required."),
        ({"key": ""}, 400, "This form has expired."),
    ],
)
def test_bad_amounts_are_answered(
    admin: Client, claim: Claim, wrong: dict[str, str], status: int, sentence: str
):
    asked = {"amount": "10", "reason": "agreed", "key": str(uuid4()), **wrong}

    answer = admin.post(reverse("admin:claim_settle", args=[claim.pk]), asked)

    assert answer.status_code == status
    assert sentence in text_of(answer)
    assert not Transfer.objects.filter(kind="claim_payment").exists()


def test_a_claim_is_written_off_once(admin: Client, claim: Claim):
    address = reverse("admin:claim_write_off", args=[claim.pk])
    assert "keeps the loss" in text_of(admin.get(address))
    assert admin.post(address, {"reason": " "}).status_code == 400

    done = text_of(admin.post(address, {"reason": "goodwill"}, follow=True))
    again = admin.post(address, {"reason": "goodwill"})

    claim.refresh_from_db()
    assert (claim.state, claim.written_off_cents) == ("written_off", 1_500)
    assert f"{claim.number} is written off." in done
    assert "Write off" not in done
    assert again.status_code == 409
    assert f"Claim {claim.number} is closed already." in text_of(again)


def test_a_player_is_told_of_a_void(admin: Client, seats: list[Seat]):
    admin.post(ADDRESS, {**_asked(seats[0].table), "confirmed": "on"})

    page = text_of(client_of(seats[1].player).get("/"))

    number = Round.objects.filter(player=seats[1].player).earliest("pk").number
    assert f"Oak: round {number} is void: The shuffler jammed." in page
    assert "€15.00 was no longer there to be taken back: you owe it to the house." in page
