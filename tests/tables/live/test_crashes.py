"""A dealer is killed in every phase, and in the middle of a step. Another one goes on."""

import contextlib
import os
import signal
import time
from collections.abc import Callable, Iterator
from random import Random

import pytest
from django.core.management import call_command
from django.db import connection, transaction

from casino import sealing
from tables.engine.cards import VALUE
from tables.engine.rng import commitment
from tables.engine.shoe import seeded_shoe
from tables.models import Action, Bet, Layout, LiveTable, Round, Shoe, Table
from tables.selectors.fold import live_rules
from tests.tables.live import seats
from tests.tables.live.seats import Guest
from wallet.models import Account, Transfer, TransferKind

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

Phase = LiveTable.Phase
PATIENCE_SECONDS = 60.0
TIMERS = {
    "betting_seconds": 2,
    "insurance_seconds": 3,
    "decision_seconds": 3,
    "results_seconds": 3,
}
Wanted = Callable[[list[int]], bool]
"""Of a shoe's first cards by value: the seat's first, the dealer's, the seat's second."""


def a_double(cards: list[int]) -> bool:
    """Eleven against a six: Best Strategy doubles."""
    return cards in ([5, 6, 6], [6, 6, 5])


def insurance(cards: list[int]) -> bool:
    """Sixteen against an ace: insurance first, then decisions."""
    return cards == [10, 1, 6]


@contextlib.contextmanager
def dealers(number: int) -> Iterator[None]:
    """So many dealer processes, forked from this one, which has everything loaded."""
    connection.close()
    running = [_fork_dealer() for _ in range(number)]
    try:
        yield
    finally:
        for process in running:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)


def _fork_dealer() -> int:
    process = os.fork()
    if process == 0:
        try:
            call_command("run_dealer")
        finally:
            os._exit(0)
    return process


def holders() -> list[int]:
    """The process that holds the table: one at most."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT split_part(application_name, ' ', 2)"
            " FROM pg_locks JOIN pg_stat_activity USING (pid)"
            " WHERE locktype = 'advisory' AND classid = 71000 AND datname = current_database()"
        )
        return [int(number) for (number,) in cursor.fetchall()]


def kill_holder() -> None:
    """``kill -9``."""
    (number,) = holders()
    os.kill(number, signal.SIGKILL)


def wait_until(holds: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not holds():
        assert time.monotonic() < deadline, "it did not come to that"
        time.sleep(0.05)


def wait_for(table: Table, phase: Phase) -> None:
    wait_until(lambda: LiveTable.objects.filter(table=table, phase=phase).exists())


def give_shoe(table: Table, wanted: Wanted) -> None:
    """The next round is dealt from a shoe that begins as wanted."""
    round_ = seats.live(table).round
    rules = live_rules(round_.version)
    random = Random("shoes")
    while True:
        seed = random.randbytes(32)
        if wanted([VALUE[card] for card in seeded_shoe(seed, rules).cards[:3]]):
            break
    shoe = Shoe.objects.create(sealed_seed=sealing.seal(seed), commitment=commitment(seed))
    Round.objects.filter(pk=round_.pk).update(shoe=shoe, shoe_position=0)


def set_table(wanted: Wanted, *, threshold: int = 3) -> tuple[Table, list[Guest]]:
    """Three players with 100.00 each at a table with short timers."""
    table = seats.live_table(rules={"majority_threshold": threshold}, **TIMERS)
    give_shoe(table, wanted)
    return table, seats.guests(table, "ann", "bob", "cid")


def assert_the_round_was_played(table: Table, people: list[Guest]) -> Round:
    """One round is settled; no stake is lost, nothing is paid twice, the books are clean."""
    wait_until(lambda: Round.objects.filter(table=table, state=Round.State.SETTLED).exists())
    round_ = Round.objects.exclude(state=Round.State.BETTING).get()
    for guest in people:
        rows = Bet.objects.filter(round=round_, session=guest.session)
        staked = sum(bet.real_cents for bet in rows)
        paid = sum(bet.paid_cents or 0 for bet in rows)
        assert guest.stake_cents == 10_000 - staked + paid
        assert rows.exists()
    assert seats.problems() == []
    return round_


def test_a_round_goes_on_when_its_dealer_is_killed_in_every_phase() -> None:
    table, people = set_table(insurance)
    with dealers(6):
        wait_until(holders)
        kill_holder()
        for guest in people:
            guest.lay({"1:main": 1_000})
        for phase in (Phase.BETTING, Phase.INSURANCE, Phase.DECISIONS, Phase.RESULTS):
            wait_for(table, phase)
            wait_until(holders)
            kill_holder()

        round_ = assert_the_round_was_played(table, people)
        wait_until(lambda: seats.live(table).round_id != round_.pk)

    assert Transfer.objects.filter(kind=TransferKind.BET).count() == 3


def test_a_dealer_killed_in_the_middle_of_a_step_leaves_no_trace_of_it() -> None:
    table, people = set_table(a_double)
    with dealers(3):
        for guest in people:
            guest.lay({"1:main": 1_000})
        kill_in_the_middle(people[1])  # of taking the bets
        assert Bet.objects.count() == 0
        assert [guest.stake_cents for guest in people] == [10_000] * 3

        wait_for(table, Phase.DECISIONS)
        kill_in_the_middle(people[1])  # of the double, for want of votes, and the settlement
        assert Action.objects.count() == 0
        assert [guest.stake_cents for guest in people] == [9_000] * 3

        round_ = assert_the_round_was_played(table, people)

    assert [bet.real_cents for bet in Bet.objects.filter(round=round_)] == [2_000] * 3
    assert Transfer.objects.filter(kind=TransferKind.ADDED_STAKE).count() == 3


def kill_in_the_middle(guest: Guest) -> None:
    """Hold a player's account, so that the dealer's money cannot move, and kill him there."""
    wait_until(holders)
    (number,) = holders()
    with transaction.atomic():
        Account.objects.select_for_update().get(pk=guest.session.account_id)
        wait_until(somebody_waits)
        os.kill(number, signal.SIGKILL)
    wait_until(lambda: number not in holders())


def test_a_round_that_cannot_be_opened_again_is_voided() -> None:
    table, people = set_table(insurance)
    with dealers(2):
        for guest in people:
            guest.lay({"1:main": 1_000})
        wait_for(table, Phase.DECISIONS)
        round_ = seats.live(table).round
        broken = Shoe.objects.create(sealed_seed=b"no seal", commitment="0" * 64)
        Round.objects.filter(pk=round_.pk).update(shoe=broken)
        kill_holder()
        wait_until(lambda: Round.objects.filter(pk=round_.pk, state=Round.State.VOID).exists())

    assert [guest.stake_cents for guest in people] == [10_000] * 3
    assert seats.problems() == []


def test_a_dealer_who_is_told_to_stop_lets_go() -> None:
    table, people = set_table(insurance)
    with dealers(1):
        wait_until(holders)
        people[0].lay({"1:main": 1_000})
        wait_for(table, Phase.BETTING)
        (number,) = holders()
        os.kill(number, signal.SIGTERM)
        wait_until(lambda: not holders())

    assert Layout.objects.count() == 1


def somebody_waits() -> bool:
    """Whether a statement waits for the row that the test holds."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        ((waiting,),) = cursor.fetchall()
    return bool(waiting)
