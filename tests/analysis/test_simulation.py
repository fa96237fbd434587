"""The engine, played by the chart, comes to what is counted."""

import pytest

from tables.analysis import report
from tables.analysis.simulation import CHUNK, Sample, expected_net, play, tasks
from tables.engine.rules import PRESETS, BlackjackRules, check_rules
from tests.analysis.presets import MAJORITY

ROUNDS = 200_000
SEED = 20


def simulate(rules, rounds, **options):
    total: dict[str, Sample] = {}
    for task in tasks(rules, rounds=rounds, seed=SEED, **options):
        for name, sample in play(task).items():
            total.setdefault(name, Sample()).add(sample)
    return total


@pytest.mark.parametrize("preset", PRESETS)
def test_every_bet_returns_what_is_counted(preset):
    rules = PRESETS[preset]
    samples = simulate(rules, ROUNDS, sides=True)
    assert set(samples) == {"main", *rules.side_pays}
    for name, net in expected_net(rules).items():
        assert samples[name].rounds == ROUNDS
        assert abs(samples[name].distance(net)) < 4, name
    exact = report(rules).chart_returns
    main = samples["main"]
    assert main.staked / ROUNDS / 100 == pytest.approx(exact.stakes, abs=0.005)
    assert main.variance == pytest.approx(exact.variance, abs=0.03)


def test_rounds_are_cut_into_chunks_that_repeat():
    parts = list(tasks(MAJORITY, rounds=CHUNK + 1, seed=3))
    assert [part.rounds for part in parts] == [CHUNK, 1]
    assert play(parts[1]) == play(parts[1])
    other = next(iter(tasks(MAJORITY, rounds=1, seed=4)))
    assert play(parts[1])["main"].rounds == play(other)["main"].rounds == 1


def test_the_cut_card_changes_the_shoe_not_the_game():
    fresh = simulate(MAJORITY, 2_000)["main"]
    played_down = simulate(MAJORITY, 2_000, cut_card=True)["main"]
    assert fresh != played_down
    assert abs(played_down.distance(expected_net(MAJORITY)["main"])) < 4


def test_figures_of_a_sample():
    sample = Sample(rounds=4, net=-100, square=30_000, staked=500)
    assert sample.mean == -0.25
    assert sample.per_staked == 0.8
    assert sample.variance == 0.75 - 0.0625
    assert sample.standard_error == pytest.approx((0.6875 / 4) ** 0.5, abs=1e-15)
    assert sample.distance(-0.25) == 0


UNUSUAL = [
    BlackjackRules(
        decks=2,
        dealer_hits_soft_17=True,
        max_hands=4,
        split_aces_one_card=False,
        late_surrender=True,
        double_on="10-11",
        blackjack_pays="6:5",
        even_money_offered=True,
        charlie=5,
    ),
    BlackjackRules(
        decks=1,
        dealing="EU",
        double_after_split=False,
        max_hands=3,
        blackjack_pays="1:1",
        double_back_on_ten_blackjack=True,
        double_on="9-11",
        charlie=6,
    ),
]


@pytest.mark.parametrize("rules", UNUSUAL)
def test_engine_and_analysis_read_unusual_rules_alike(rules):
    check_rules(rules)
    main = simulate(rules, 60_000)["main"]
    exact = report(rules).chart_returns
    assert abs(main.distance(exact.net)) < 4
    assert main.staked / main.rounds / 100 == pytest.approx(exact.stakes, abs=0.005)
    assert main.variance == pytest.approx(exact.variance, abs=0.03)
