"""A thread that reads the database for the event loop, over one connection that it keeps."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from django.db import DatabaseError, InterfaceError, connection

R = TypeVar("R")


class Reader:
    """Runs one piece of work at a time. After a failure the next one gets a new connection."""

    def __init__(self, name: str) -> None:
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix=name)

    async def run(self, work: Callable[[], R]) -> R:
        """What the work gives; raises what it raises."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, _guarded, work)

    def close(self) -> None:
        """Give the connection back; the reader can be used again."""
        self._thread.submit(connection.close)


def _guarded(work: Callable[[], R]) -> R:
    try:
        return work()
    except (DatabaseError, InterfaceError):
        connection.close()
        raise
