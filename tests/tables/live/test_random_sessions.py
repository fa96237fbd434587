"""Whole sessions at a live table with random players and votes, against the engine's own sums."""

import datetime
from random import Random
from typing import Any

import pytest

from tables.engine.bets import BoxBets
from tables.engine.majority import MajorityRound, SeatedPlayer
from tables.engine.rules import BlackjackRules
from tables.engine.stake import Funds, Stake
from tables.models import (
    SOMETHING_STANDS,
    Action,
    Decision,
    Layout,
    LiveTable,
    Round,
    TableVersion,
)
from tables.selectors.fold import live_deal
from tables.services.clock import database_now
from tables.services.live.strategy import best_action
from tests.tables.live import seats
from tests.tables.live.seats import Guest

pytestmark = pytest.mark.django_db

ROUNDS = 12
SEAT_BETS = ("main", "21+3", "player_pair", "dealer_pair")


class Script:
    """What happened in a round, as the engine's own majority round is told it."""

    def __init__(self) -> None:
        self.players: dict[Guest, SeatedPlayer] = {}
        self.votes: list[tuple[str, dict[str, str]]] = []


GOLDEN: tuple[dict[str, Any], ...] = (
    {},
    {"golden_allowed": True},
    {"golden_allowed": True, "golden_mixed": False, "golden_max_per_round": 3},
    {"golden_allowed": True, "golden_on_actions": False},
)


@pytest.mark.parametrize("golden", GOLDEN, ids=["no chips", "chips", "unmixed", "window only"])
@pytest.mark.parametrize("dealing", ["EU", "US"])
def test_random_rounds_pay_what_the_engine_pays(dealing: str, golden: dict[str, Any]) -> None:
    rng = Random(f"live {dealing} {golden}")
    table = seats.live_table(rules={"dealing": dealing}, **golden)
    people = [
        Guest(table, cents=rng.choice([400, 2_000, 50_000]), auto_actions=rng.random() < 0.5)
        for _ in range(7)
    ]
    for guest in people if golden else ():
        seats.give_chips(guest, 5, rng.choice([3, 40]), days=rng.randint(1, 9))
        seats.give_chips(guest, rng.choice([101, 200]), rng.choice([1, 20]), days=rng.randint(1, 9))

    for _ in range(ROUNDS):
        play_round(table, people, rng)

    assert seats.problems() == []
    assert Round.objects.filter(state=Round.State.SETTLED).count() == ROUNDS


def play_round(table, people: list[Guest], rng: Random) -> None:
    if seats.live(table).phase == LiveTable.Phase.RESULTS:
        seats.next_window(table)
    for guest in people:
        lay_at_random(guest, rng)
    if not any_main(table):
        max(people, key=lambda guest: guest.stake_cents).lay({"1:main": 100})
    script = Script()
    for guest in people:
        note_player(script, guest)
    round_ = seats.close(table)
    if seats.live(table).phase == LiveTable.Phase.INSURANCE:
        answer_at_random(script, table, rng)
    while seats.live(table).phase == LiveTable.Phase.DECISIONS:
        vote_at_random(script, table, rng)
    round_ = Round.objects.select_related("version", "shoe").get(pk=round_.pk)
    assert round_.state == Round.State.SETTLED
    compare(script, round_)


def any_main(table) -> bool:
    round_ = seats.live(table).round
    return Layout.objects.filter(SOMETHING_STANDS, round=round_).exists()


def lay_at_random(guest: Guest, rng: Random) -> None:
    left, chips = guest.stake_cents, guest.chips
    room = golden_room(guest)
    bets = {}
    for seat in (1, 2):
        cents = rng.choice([0, 101, 305, 2_500])
        for name in SEAT_BETS if 0 < cents <= left else ():
            stake = cents if name == "main" else rng.choice([0, 0, 103])
            if 0 < stake <= left:
                golden = take_chips(chips, min(room, rng.choice([0, 0, 1, 3])), rng)
                real = stake if not golden or guest.mixes else 0
                bets[f"{seat}:{name}"] = Stake(real, golden)
                left -= real
                room -= len(golden)
    guest.lay(bets)


