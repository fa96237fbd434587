"""Real threads, each with its own database connection, that meet at a chosen point."""

import contextlib
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import pytest
from django.db import connections
from django.db.models import QuerySet
from django.utils.module_loading import import_string

Result = TypeVar("Result")

MEETING_SECONDS = 1.0
"""How long a thread waits for the others at the meeting point. With the lock on the others cannot
come, and it goes on alone."""


def together(*calls: Callable[[], Result]) -> list[Result | Exception]:
    """Begin all calls at the same moment and give what each returned or raised, in their order."""
    begin = threading.Barrier(len(calls))

    def run(call: Callable[[], Result]) -> Result | Exception:
        begin.wait()
        try:
            return call()
        except Exception as error:
            return error
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(run, calls))


def meet_at(monkeypatch: pytest.MonkeyPatch, *targets: str) -> None:
    """Have two threads wait for each other before they run the functions at these targets."""
    meeting = threading.Barrier(2)

    def delayed(original: Callable[..., Any]) -> Callable[..., Any]:
        def inner(*args: Any, **kwargs: Any) -> Any:
            with contextlib.suppress(threading.BrokenBarrierError):
                meeting.wait(timeout=MEETING_SECONDS)
            return original(*args, **kwargs)

        return inner

    for target in targets:
        monkeypatch.setattr(target, delayed(import_string(target)))


def without_locks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The twin of a race test: SELECT ... FOR UPDATE locks nothing."""

    def select(self: QuerySet[Any], **_: object) -> QuerySet[Any]:
        return self

    monkeypatch.setattr(QuerySet, "select_for_update", select)


def raised(results: Sequence[object], kind: type[Exception]) -> list[Exception]:
    """The errors of that kind among the results."""
    return [result for result in results if isinstance(result, kind)]
