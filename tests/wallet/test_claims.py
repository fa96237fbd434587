"""Claims: what a void could not take is paid later or given up, and the books hold either way."""

from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction

from casino.errors import IdempotencyConflict, NotFound
from casino.models import AuditEntry, User
from tests import factories
from wallet.errors import ClaimAmount, ClaimClosed, InsufficientFunds, ReasonMissing
from wallet.models import Account, Claim, ClaimEvent, Transfer
from wallet.selectors import cash_balance, reconcile
from wallet.services import cash_account, settle_claim, write_off_claim

pytestmark = pytest.mark.django_db


@pytest.fixture
def clerk() -> User:
    return factories.staff("clerk")


@pytest.fixture
def player() -> User:
    return factories.player("anna", cents=2_000)


def _rows() -> list[list[object]]:
    kinds = (Account, Transfer, Claim, ClaimEvent, AuditEntry)
    return [list(kind.objects.order_by("pk").values_list()) for kind in kinds]


def test_a_claim_is_paid_from_the_cash(player: User, clerk: User):
    claim = factories.claim(player, 1_500)

    settled = settle_claim(
        claim_id=claim.pk, amount_cents=1_500, key=uuid4(), actor=clerk, reason=" agreed "
    )

    claim.refresh_from_db()
    assert (claim.state, claim.paid_cents, claim.open_cents) == ("settled", 1_500, 0)
    assert claim.closed_at == settled.closed_at is not None
    assert cash_balance(player=player) == 500
    paid = claim.events.get(kind="paid")
    assert (paid.amount_cents, paid.actor, paid.reason) == (1_500, clerk, "agreed")
    assert paid.transfer is not None
    assert (paid.transfer.kind, paid.transfer.reference) == ("claim_payment", "R000000001")
    entry = AuditEntry.objects.get()
    assert (entry.actor, entry.action, entry.reason) == (clerk, "claim.paid", "agreed")
    assert entry.before == {"state": "open", "paid_cents": 0}
    assert entry.after == {"state": "settled", "paid_cents": 1_500}
    assert reconcile.claims_match_transfers().discrepancies == ()


def test_a_claim_is_paid_in_parts_and_the_rest_given_up(player: User, clerk: User):
    claim = factories.claim(player, 5_000)

    settle_claim(claim_id=claim.pk, amount_cents=2_000, key=uuid4(), actor=clerk, reason="part")
    claim.refresh_from_db()
    assert (claim.state, claim.open_cents) == ("open", 3_000)
    write_off_claim(claim_id=claim.pk, actor=clerk, reason="no hope")

    claim.refresh_from_db()
    assert (claim.state, claim.paid_cents, claim.written_off_cents) == (
        "written_off", 2_000, 3_000,
    )  # fmt: skip
    assert list(claim.events.values_list("kind", "amount_cents")) == [
        ("made", 5_000),
        ("paid", 2_000),
        ("written_off", 3_000),
    ]
    assert cash_balance(player=player) == 0
    assert reconcile.claims_match_transfers().discrepancies == ()
    assert [entry.action for entry in AuditEntry.objects.order_by("id")] == [
        "claim.paid",
        "claim.written_off",
    ]


def test_the_same_key_pays_once(player: User, clerk: User):
    claim, key = factories.claim(player, 1_500), uuid4()
    settle_claim(claim_id=claim.pk, amount_cents=500, key=key, actor=clerk, reason="part")
    before = _rows()

    again = settle_claim(claim_id=claim.pk, amount_cents=500, key=key, actor=clerk, reason="part")
    with pytest.raises(IdempotencyConflict):
        settle_claim(claim_id=claim.pk, amount_cents=600, key=key, actor=clerk, reason="part")

    assert again.open_cents == 1_000
    assert _rows() == before


@pytest.mark.parametrize("cents", [0, -1, 1_501])
def test_no_more_than_is_open_is_taken(player: User, clerk: User, cents: int):
    claim = factories.claim(player, 1_500)
    before = _rows()

    with pytest.raises(ClaimAmount) as refusal:
        settle_claim(claim_id=claim.pk, amount_cents=cents, key=uuid4(), actor=clerk, reason="x")

    assert refusal.value.data == {"open_cents": 1_500}
    assert _rows() == before


