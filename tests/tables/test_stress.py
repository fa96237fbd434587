"""A thousand random rounds by eight threads leave the books balanced to the cent."""

import datetime

import pytest
from django.core.management import call_command
from django.utils import timezone

from tables.models import Action, Bet, Round
from tables.services import end_idle_sessions
from tests import factories
from tests.race import raised, together
from tests.tables.random_play import RandomPlayer
from wallet.selectors import totals

ROUNDS = 1_000
THREADS = 8


@pytest.mark.long
@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_thousand_random_rounds_by_eight_threads_balance(capsys: pytest.CaptureFixture[str]):
    tables = [
        factories.table(game="american"),
        factories.table(game="classic"),
        factories.table(game="classic"),
        factories.table(
            game="lux",
            limits={"1": {"main": [50, 5_000], "round": [50, 5_000]}},
            whole_amount_first=True,
            rebuy_allowed=False,
        ),
    ]
    # Six people; two of them play in two tabs at once.
    people = [factories.player(cents=5_000_000) for _ in range(THREADS - 2)]
    players = [
        RandomPlayer(person, tables, seed=seed)
        for seed, person in enumerate([*people, *people[:2]])
    ]

    results = together(*(lambda one=one: one.play(ROUNDS // THREADS) for one in players))

    assert not raised(results, Exception)
    assert Round.objects.count() >= ROUNDS
    assert Action.objects.exists()
    assert not Bet.objects.filter(round__state="settled", result="").exists()
    call_command("reconcile")
    assert "books balance" in capsys.readouterr().out
    end_idle_sessions(now=timezone.now() + datetime.timedelta(days=1))
    call_command("reconcile")
    assert "books balance" in capsys.readouterr().out
    held = totals()
    assert held.cash_cents + held.session_cents + held.house_cents + held.cashier_cents == 0
