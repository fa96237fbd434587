"""The ledger against a model made of two dictionaries, driven by Hypothesis."""

import dataclasses
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    initialize,
    invariant,
    multiple,
    rule,
    run_state_machine_as_test,
)

from casino.errors import IdempotencyConflict
from casino.models import User
from tests.factories import player, staff
from wallet.errors import AlreadyReversed, InsufficientFunds, PaymentDeclined
from wallet.models import CASHIER_ID, HOUSE_ID, Account, Transfer, TransferKind
from wallet.providers import SandboxProvider
from wallet.selectors import movements, totals
from wallet.selectors.reconcile import checks
from wallet.services import (
    Posting,
    cash_account,
    deposit,
    open_session_account,
    post,
    reverse,
    withdraw,
)

PAID_IN = st.sampled_from([1_00, 2_50, 10_00, SandboxProvider.DECLINED_CENTS])
MOVED = st.sampled_from([1, 50, 99, 1_00, 2_51, 10_00])
KEYS = st.integers(0, 40).map(str)  # few enough to come again


class Ledger(RuleBasedStateMachine):
    """Balances by account and postings by key are all the model knows."""

    players = Bundle("players")
    stakes = Bundle("stakes")
    booked = Bundle("booked")

    def __init__(self) -> None:
        super().__init__()
        self.savepoint = transaction.savepoint()
        self.boss = staff()
        self.balances: dict[int, int] = {HOUSE_ID: 0, CASHIER_ID: 0}
        self.postings: dict[str, Posting] = {}
        self.orders: dict[tuple[int, str], tuple[str, int]] = {}

    def teardown(self) -> None:
        assert not any(check.discrepancies for check in checks())
        for owner in User.objects.filter(accounts__kind="cash"):
            self.follow_statement(owner)
        transaction.savepoint_rollback(self.savepoint)

    def follow_statement(self, owner: User) -> None:
        """Each line starts where the one before ended, from nothing to the present balance."""
        balance = 0
        for line in reversed(movements(player=owner)):
            assert line.before_cents == balance
            balance = line.after_cents
            assert balance == line.before_cents + line.amount_cents
        assert balance == self.balances[cash_account(owner).pk]

    def move(self, posting: Posting) -> bool:
        """Move money in the model, unless the account does not hold it."""
        self.balances[posting.debit_id] -= posting.amount_cents
        self.balances[posting.credit_id] += posting.amount_cents
        return posting.debit_id in (HOUSE_ID, CASHIER_ID) or self.balances[posting.debit_id] >= 0

    @initialize(target=players)
    def first_player(self) -> User:
        return self.new_player()

    @initialize(target=stakes)
    def first_session(self) -> tuple[int, int]:
        return self.new_stake(self.new_player())

    @rule(target=players)
    def another_player(self) -> User:
        return self.new_player()

    def new_player(self) -> User:
        someone = player()
        self.balances[cash_account(someone).pk] = 0
        self.ask_cashier(someone, "deposit", 20_00, "the first")
        return someone

    @rule(target=stakes, owner=players)
    def open_session(self, owner: User) -> tuple[int, int]:
        return self.new_stake(owner)

    def new_stake(self, owner: User) -> tuple[int, int]:
        stake = open_session_account(player=owner)
        self.balances[stake.pk] = 0
        return cash_account(owner).pk, stake.pk

    @rule(owner=players, cents=PAID_IN, key=KEYS)
    def pay_in(self, owner: User, cents: int, key: str) -> None:
        self.ask_cashier(owner, "deposit", cents, key)

    @rule(owner=players, cents=PAID_IN, key=KEYS)
    def pay_out(self, owner: User, cents: int, key: str) -> None:
        self.ask_cashier(owner, "withdrawal", cents, key)

    def ask_cashier(self, owner: User, kind: str, cents: int, key: str) -> None:
        cash_id = cash_account(owner).pk
        known = self.orders.get((owner.pk, key))
        covered = kind == "deposit" or self.balances[cash_id] >= cents
        declined = cents == SandboxProvider.DECLINED_CENTS
        ask = deposit if kind == "deposit" else withdraw
        if known is not None and known != (kind, cents):
            with pytest.raises(IdempotencyConflict):
                ask(player=owner, amount_cents=cents, key=key)
            return
        if known is None and not covered:
            with pytest.raises(InsufficientFunds):
                ask(player=owner, amount_cents=cents, key=key)
            return
        self.orders[owner.pk, key] = (kind, cents)
        if declined:
            with pytest.raises(PaymentDeclined):
                ask(player=owner, amount_cents=cents, key=key)
            return
        ask(player=owner, amount_cents=cents, key=key)
        if known is None:
            signed = cents if kind == "deposit" else -cents
            self.balances[cash_id] += signed
            self.balances[CASHIER_ID] -= signed

    @rule(
        target=booked,
        pair=stakes,
        moves=st.lists(
            st.tuples(st.sampled_from(["buy in", "bet", "win", "cash out"]), MOVED, KEYS),
            min_size=1,
            max_size=3,
            unique_by=lambda move: move[2],
        ),
    )
    def book(self, pair: tuple[int, int], moves: list[tuple[str, int, str]]) -> Any:
        cash_id, stake_id = pair
        ways = {
            "buy in": (cash_id, stake_id, TransferKind.BUY_IN),
            "bet": (stake_id, HOUSE_ID, TransferKind.BET),
            "win": (HOUSE_ID, stake_id, TransferKind.PAYOUT),
            "cash out": (stake_id, cash_id, TransferKind.CASH_OUT),
        }
        postings = [
            Posting(ways[way][0], ways[way][1], cents, ways[way][2], f"set {key}", "S")
            for way, cents, key in moves
        ]
        return self.book_set(postings)

    @rule(target=booked, transfer=booked)
    def send_again(self, transfer: Transfer) -> Any:
        return self.book_set([self.postings[transfer.key]])

    @rule(target=booked, transfer=booked)
    def send_changed(self, transfer: Transfer) -> Any:
        posting = self.postings[transfer.key]
        return self.book_set([dataclasses.replace(posting, amount_cents=posting.amount_cents + 1)])

    def book_set(self, postings: list[Posting]) -> Any:
        """Book, and expect what the model says; give the transfers to the bundle."""
        known = [self.postings.get(posting.key) for posting in postings]
        if known == postings:
            before = Transfer.objects.count()
            with transaction.atomic():
                again = post(postings=postings)
            assert [transfer.key for transfer in again] == [posting.key for posting in postings]
            assert Transfer.objects.count() == before
            return multiple()
        # What is new in the set is booked first, and may fall short before the old is seen.
        new = [posting for posting in postings if posting.key not in self.postings]
        before_set = dict(self.balances)
        covered = all(self.move(posting) for posting in new)
        if not covered or len(new) < len(postings):
            self.balances = before_set
            refusal = IdempotencyConflict if covered else InsufficientFunds
            with pytest.raises(refusal), transaction.atomic():
                post(postings=postings)
            return multiple()
        with transaction.atomic():
            transfers = post(postings=postings)
        self.postings |= {posting.key: posting for posting in postings}
        return multiple(*transfers)

    @rule(transfer=consumes(booked))
    def take_back(self, transfer: Transfer) -> None:
        arguments: dict[str, Any] = {
            "transfer": transfer,
            "key": f"back {transfer.pk}",
            "actor": self.boss,
            "reason": "a test",
        }
        before = dict(self.balances)
        first = self.postings[transfer.key]
        mirrored = dataclasses.replace(
            first, debit_id=first.credit_id, credit_id=first.debit_id, reverses_id=transfer.pk
        )
        if not self.move(mirrored):
            self.balances = before
            with pytest.raises(InsufficientFunds), transaction.atomic():
                reverse(**arguments)
            return
        with transaction.atomic():
            back = reverse(**arguments)
        with transaction.atomic():
            assert reverse(**arguments) == back
        with pytest.raises(AlreadyReversed), transaction.atomic():
            reverse(**(arguments | {"key": "another"}))

    @invariant()
    def balances_are_the_models(self) -> None:
        stored = dict(
            Account.objects.filter(balance_cents__isnull=False).values_list("pk", "balance_cents")
        )
        assert (
            stored
            | {
                HOUSE_ID: totals().house_cents,
                CASHIER_ID: totals().cashier_cents,
            }
            == self.balances
        )
        assert sum(self.balances.values()) == 0


@pytest.mark.django_db
def test_the_ledger_does_what_two_dictionaries_do() -> None:
    run_state_machine_as_test(
        Ledger,
        settings=settings(
            max_examples=12,
            stateful_step_count=40,
            deadline=None,
            suppress_health_check=[HealthCheck.too_slow],
        ),
    )
