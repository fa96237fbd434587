"""Reads and checks the environment. A missing or bad variable stops the start with a sentence."""

import base64
import binascii
import os
import zoneinfo
from typing import Any
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

TRUE = {"1", "true", "yes", "on"}
FALSE = {"0", "false", "no", "off"}


def text(name: str, default: str | None = None) -> str:
    """The variable's text. Without a default it must be set and not empty."""
    value = os.environ.get(name, "").strip() or default
    if value is None:
        raise ImproperlyConfigured(
            f"The environment variable {name} is not set. .env.example shows what it should hold."
        )
    return value


def is_set(name: str) -> bool:
    """Whether the variable holds anything."""
    return bool(os.environ.get(name, "").strip())


def switch(name: str, *, default: bool) -> bool:
    """``1 true yes on`` or ``0 false no off``."""
    value = os.environ.get(name, "").strip().lower()
    if not value:
        return default
    if value not in TRUE | FALSE:
        raise ImproperlyConfigured(f"{name} is {value!r}; it takes one of: on, off.")
    return value in TRUE


def names(name: str, default: list[str]) -> list[str]:
    """A list with commas between."""
    value = os.environ.get(name, "")
    return [item.strip() for item in value.split(",") if item.strip()] or default


def number(name: str, default: int, *, least: int, most: int) -> int:
    """A whole number within bounds."""
    value = os.environ.get(name, "").strip()
    if not value:
        return default
    if not value.isdecimal() or not least <= int(value) <= most:
        raise ImproperlyConfigured(
            f"{name} is {value!r}; it takes a whole number from {least} to {most}."
        )
    return int(value)


def time_zone(name: str, default: str) -> str:
    """A zone of the IANA database, such as ``Europe/Rome``."""
    value = text(name, default)
    if value not in zoneinfo.available_timezones():
        raise ImproperlyConfigured(f"{name} is {value!r}, which is no time zone (Europe/Rome is).")
    return value


def sealing_keys(name: str, default: str | None = None) -> list[bytes]:
    """Keys of 32 bytes in URL-safe base64, the newest first; older ones still open old seals."""
    keys = []
    for item in text(name, default).split(","):
        try:
            key = base64.urlsafe_b64decode(item.strip())
        except (binascii.Error, ValueError):
            key = b""
        if len(key) != 32:
            raise ImproperlyConfigured(
                f"{name} must hold keys of 32 bytes in URL-safe base64. Make one with: "
                "openssl rand -base64 32 | tr +/ -_"
            )
        keys.append(item.strip().encode())
    return keys


def database(name: str, default: str | None = None) -> dict[str, Any]:
    """A Django database from ``postgres://user:password@host:port/name`` or ``sqlite:///path``."""
    value = text(name, default)
    scheme = urlsplit(value).scheme
    if scheme not in {"postgres", "postgresql", "sqlite"}:
        raise ImproperlyConfigured(
            f"{name} must begin with postgres:// or sqlite:///, not {scheme or 'nothing'}://."
        )
    config: dict[str, Any] = environ.Env.db_url_config(value)
    if scheme == "sqlite":
        # WAL lets readers read while one writes; IMMEDIATE takes the write lock at BEGIN, so that
        # read-then-write never fails with "database is locked"; FULL survives a power failure.
        config["OPTIONS"] = {
            "timeout": 20,
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        }
    return config
