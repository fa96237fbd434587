"""``manage.py deal``: one JSON object a file, exit status 0, 1 or 2, never a traceback."""

import io
import json

import pytest
from django.core.management import call_command

GOOD = {
    "preset": "american",
    "shoe": "TS 6D 9H TC 8C",
    "bets": [{"box": 1, "main": "10.00"}],
    "actions": ["1:stand"],
    "expect": {"net": {"player": "10.00"}},
}


@pytest.fixture
def deal(tmp_path, capsys):
    """Write scripts to files and deal them: (exit status, printed objects, lines of errors)."""

    def run(*scripts):
        names = []
        for number, script in enumerate(scripts):
            path = tmp_path / f"{number}.json"
            path.write_text(script if isinstance(script, str) else json.dumps(script))
            names.append(str(path))
        return outcome(names, capsys)

    return run


def outcome(names, capsys):
    status: str | int | None = 0
    try:
        call_command("deal", *names)
    except SystemExit as stopped:
        status = stopped.code
    printed = capsys.readouterr()
    objects = [json.loads(line) for line in printed.out.splitlines()]
    return status, objects, printed.err.splitlines()


def test_a_round_as_expected_is_printed(deal):
    status, (report,), errors = deal(GOOD)
    assert (status, errors) == (0, [])
    assert report == {
        "dealer": {"cards": "6D TC 8C", "total": 24, "blackjack": False},
        "hands": [{"hand": "1", "cards": "TS 9H", "total": 19, "result": "stand"}],
        "bets": [
            {
                "player": "player",
                "position": "1:main",
                "real": "10.00",
                "golden": "0.00",
                "paid": "20.00",
                "golden_returned": "0.00",
                "result": "win",
            }
        ],
        "net": {"player": "10.00"},
    }


def test_a_difference_is_status_1_and_told_on_standard_error(deal):
    status, reports, errors = deal(GOOD | {"expect": {"net": {"player": "9.00"}}})
    assert (status, len(reports)) == (1, 1)
    assert errors[0].endswith("0.json: net.player: expected '9.00', found '10.00'")


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        (
            GOOD | {"actions": ["1:split"]},
            "split is not legal on hand 1; legal: hit, stand, double.",
        ),
        (GOOD | {"shoe": "TS"}, "The shoe held 1 cards and the round needs more."),
        (GOOD | {"limits": {"main": ["1.00", "5.00"]}}, "above the maximum of 500."),
        ("{", "Expecting property name"),
        ("[" * 100_000, "recursion"),
    ],
)
def test_a_broken_script_is_status_2_with_the_reason_and_nothing_printed(deal, script, reason):
    status, reports, errors = deal(script)
    assert (status, reports) == (2, [])
    assert reason in errors[0]
    assert "Traceback" not in "".join(errors)


def test_every_file_is_dealt_and_the_worst_status_counts(deal):
    status, reports, errors = deal(
        "{", GOOD | {"expect": {"net": {}, "dealer": {"total": 1}}}, GOOD
    )
    assert (status, len(reports), len(errors)) == (2, 2, 2)


def test_a_file_that_is_not_there_is_status_2(capsys):
    status, reports, errors = outcome(["nowhere.json"], capsys)
    assert (status, reports) == (2, [])
    assert "No such file" in errors[0]


def test_a_file_that_is_no_text_is_status_2(tmp_path, capsys):
    path = tmp_path / "picture.json"
    path.write_bytes(b"\xff\xd8\xff")
    assert outcome([str(path)], capsys)[0] == 2


def test_standard_input_is_read_for_a_dash(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(GOOD)))
    status, (report,), _ = outcome(["-"], capsys)
    assert (status, report["net"]) == (0, {"player": "10.00"})
