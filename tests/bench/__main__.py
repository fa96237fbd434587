"""``python -m tests.bench [NAME ...]``: run the benchmarks and print their table."""

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import asdict
from importlib import import_module
from pathlib import Path

import django
from django.conf import settings
from django.db import connection
from rich.console import Console
from rich.table import Table

from tests import services
from tests.bench import Row

HERE = Path(__file__).parent


def names() -> list[str]:
    """All benchmarks, by file name."""
    return sorted(path.stem for path in HERE.glob("*.py") if not path.stem.startswith("_"))


def main(wanted: list[str]) -> int:
    """Run each in a process of its own; exit status 1 where one fails to run."""
    unknown = set(wanted) - set(names())
    if unknown:
        print(f"No benchmark {', '.join(sorted(unknown))}; there are: {', '.join(names())}")
        return 2
    services.end_on_sigterm()
    services.install_missing()
    failed = False
    with services.postgres() as database_url:
        for name in wanted or names():
            print(f"{name} ...", flush=True)
            rows = _run(name, database_url)
            failed |= rows is None
            if rows:
                _print(name, rows)
    return int(failed)


def _run(name: str, database_url: str) -> list[Row] | None:
    """Run one benchmark on a fresh database; its rows, or None when it failed."""
    with tempfile.NamedTemporaryFile(suffix=".json") as answer:
        environment = os.environ | {
            "DATABASE_URL": database_url,
            "DJANGO_SETTINGS_MODULE": "casino.settings.test",
        }
        done = subprocess.run(
            [sys.executable, "-m", "tests.bench.__main__", "--one", name, answer.name],
            env=environment,
            check=False,
        )
        if done.returncode:
            return None
        return [Row(**row) for row in json.load(answer)]


def _run_here(name: str, answer: str) -> None:
    """The child process: a database of its own, migrated, and the measuring itself."""
    django.setup()
    created = connection.creation.create_test_db(verbosity=0, serialize=False)
    try:
        base = os.environ["DATABASE_URL"].rsplit("/", 1)[0]
        os.environ["DATABASE_URL"] = f"{base}/{created}"
        settings.DATABASES["default"]["NAME"] = created
        rows: list[Row] = import_module(f"tests.bench.{name}").measure(os.environ["DATABASE_URL"])
        Path(answer).write_text(json.dumps([asdict(row) for row in rows]))
    finally:
        connection.close()
        connection.creation.destroy_test_db("postgres", verbosity=0)


def _print(name: str, rows: list[Row]) -> None:
    table = Table(title=name, title_justify="left")
    for heading in ("what", "figure", "reference", "aim", ""):
        table.add_column(heading)
    for row in rows:
        mark = {True: "holds", False: "misses", None: ""}[row.holds]
        table.add_row(row.what, row.figure, row.reference, row.aim, mark)
    Console(width=150).print(table)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        _run_here(sys.argv[2], sys.argv[3])
    else:
        sys.exit(main(sys.argv[1:]))
