"""Votes: what a POST costs beside a bare view, and how soon a decision falls.

Both views are called through the whole WSGI application, with the same middleware. The bare one
inserts a row of the same size and does nothing else. The vote comes as a browser sends it, with the
player's cookies; the bare request has none.
"""

import io
import os
import signal
import statistics
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from urllib.parse import urlencode

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.core.management import call_command
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path, reverse
from django.views.decorators.csrf import csrf_exempt

from casino.models import User
from casino.urls import urlpatterns as house
from tables.models import Decision, Vote
from tables.services.live import cast_vote, seat_pass
from tests.bench import Row
from tests.crowd import Crowd

PLAYERS = 4_000
VOTERS = PLAYERS // 2
NEEDED = VOTERS // 2 + 1
POSTS = 50
TURNS = 30
THREADS = 4
PATIENCE_SECONDS = 60


@csrf_exempt
def bare(request: HttpRequest) -> HttpResponse:
    """One INSERT."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO bench_vote (decision_id, session_id, action, created_at)"
            " VALUES (%s, %s, %s, now())",
            [request.POST["decision"], 1, request.POST["action"]],
        )
    return HttpResponse(status=204)


urlpatterns = [path("bench/bare/", bare), *house]


def measure(_database_url: str) -> list[Row]:
    """Posts one after the other, then two thousand votes against a running dealer."""
    crowd = Crowd(PLAYERS)
    round_ = crowd.deal()
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE bench_vote (LIKE tables_vote INCLUDING ALL)")
    settings.ROOT_URLCONF = __name__
    # Connections outlive a request, as production's pool has it.
    connection.settings_dict["CONN_MAX_AGE"] = connection.close_at = None
    decision = crowd.decision("1")
    session = crowd.sessions[0]
    seat = seat_pass(session_id=session.pk, round_id=round_.pk)
    fields = {"decision": str(decision.pk), "action": "stand"}
    address = reverse("tables:vote", args=[crowd.table.slug])
    cookies, token = _log_in(session.player)
    ballot = {**fields, "pass": seat, "csrfmiddlewaretoken": token}
    voted, plain = _medians(_posts(address, ballot, cookies), _posts("/bench/bare/", fields, ""))
    Vote.objects.all().delete()
    rows = [
        Row(
            "a vote's POST",
            f"{voted * 1000:.2f} ms",
            f"bare view with one INSERT {plain * 1000:.2f} ms",
            "1.5 ×",
            voted / plain <= 1.5,
        )
    ]
    delay, rate = _until_it_falls(crowd, decision)
    return [
        *rows,
        Row(
            f"{VOTERS:,} votes: the decision falls after the last needed one",
            f"{delay * 1000:.0f} ms",
            f"{rate:.0f} votes/s meanwhile",
            "500 ms",
            delay <= 0.5,
        ),
    ]


def _log_in(player: User) -> tuple[str, str]:
    """A player's cookies, and the token of his page."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(player)
    token = "x" * 32
    client.cookies["csrftoken"] = token
    return "; ".join(f"{name}={item.value}" for name, item in client.cookies.items()), token


def _medians(*works: Callable[[], None]) -> list[float]:
    """Seconds a POST of each, taken by turns: what else the machine does falls on all alike."""
    times: list[list[float]] = [[] for _ in works]
    for turn in range(TURNS + 1):
        for work, taken in zip(works, times, strict=True):
            begun = time.perf_counter()
            work()
            if turn:  # the first one warms up
                taken.append((time.perf_counter() - begun) / POSTS)
    return [statistics.median(taken) for taken in times]


def _posts(address: str, fields: dict[str, str], cookies: str) -> Callable[[], None]:
    """So many POSTs of a form, one after the other."""
    application = WSGIHandler()
    body = urlencode(fields).encode()
    environ = {
        "REQUEST_METHOD": "POST",
        "PATH_INFO": address,
        "SERVER_NAME": "bench",
        "SERVER_PORT": "80",
        "HTTP_HOST": "bench",
        "HTTP_ACCEPT": "application/json",
        "HTTP_COOKIE": cookies,
        "CONTENT_TYPE": "application/x-www-form-urlencoded",
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.url_scheme": "http",
    }

    def answered(status: str, _headers: object, _error: object = None, /) -> Callable[..., None]:
        if not status.startswith("204"):
            raise RuntimeError(f"{address} answered {status}.")
        return lambda _body: None

    def work() -> None:
        for _ in range(POSTS):
            response = application({**environ, "wsgi.input": io.BytesIO(body)}, answered)
            response.close()

    return work


@contextmanager
def _dealer() -> Iterator[None]:
    """A dealer in a process of his own."""
    connection.close()
    process = os.fork()
    if process == 0:
        try:
            call_command("run_dealer")
        finally:
            os._exit(0)
    try:
        yield
    finally:
        os.kill(process, signal.SIGTERM)
        os.waitpid(process, 0)


def _until_it_falls(crowd: Crowd, decision: Decision) -> tuple[float, float]:
    """Seconds from the last needed vote to the fall, and votes a second."""
    seats = [
        seat_pass(session_id=session.pk, round_id=decision.round_id)
        for session in crowd.sessions[::2]
    ]
    lock = threading.Lock()
    cast: list[float] = []

    def vote(share: list[str]) -> None:
        for seat in share:
            cast_vote(seat=seat, decision=decision.pk, action="stand")
            with lock:
                cast.append(time.monotonic())
            if len(cast) >= NEEDED:
                break
        connection.close()

    with _dealer():
        time.sleep(3)  # the dealer is at the table, and counts
        shares = [seats[start::THREADS] for start in range(THREADS)]
        threads = [threading.Thread(target=vote, args=[share]) for share in shares]
        begun = time.monotonic()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        fallen = _wait_for_fall(decision)
    needed = sorted(cast)[NEEDED - 1]
    return fallen - needed, len(cast) / (max(cast) - begun)


def _wait_for_fall(decision: Decision) -> float:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not Decision.objects.filter(pk=decision.pk, closed_at__isnull=False).exists():
        if time.monotonic() > deadline:
            raise RuntimeError("The decision has not fallen.")
        time.sleep(0.005)
    return time.monotonic()
