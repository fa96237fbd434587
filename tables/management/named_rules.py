"""The rules that a command line names: those of a preset or of a table, with some set anew."""

import json
from argparse import ArgumentParser
from typing import Any

from django.db import DatabaseError

from tables.engine.rules import PRESETS, Rules, rules_from_json
from tables.models import Table


class NoSuchRules(ValueError):
    """There is no such game, or the changes are no JSON object. The text is a sentence."""


def add_game(parser: ArgumentParser) -> None:
    """The arguments that name the rules: ``game`` and ``rules``."""
    parser.add_argument("game", metavar="PRESET|TABLE")
    parser.add_argument("--rules", metavar="JSON", default="{}", help="rules set anew")


def named_rules(name: str, overrides: str) -> Rules:
    """The rules of a preset or a table's current version, changed by a JSON object.

    Raises ``NoSuchRules``, and the ``EngineRefusal`` of ``rules_from_json``.
    """
    base = PRESETS.get(name) or _table_rules(name)
    return rules_from_json(base, _object(overrides))


def _table_rules(slug: str) -> Rules:
    known = ", ".join(PRESETS)
    try:
        table = Table.objects.select_related("current").filter(slug=slug).first()
    except (DatabaseError, UnicodeError) as error:  # a command line can hold what is no text
        raise NoSuchRules(
            f"There is no preset {slug}; there are {known}. Tables cannot be read: {error}."
        ) from None
    if table is None or table.current is None:
        raise NoSuchRules(f"There is no preset and no table {slug}; presets are {known}.")
    return table.current.engine_rules


def _object(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NoSuchRules(f"The rules are not JSON: {error}.") from None
    if not isinstance(value, dict):
        raise NoSuchRules('The rules must be a JSON object such as {"decks": 8}.')
    return value
