"""``manage.py serve``: the whole product on one machine, for the quick start."""

import os
import signal
import socket
import subprocess
import sys
import time
from argparse import ArgumentParser
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

RUN_AS_ROOT = "You're running the worker with superuser privileges"
"""Celery's advice for production, which this command is not for."""


class Command(BaseCommand):
    """Prepare the database, load the demo once, start web, dealer and jobs; Ctrl-C ends all."""

    help = "Start web, dealer and Celery worker with beat on this machine, with the demo loaded."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where to listen."""
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)

    def handle(self, *args: Any, **options: Any) -> None:
        """Run until Ctrl-C, or until one of the parts ends by itself."""
        host, port = options["host"], options["port"]
        _refuse_a_taken_port(host, port)
        self.stdout.write("Preparing the database and the demo ...")
        self.stdout.flush()
        call_command("migrate", verbosity=0)
        call_command("createcachetable", verbosity=0)
        call_command("demo", stdout=self.stdout)
        parts = _start_parts(host, port)
        self.stdout.write(self.style.SUCCESS(f"\n  http://{host}:{port}/        the tables"))
        self.stdout.write(self.style.SUCCESS(f"  http://{host}:{port}/admin/  the back office"))
        self.stdout.write("  Ctrl-C ends everything.\n")
        self.stdout.flush()  # into a pipe or a file nothing would be read before the end
        try:
            ended = _wait_for_one(parts)
        except KeyboardInterrupt:
            ended = None
        finally:
            _stop(parts)
        if ended is not None:
            raise CommandError(f"{ended} ended by itself; its last lines above say why.")
        self.stdout.write("Stopped.")


def _refuse_a_taken_port(host: str, port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise CommandError(
                f"Cannot listen on {host}:{port} ({error.strerror}). "
                "Choose another port: make run ARGS='--port 8001'"
            ) from error


def _start_parts(host: str, port: int) -> "dict[str, subprocess.Popen[bytes]]":
    python = sys.executable
    commands = {
        "web": [
            python, "-m", "uvicorn", "casino.asgi:application", "--host", host, "--port", str(port),
            "--log-level", "warning", "--timeout-graceful-shutdown", "3",
        ],
        "dealer": [python, "-m", "django", "run_dealer"],
        "jobs": [
            python, "-W", f"ignore:{RUN_AS_ROOT}", "-m", "celery", "--quiet", "-A", "casino",
            "worker", "--beat", "--pool", "solo", "--loglevel", "WARNING",
            "--without-gossip", "--without-mingle",
        ],
    }  # fmt: skip
    # A session of their own: Ctrl-C reaches this command alone, which then ends them in order.
    return {
        name: subprocess.Popen(command, start_new_session=True, env=os.environ.copy())
        for name, command in commands.items()
    }


def _wait_for_one(parts: "dict[str, subprocess.Popen[bytes]]") -> str:
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    while True:
        for name, process in parts.items():
            if process.poll() is not None:
                return name
        time.sleep(0.3)


def _stop(parts: "dict[str, subprocess.Popen[bytes]]") -> None:
    """End the parts in good order; a second Ctrl-C changes nothing, after 8 s they are killed."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    for process in parts.values():
        if process.poll() is None:
            process.terminate()
    deadline = time.monotonic() + 8
    for process in parts.values():
        try:
            process.wait(timeout=max(0.1, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
