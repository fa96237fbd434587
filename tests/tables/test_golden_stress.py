"""Random rounds with golden chips by eight threads leave every book balanced.

``GOLDEN_ROUNDS=5000 python -m tests tests/tables/test_golden_stress.py`` is the long run.
"""

import os
import random
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.utils import timezone

from casino.models import User
from golden_chips.models import ChipEvent, Grant
from golden_chips.services import cancel_grant, expire_chips
from tables.engine.bets import BoxBets
from tables.engine.stake import Stake
from tables.models import Bet, Round, Table
from tables.services.voids import void_round
from tests import factories
from tests.race import raised, together
from tests.tables.random_play import RandomPlayer

ROUNDS = int(os.environ.get("GOLDEN_ROUNDS", "1000"))
THREADS = 8
VALUES = (105, 500, 1_000)


class GoldenPlayer(RandomPlayer):
    """Bets golden chips too, more than he has at times; now and then the house takes some back."""

    def __init__(self, player: User, tables: list[Table], *, seed: int, actor: User) -> None:
        super().__init__(player, tables, seed=seed)
        self.actor = actor

    def _bets(self) -> list[BoxBets]:
        self._meddle()
        return [self._with_chips(bet) for bet in super()._bets()]

    def _with_chips(self, bet: BoxBets) -> BoxBets:
        if self.random.random() < 0.3:
            return bet
        chips = tuple(self.random.choices(VALUES, k=self.random.choice([1, 1, 2, 3])))
        real = self.random.choice([0, bet.main.real_cents])
        return BoxBets(bet.box, Stake(real, chips))

    def _meddle(self) -> None:
        """Grants are cancelled and expire, rounds are voided, new chips are given."""
        done = self.random.random()
        if done < 0.02:
            own = Grant.objects.filter(player=self.player, state="open").order_by("?").first()
            if own is not None:
                self._try(lambda: cancel_grant(grant_id=own.pk, actor=self.actor, reason="random"))
        elif done < 0.03:
            expire_chips(now=timezone.now())
        elif done < 0.05:
            last = Round.objects.filter(player=self.player).order_by("-id").first()
            if last is not None:
                self._try(
                    lambda: void_round(round_id=last.public_id, actor=self.actor, reason="random")
                )
        elif done < 0.12:
            give(self.player, self.random)


def give(player: User, rng: random.Random) -> None:
    factories.golden_chips(
        player,
        chip_cents=rng.choice(VALUES),
        chips=rng.randint(1, 40),
        name=f"Random {uuid4()}",
    )


@pytest.mark.long
@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_random_golden_rounds_by_eight_threads_balance(
    capsys: pytest.CaptureFixture[str],
):
    tables = [
        factories.table(game="american", golden_allowed=True),
        factories.table(game="classic", golden_allowed=True, golden_max_per_round=4),
        factories.table(game="classic", golden_allowed=True, golden_mixed=False),
        factories.table(game="american", golden_allowed=True, golden_on_actions=False),
    ]
    actor = factories.staff()
    people = [factories.player(cents=50_000_000) for _ in range(THREADS - 2)]
    for person in people:
        for value in VALUES:
            factories.golden_chips(person, chip_cents=value, chips=400)
    # Two of them play in two tabs at once.
    players = [
        GoldenPlayer(person, tables, seed=seed, actor=actor)
        for seed, person in enumerate([*people, *people[:2]])
    ]

    results = together(*(lambda one=one: one.play(ROUNDS // THREADS) for one in players))

    assert not raised(results, Exception)
    assert Round.objects.count() >= ROUNDS
    assert Bet.objects.filter(golden_cents__gt=0).count() > ROUNDS // 2
    assert {kind for (kind,) in ChipEvent.objects.values_list("kind").distinct()} >= {
        "issued", "bet", "returned", "won", "lost", "cancelled",
    }  # fmt: skip
    call_command("reconcile")
    assert "books balance" in capsys.readouterr().out
