"""Throw-away servers for tests and benchmarks: PostgreSQL and Redis on free ports, and Chromium.

Nothing that already runs on the machine is touched. What is missing is installed when the caller
is root on Debian, and named otherwise.
"""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

CHROMIUM = "/usr/bin/chromium"
CHROMIUM_FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def end_on_sigterm() -> None:
    """Make SIGTERM unwind like Ctrl-C, so that no server outlives its caller."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))


def install_missing() -> None:
    """Install PostgreSQL, Redis and Chromium where one is missing. Exits naming it if it cannot."""
    packages = [
        package
        for package, is_there in (
            ("postgresql", _postgres_bin() is not None),
            ("redis-server", shutil.which("redis-server") is not None),
            ("chromium", Path(CHROMIUM).exists()),
        )
        if not is_there
    ]
    if not packages:
        return
    command = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages]
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        sys.exit(f"The tests need {', '.join(packages)}. On Debian: sudo {' '.join(command)}")
    print(f"Installing {', '.join(packages)} ...", flush=True)
    quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for step in (["apt-get", "update", "-qq"], command):
        subprocess.run(step, check=True, env=quiet, stdout=subprocess.DEVNULL)


@contextlib.contextmanager
def postgres() -> Iterator[str]:
    """Run a PostgreSQL of our own and give its ``DATABASE_URL``."""
    binaries = _postgres_bin()
    assert binaries is not None
    with tempfile.TemporaryDirectory(prefix="casino-postgres-") as folder:
        home = Path(folder)
        as_postgres: list[str] = []
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            shutil.chown(home, "postgres")
            as_postgres = ["runuser", "-u", "postgres", "--"]
        _run(
            [
                *as_postgres, str(binaries / "initdb"), "--pgdata", str(home / "data"),
                "--username", "casino", "--auth", "trust", "--encoding", "UTF8",
                "--locale", "C.UTF-8", "--no-sync",
            ],
            cwd=home,
        )  # fmt: skip
        port = free_port()
        server = subprocess.Popen(
            [
                *as_postgres, str(binaries / "postgres"), "-D", str(home / "data"),
                "-p", str(port), "-k", str(home), "-c", "listen_addresses=127.0.0.1",
                "-c", "max_connections=200", "-c", "shared_buffers=256MB",
                "-c", "log_min_messages=fatal", "-c", "fsync=off",
            ],
            cwd=home,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            _wait_for_port(port, server)
            _wait_until_ready(binaries, port)
            yield f"postgres://casino@127.0.0.1:{port}/postgres"
        finally:
            _run(
                [
                    *as_postgres,
                    str(binaries / "pg_ctl"),
                    "-D",
                    str(home / "data"),
                    "-m",
                    "fast",
                    "stop",
                ]
            )
            server.wait(timeout=20)


@contextlib.contextmanager
def redis() -> Iterator[str]:
    """Run a Redis of our own, keeping nothing, and give its address."""
    port = free_port()
    command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", ""]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        _wait_for_port(port, server)
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        server.terminate()
        server.wait(timeout=20)


def free_port() -> int:
    """A port that nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _postgres_bin() -> Path | None:
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if versions:
        return versions[-1].parent
    found = shutil.which("initdb")
    return Path(found).resolve().parent if found else None


def _run(command: Sequence[str], cwd: Path | None = None) -> None:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")


def _wait_for_port(port: int, server: "subprocess.Popen[bytes]", seconds: float = 20) -> None:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if server.poll() is not None:
            sys.exit(f"{server.args!r} ended at once with status {server.returncode}.")
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 0.2):
            return
        time.sleep(0.05)
    sys.exit(f"{server.args!r} did not listen within {seconds:.0f} s.")


def _wait_until_ready(binaries: Path, port: int, seconds: float = 20) -> None:
    deadline = time.monotonic() + seconds
    probe = [str(binaries / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(port)]
    while subprocess.run(probe, check=False).returncode:
        if time.monotonic() > deadline:
            sys.exit("PostgreSQL did not become ready.")
        time.sleep(0.05)
