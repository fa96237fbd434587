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
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from django.db import connection, transaction

from tables.models import LiveTable, Table
from tables.services.live.window import tell_browsers
from tests import crowd as crowds
from tests.bench import Row
from tests.services import free_port

MANY = 5_000
FEW = 1_000
CHANGES = 9
PAUSE_SECONDS = 0.3
FIELDS = ("round_id", "phase", "phase_ends_at", "next_position", "view")


@dataclass(frozen=True)
class Measured:
    """Seconds of each change, the server's processor time for one, and a stream's memory."""

    seconds: list[float]
    processor_seconds: float
    bytes_per_stream: float = 0

    @property
    def median(self) -> float:
        """The usual change."""
        return statistics.median(self.seconds)


def measure(database_url: str) -> list[Row]:
    """5,000 streams, then 1,000 of ours beside 1,000 of django-eventstream."""
    crowd = crowds.Crowd(MANY)
    table = crowd.table
    keys = crowds.log_in(crowd.sessions)
    scenes = _scenes(crowd)
    with _served("casino.asgi:application", database_url) as port:
        many = _streams(port, table, keys, scenes, MANY)
    with _served("casino.asgi:application", database_url) as port:
        few = _streams(port, table, keys, scenes, FEW)
    with _served("tests.bench._eventstream_site:application", database_url) as port:
        reference = _reference(port, FEW)
    return [*_rows(many), *_rows_beside(few, reference)]


def _rows(many: Measured) -> list[Row]:
    kilobytes = many.bytes_per_stream / 1024
    worst = max(many.seconds)
    last = f"A change to the last of {MANY:,} streams"
    return [
        Row(f"{last}, median", _ms(many.median), aim="500 ms", holds=many.median <= 0.5),
        Row(f"{last}, worst of {CHANGES}", _ms(worst), aim="1000 ms", holds=worst <= 1.0),
        Row(f"Processor time of a change, {MANY:,} streams", _ms(many.processor_seconds)),
        Row("Memory of an open stream", f"{kilobytes:.0f} KB", aim="60 KB", holds=kilobytes < 60),
    ]


def _rows_beside(few: Measured, reference: Measured) -> list[Row]:
    return [
        Row(
            f"A change to the last of {FEW:,} streams, median",
            _ms(few.median),
            f"django-eventstream: {_ms(reference.median)}",
            aim="a third of it",
            holds=few.median < reference.median / 3,
        ),
        Row(
            f"Processor time of a change, {FEW:,} streams",
            _ms(few.processor_seconds),
            f"django-eventstream: {_ms(reference.processor_seconds)}",
        ),
    ]


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms"


def _scenes(crowd: crowds.Crowd) -> list[dict[str, Any]]:
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
            measured = _measured(port, arrival, lambda turn: _change(table, scenes[turn % 2]))
            used = port.memory() - before
    return replace(measured, bytes_per_stream=used / size)


def _measured(
    port: "Port", arrival: Callable[[int], float], change: Callable[[int], int]
) -> Measured:
    """Make changes, one after the other, the first of them to warm up."""
    seconds = []
    for turn in range(CHANGES + 1):
        if turn == 1:
            used = port.processor_seconds()
        begun = time.perf_counter()
        version = change(turn)
        seconds.append(arrival(version) - begun)
        time.sleep(PAUSE_SECONDS)
    return Measured(seconds[1:], (port.processor_seconds() - used) / CHANGES)


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


def _reference(port: "Port", size: int) -> Measured:
    def change(turn: int) -> int:
        _get(port.number, f"/send/?version={turn + 1}")
        return turn + 1

    with _listening(port.number, "/events/", size) as arrival:
        return _measured(port, arrival, change)


@dataclass(frozen=True)
class Port:
    """A server that runs, and where."""

    number: int
    process: "subprocess.Popen[bytes]"

    def memory(self) -> int:
        """Bytes that the process holds in memory."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    def processor_seconds(self) -> float:
        """What the process has used of the processors so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


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
