"""``manage.py verify``: anybody can compute a shoe again from its seed."""

import hashlib
import json

import pytest
from django.core.management import call_command

from tables.engine.cards import show_cards
from tables.engine.rng import shuffled_deck

SEED = bytes(range(32))


def test_the_commitment_and_the_order_are_printed(capsys):
    call_command("verify", SEED.hex(), "--decks", "8")
    first, *lines = capsys.readouterr().out.splitlines()
    assert first == f"commitment  {hashlib.sha256(SEED).hexdigest()}"
    assert len(lines) == 32
    assert " ".join(line[12:] for line in lines) == show_cards(shuffled_deck(SEED, 8))
    assert [line[:10].strip() for line in lines[:2]] == ["1", "14"]


def test_the_answer_can_be_had_as_json(capsys):
    call_command("verify", SEED.hex().upper(), "--json")
    assert json.loads(capsys.readouterr().out) == {
        "commitment": hashlib.sha256(SEED).hexdigest(),
        "decks": 6,
        "order": show_cards(shuffled_deck(SEED, 6)),
    }


@pytest.mark.parametrize("seed", ["", "00", SEED.hex() + "00", "x" * 64])
def test_what_is_no_seed_is_refused(seed, capsys):
    with pytest.raises(SystemExit) as stopped:
        call_command("verify", seed)
    assert stopped.value.code == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("", "A seed has 64 hexadecimal digits.\n")