def test_no_more_than_the_cash_is_taken(player: User, clerk: User):
    claim = factories.claim(player, 2_001)
    before = _rows()

    with pytest.raises(InsufficientFunds) as refusal, transaction.atomic():
        settle_claim(claim_id=claim.pk, amount_cents=2_001, key=uuid4(), actor=clerk, reason="x")

    assert refusal.value.data["available_cents"] == 2_000
    assert _rows() == before


def test_a_closed_claim_stays_closed(player: User, clerk: User):
    claim = factories.claim(player, 1_500)
    write_off_claim(claim_id=claim.pk, actor=clerk, reason="goodwill")
    before = _rows()

    with pytest.raises(ClaimClosed):
        write_off_claim(claim_id=claim.pk, actor=clerk, reason="again")
    with pytest.raises(ClaimClosed):
        settle_claim(claim_id=claim.pk, amount_cents=1, key=uuid4(), actor=clerk, reason="x")

    assert _rows() == before


def test_a_claim_is_touched_for_a_reason(player: User, clerk: User):
    claim = factories.claim(player, 1_500)
    before = _rows()

    with pytest.raises(ReasonMissing):
        write_off_claim(claim_id=claim.pk, actor=clerk, reason="  ")
    with pytest.raises(ReasonMissing):
        settle_claim(claim_id=claim.pk, amount_cents=1, key=uuid4(), actor=clerk, reason="")
    with pytest.raises(NotFound):
        write_off_claim(claim_id=claim.pk + 1, actor=clerk, reason="x")

    assert _rows() == before


@pytest.mark.parametrize(
    "wrong",
    [
        {"state": "settled"},
        {"paid_cents": 1_500},
        {"written_off_cents": 1},
        {"amount_cents": 0},
        {"paid_cents": -1},
    ],
)
def test_the_database_keeps_a_claim_together(player: User, wrong: dict[str, object]):
    claim = factories.claim(player, 1_500)

    with pytest.raises(IntegrityError), transaction.atomic():
        Claim.objects.filter(pk=claim.pk).update(**wrong)


def test_a_claim_that_is_not_what_was_moved_is_found(player: User):
    claim = factories.claim(player, 1_500)
    Claim.objects.update(amount_cents=1_600)

    check = reconcile.claims_match_transfers()

    [found] = check.discrepancies
    assert found.sentence == (
        f"Claim {claim.number} is 16.00 with 0.00 paid and 0.00 written off; its events and their "
        "transfers say 15.00, 0.00 and 0.00; 0 of them did not move what they say."
    )


def test_an_event_that_is_not_its_transfer_is_found(player: User):
    claim = factories.claim(player, 1_500)
    ClaimEvent.objects.update(amount_cents=1_400)
    Claim.objects.update(amount_cents=1_400)

    check = reconcile.claims_match_transfers()

    [found] = check.discrepancies
    assert found.sentence == (
        f"Claim {claim.number} is 14.00 with 0.00 paid and 0.00 written off; its events and their "
        "transfers say 14.00, 0.00 and 0.00; 1 of them did not move what they say."
    )


def test_an_advance_without_a_claim_is_found(player: User):
    factories.claim(player, 1_500)
    ClaimEvent.objects.all().delete()
    Claim.objects.all().delete()

    check = reconcile.claims_match_transfers()

    number = Transfer.objects.get(kind="claim").pk
    assert [found.sentence for found in check.discrepancies] == [
        f"Transfer {number} (claim, R000000001) has no claim."
    ]
    with pytest.raises(SystemExit):
        call_command("reconcile")


def test_cash_is_opened_for_a_player_who_never_had_any(clerk: User):
    person = factories.player("bruno")
    claim = factories.claim(person, 100)

    with pytest.raises(InsufficientFunds), transaction.atomic():
        settle_claim(claim_id=claim.pk, amount_cents=100, key=uuid4(), actor=clerk, reason="x")

    assert cash_account(person).balance_cents == 0
