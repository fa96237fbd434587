"""The product as it runs: a web process and a dealer beside the test, on its database."""

import contextlib
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection

from tests.services import free_port


@pytest.fixture
def house() -> Iterator[str]:
    """Web and dealer as processes of their own, on the database of the test; their address."""
    call_command("createcachetable", verbosity=0)
    database = connection.settings_dict
    environment = os.environ | {
        "DATABASE_URL": "postgres://{USER}@{HOST}:{PORT}/{NAME}".format_map(database),
        "DJANGO_SETTINGS_MODULE": "casino.settings.dev",
        "SECRET_KEY": settings.SECRET_KEY,
        "SEALING_KEYS": ",".join(key.decode() for key in settings.SEALING_KEYS),
    }
    port = free_port()
    uvicorn = [sys.executable, "-m", "uvicorn", "casino.asgi:application", "--port", str(port)]
    options = ["--log-level", "error", "--timeout-graceful-shutdown", "1"]
    dealer = [sys.executable, "manage.py", "run_dealer"]
    processes = [
        subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
        for command in ([*uvicorn, *options], dealer)
    ]
    address = f"http://127.0.0.1:{port}"
    try:
        _wait_for(address)
        yield address
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            process.wait(timeout=30)


def _wait_for(address: str) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        host, _, port = address.removeprefix("http://").partition(":")
        with contextlib.suppress(OSError):
            socket.create_connection((host, int(port)), timeout=1).close()
            return
        time.sleep(0.2)
    raise TimeoutError(address)
