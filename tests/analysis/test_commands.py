"""``manage.py rtp`` and ``manage.py simulate``."""

import json
from io import StringIO

import pytest
from django.core.management import call_command

from tables.analysis import report
from tests import factories
from tests.analysis.presets import AMERICAN, MAJORITY


def run(*words):
    out = StringIO()
    call_command(*words, stdout=out)
    return out.getvalue()


def refusal(*words):
    err = StringIO()
    out = StringIO()
    with pytest.raises(SystemExit) as exit_:
        call_command(*words, stdout=out, stderr=err)
    assert exit_.value.code == 2
    assert out.getvalue() == ""
    return err.getvalue().strip()


def test_rtp_prints_what_the_report_holds():
    answer = json.loads(run("rtp", "majority", "--json"))
    found = report(MAJORITY)
    assert answer["optimal"]["per_staked"] == found.optimal.per_staked
    assert answer["optimal"]["per_initial"] == found.optimal.per_initial
    assert answer["chart"]["per_staked"] == found.chart_returns.per_staked
    assert answer["chart"]["variance"] == found.chart_returns.variance
    assert answer["sides"] == {name: side.per_staked for name, side in found.sides.items()}
    assert answer["seconds"] < 60
    assert "strategy" not in answer


def test_rtp_reads_rules_set_anew_and_prints_the_chart():
    answer = json.loads(run("rtp", "majority", "--rules", '{"dealing": "US"}', "--json", "--chart"))
    assert f"{answer['optimal']['per_staked']:.3%}" == "99.550%"
    assert answer["strategy"]["hard"]["11"] == dict(
        zip("23456789TA", ["Dh"] * 9 + ["H"], strict=True)
    )
    assert answer["strategy"]["pairs"]["88"]["T"] == "H"


def test_rtp_prints_the_duel_strategy():
    answer = json.loads(run("rtp", "duel", "--json", "--chart"))
    assert answer["strategy"]["T-2-T"] == {"take": "T", "then": "stand"}
    assert len(answer["strategy"]) == 550


def test_rtp_prints_text_for_people():
    text = run("rtp", "classic", "--chart")
    assert "99.59476%" in text
    assert "    16 S  S  S  S  S  H  H  H  H  H " in text
    assert "up card A" in run("rtp", "duel", "--chart")


@pytest.mark.parametrize("command", ["rtp", "simulate"])
@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["classic", "--rules", '{"decks": 9}'], "decks cannot be 9; allowed: 1..8."),
        (["classic", "--rules", "{"], "The rules are not JSON"),
        (["classic", "--rules", "[1]"], "The rules must be a JSON object"),
        (["duel", "--rules", '{"charlie": 5}'], "There is no rule charlie"),
    ],
)
def test_bad_rules_are_refused_in_a_sentence(command, words, sentence):
    assert refusal(command, *words).startswith(sentence)


@pytest.mark.django_db
def test_an_unknown_name_is_refused_in_a_sentence():
    assert refusal("rtp", "baccarat") == (
        "There is no preset and no table baccarat; "
        "presets are classic, lux, american, majority, duel."
    )


@pytest.mark.django_db
def test_a_name_that_is_no_text_is_refused_in_a_sentence():
    assert refusal("rtp", "\udcff").startswith("There is no preset \udcff; there are classic")


def test_simulate_gives_the_same_with_more_jobs():
    words = ("simulate", "duel", "--rounds", "7000", "--seed", "5", "--json", "--sides")
    one, two = (json.loads(run(*words, "--jobs", jobs)) for jobs in "12")
    for answer in (one, two):
        del answer["seconds"], answer["rounds_per_second"]
    assert one == two
    assert one["rounds"] == 7000
    assert abs(one["distance"]) < 4
    assert set(one["sides"]) == {"2up"}


def test_simulate_prints_text_for_people():
    text = run("simulate", "classic", "--rounds", "2000")
    assert text.startswith("classic: 2,000 rounds by the chart, seed 1\n")
    assert "rounds a second" in text


def test_simulate_refuses_a_cut_card_where_there_is_none():
    assert refusal("simulate", "classic", "--cut-card") == "These rules use no cut card."


@pytest.mark.django_db
def test_rtp_knows_a_table_by_its_address():
    held = factories.table(game="american")
    answer = json.loads(run("rtp", held.slug, "--json"))
    assert answer["optimal"]["per_staked"] == report(AMERICAN).optimal.per_staked