def golden_room(guest: Guest) -> int:
    rules = live_version(guest).golden_rules
    return (rules.max_per_round or 99) if rules.allowed else 0


def live_version(guest: Guest) -> TableVersion:
    return seats.live(guest.table).round.version


def take_chips(chips: list[int], count: int, rng: Random) -> tuple[int, ...]:
    """So many random chips, out of those left."""
    taken = rng.sample(chips, min(count, len(chips)))
    for chip in taken:
        chips.remove(chip)
    return tuple(taken)


def note_player(script: Script, guest: Guest) -> None:
    layout = Layout.objects.filter(round__live__table=guest.table, session=guest.session).first()
    if layout is None or not layout.stands:
        return
    boxes: dict[int, dict[str, Stake]] = {}
    for position, stake in layout.stands.items():
        seat, _, name = position.partition(":")
        boxes.setdefault(int(seat), {})[name] = Stake(stake["real_cents"], tuple(stake["golden"]))
    script.players[guest] = SeatedPlayer(
        name=guest.user.username,
        seats=tuple(BoxBets(seat, bets.pop("main"), bets) for seat, bets in boxes.items()),
        auto_actions=layout.auto_actions,
        funds=funds_after(guest, layout),
    )


def funds_after(guest: Guest, layout: Layout) -> Funds:
    bet = [chip for stake in layout.stands.values() for chip in stake["golden"]]
    funds = Funds(guest.stake_cents, tuple(guest.chips))
    return funds.less(Stake(layout.stakes_cents, tuple(bet)))


def answer_at_random(script: Script, table, rng: Random) -> None:
    for guest, player in script.players.items():
        price = sum(bet.main.real_cents // 2 for bet in player.seats)
        answer = rng.choice([True, False, None])
        if answer is None or not 0 < price <= guest.stake_cents:
            continue
        guest.insure(answer)
        script.players[guest] = SeatedPlayer(
            player.name, player.seats, player.auto_actions, player.funds, answer
        )
    seats.close_insurance(table)


def vote_at_random(script: Script, table, rng: Random) -> None:
    decision = Decision.objects.filter(round__live__table=table, closed_at__isnull=True).first()
    assert decision is not None
    votes = {}
    for guest in script.players:
        if f"{decision.hand}:main" in guest.bets(decision.round) and rng.random() < 0.6:
            votes[guest.user.username] = rng.choice(decision.legal.split())
            guest.vote_on(decision, votes[guest.user.username])
    past = database_now() - datetime.timedelta(seconds=1)
    Decision.objects.filter(pk=decision.pk).update(ends_at=past)
    seats.count(table)
    script.votes.append((decision.hand, votes))


def compare(script: Script, round_: Round) -> None:
    rules, shoe, _ = live_deal(round_)
    assert isinstance(rules, BlackjackRules)
    engine = MajorityRound(
        rules,
        shoe,
        list(script.players.values()),
        lambda hand, up, legal: best_action(rules, hand, up, legal),
        round_.version.golden_rules,
    )
    for hand, votes in script.votes:
        engine.decide(hand, votes)
    for guest, player in script.players.items():
        settled = engine.settled(player.name)
        assert guest.bets(round_) == {
            bet.position: (bet.stake.real_cents, bet.paid_cents, bet.result) for bet in settled
        }
        assert guest.golden_bets(round_) == {
            bet.position: (
                bet.stake.golden_cents,
                bet.golden_paid_cents,
                sum(bet.chips_back),
            )
            for bet in settled
            if bet.stake.golden
        }
        paid = sum(bet.paid_cents for bet in settled)
        left = engine.stakes[player.name].funds
        assert left.real_cents is not None
        assert guest.stake_cents == left.real_cents + paid
        back = [chip for bet in settled for chip in bet.chips_back]
        assert sorted(guest.chips) == sorted([*left.golden, *back])
    fell = Action.objects.filter(round=round_).exclude(decided_by="follow_rule")
    assert fell.filter(action__in=["hit", "stand", "double", "split"]).count() == len(
        [step for step in engine.live.steps if hasattr(step, "kind")]
    )
