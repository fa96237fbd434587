"""A change at a live table on its way to thousands of streams of one web process.

A change is the worst there is: from a round in its decisions to another one's results and back, so
that the shared part and each player's own part (bets, vote, stake, result) are new for everybody.
It is timed from before the transaction that makes it until the last stream has its last byte.
"""

import contextlib
import os
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.db import connection, transaction

from tables.models import LiveTable, Table
from tables.services.live.window import tell_browsers
from tests.bench import Row, _crowd
from tests.services import free_port

MANY = 5_000
FEW = 1_000
CHANGES = 9
FIELDS = ("round_id", "phase", "phase_ends_at", "next_position", "view")


def measure(database_url: str) -> list[Row]:
    """5,000 streams, then 1,000 of ours beside 1,000 of django-eventstream."""
    crowd = _crowd.Crowd(MANY)
    table = crowd.table
    keys = _crowd.log_in(crowd.sessions)
    scenes = _scenes(crowd)
    with _served("casino.asgi:application", database_url) as port:
        many = _streams(port, table, keys, scenes, MANY)
    with _served("casino.asgi:application", database_url) as port:
        few = _streams(port, table, keys, scenes, FEW)
    with _served("tests.bench._eventstream_site:application", database_url) as port:
        reference = _reference(port, FEW)
    median, worst = statistics.median(many.seconds), max(many.seconds)
    ours, theirs = statistics.median(few.seconds), statistics.median(reference)
    beside = f"django-eventstream: {theirs * 1000:.0f} ms"
    kilobytes = many.bytes_per_stream / 1024
    return [
        Row(
            f"A change to the last of {MANY:,} streams, median",
            f"{median * 1000:.0f} ms",
            aim="500 ms",
            holds=median <= 0.5,
        ),
        Row(
            f"A change to the last of {MANY:,} streams, worst of {CHANGES}",
            f"{worst * 1000:.0f} ms",
            aim="1000 ms",
            holds=worst <= 1.0,
        ),
        Row(
            f"A change to the last of {FEW:,} streams, median",
            f"{ours * 1000:.0f} ms",
            beside,
            aim="a third of it",
            holds=ours < theirs / 3,
        ),
        Row(
            "Memory of an open stream",
            f"{kilobytes:.0f} KB",
            aim="60 KB",
            holds=kilobytes < 60,
        ),
    ]


def _scenes(crowd: _crowd.Crowd) -> list[dict[str, Any]]:
    """Two states of the table to go back and forth between, as its row holds them."""
    crowd.deal()
    for hand in ("1", "2"):
        crowd.vote(hand, "stand")
        crowd.count()
    over = _scene(crowd.table)
    crowd.deal()
    return [over, _scene(crowd.table)]


def _scene(table: Table) -> dict[str, Any]:
    live = LiveTable.objects.get(table=table)
    return {name: getattr(live, name) for name in FIELDS}


@dataclass(frozen=True)
class Measured:
    """Seconds of each change, and what a stream costs in memory."""

    seconds: list[float]
    bytes_per_stream: float


def _streams(
    port: "Port", table: Table, keys: list[str], scenes: list[dict[str, Any]], size: int
) -> Measured:
    _get(port.number, f"/tables/{table.slug}/")
    with tempfile.NamedTemporaryFile("w", suffix=".keys") as file:
        file.write("\n".join(keys[:size]))
        file.flush()
        before = port.memory()
        path = f"/stream/tables/{table.slug}/"
        with _listening(port.number, path, size, file.name) as arrival:
            seconds = []
            for number in range(CHANGES + 1):
                begun = time.perf_counter()
                version = _change(table, scenes[number % 2])
                seconds.append(arrival(version) - begun)
                time.sleep(0.3)
            used = port.memory() - before
    return Measured(seconds[1:], used / size)


def _change(table: Table, scene: dict[str, Any]) -> int:
    """What a dealer's step ends with: the row, and the notice on commit."""
    with transaction.atomic():
        live = LiveTable.objects.select_for_update().get(table=table)
        for name, value in scene.items():
            setattr(live, name, value)
        live.version += 1
        live.save()
        tell_browsers(table.pk, live.version)
    return live.version


def _reference(port: "Port", size: int) -> list[float]:
    with _listening(port.number, "/events/", size) as arrival:
        time.sleep(1)
        seconds = []
        for version in range(1, CHANGES + 2):
            begun = time.perf_counter()
            _get(port.number, f"/send/?version={version}")
            seconds.append(arrival(version) - begun)
            time.sleep(0.3)
    return seconds[1:]


@dataclass(frozen=True)
class Port:
    """A server that runs, and where."""

    number: int
    process: "subprocess.Popen[bytes]"

    def memory(self) -> int:
        """Bytes that the process holds in memory."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")


@contextlib.contextmanager
def _served(application: str, database_url: str) -> Iterator[Port]:
    """One uvicorn process."""
    number = free_port()
    server = subprocess.Popen(
        [
            sys.executable, "-m", "uvicorn", application, "--port", str(number),
            "--log-level", "error", "--no-access-log", "--backlog", "8192",
            "--timeout-graceful-shutdown", "1",
        ],
        env=os.environ | {"DATABASE_URL": database_url},
    )  # fmt: skip
    try:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            with contextlib.suppress(OSError):
                _get(number, "/nothing/")
                break
            time.sleep(0.1)
        yield Port(number, server)
    finally:
        server.terminate()
        server.wait(timeout=30)
        connection.close()


@contextlib.contextmanager
def _listening(port: int, path: str, size: int, keys: str = "") -> Iterator[Callable[[int], float]]:
    """So many open streams; gives a function from a version to when the last stream had it."""
    command = [sys.executable, "-m", "tests.bench._listeners", str(port), path, str(size)]
    listeners = subprocess.Popen(
        [*command, keys] if keys else command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert listeners.stdin is not None
    assert listeners.stdout is not None
    wanted, told = listeners.stdin, listeners.stdout

    def arrival(version: int) -> float:
        wanted.write(f"{version}\n")
        wanted.flush()
        return float(told.readline())

    try:
        if told.readline() != "open\n":
            raise RuntimeError("The streams could not be opened.")
        yield arrival
    finally:
        wanted.close()
        listeners.terminate()
        listeners.wait(timeout=30)


def _get(port: int, path: str) -> None:
    with contextlib.suppress(urllib.error.HTTPError):
        urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=30).read()
