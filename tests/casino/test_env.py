"""The environment: a missing or bad variable stops the start with a sentence that helps."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from casino.settings import env

ROOT = Path(__file__).resolve().parents[2]
KEY = "dGVzdHMtb25seS1zZWFsaW5nLWtleS0zMi1ieXRlcyE="
PRODUCTION = {
    "DJANGO_SETTINGS_MODULE": "casino.settings.prod",
    "SECRET_KEY": "long and random",
    "SEALING_KEYS": KEY,
    "ALLOWED_HOSTS": "casino.example",
    "DATABASE_URL": "postgres://casino:secret@db.example:5432/casino",
    "CELERY_BROKER_URL": "redis://redis.example:6379/0",
    "CACHE_URL": "redis://redis.example:6379/1",
}


def start(**changes: str | None) -> "subprocess.CompletedProcess[str]":
    environment = {"PATH": os.environ["PATH"], **PRODUCTION}
    for name, value in changes.items():
        environment.pop(name, None)
        if value is not None:
            environment[name] = value
    return subprocess.run(
        [sys.executable, "manage.py", "check", "--tag", "models"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_production_starts_when_all_is_set():
    done = start()
    assert done.stderr == ""
    assert done.returncode == 0


@pytest.mark.parametrize(
    "name",
    [
        "SECRET_KEY",
        "SEALING_KEYS",
        "ALLOWED_HOSTS",
        "DATABASE_URL",
        "CELERY_BROKER_URL",
        "CACHE_URL",
    ],
)
def test_production_does_not_start_without_a_variable(name):
    done = start(**{name: None})
    assert done.returncode != 0
    assert f"The environment variable {name} is not set." in done.stderr


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("SEALING_KEYS", "short", "must hold keys of 32 bytes"),
        ("DATABASE_URL", "mysql://db/casino", "must begin with postgres:// or sqlite:///"),
        ("CASINO_TIME_ZONE", "Mars/Olympus", "which is no time zone"),
        ("STAFF_MUST_USE_TOTP", "perhaps", "it takes one of: on, off"),
        ("DATABASE_POOL_MAX", "0", "a whole number from 1 to 500"),
    ],
)
def test_a_bad_variable_stops_the_start_with_its_reason(name, value, sentence):
    done = start(**{name: value})
    assert done.returncode != 0
    assert sentence in done.stderr


def test_sqlite_takes_the_write_lock_at_the_beginning(monkeypatch):
    monkeypatch.setenv("SOME_DATABASE", "sqlite:///some.sqlite3")
    options = env.database("SOME_DATABASE")["OPTIONS"]
    assert options["transaction_mode"] == "IMMEDIATE"
    assert "synchronous=FULL" in options["init_command"]


def test_several_sealing_keys_keep_their_order(monkeypatch):
    monkeypatch.setenv("SEALING_KEYS", f"{KEY},{KEY}")
    assert env.sealing_keys("SEALING_KEYS") == [KEY.encode(), KEY.encode()]


def test_a_sealing_key_that_is_no_base64_is_refused(monkeypatch):
    monkeypatch.setenv("SEALING_KEYS", "*" * 44)
    with pytest.raises(ImproperlyConfigured):
        env.sealing_keys("SEALING_KEYS")
