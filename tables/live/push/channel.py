"""One table in one process: its streams, and their refreshing."""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Final, TypeVar

import structlog
from asgiref.sync import sync_to_async
from django.db import close_old_connections

from tables.live.push.messages import Messages
from tables.live.push.stream import NEVER, Stream
from tables.selectors.live_page import Owns, live_owns, live_state, owns_after

R = TypeVar("R")

RETRY_SECONDS: Final = 1.0
GATHER_SECONDS: Final = 0.02
"""How long changes and newcomers are gathered before the database is asked."""

log = structlog.get_logger(__name__)


async def in_thread(work: Callable[[], R]) -> R:
    """Run something that reads the database outside of the event loop."""

    def run() -> R:
        close_old_connections()
        try:
            return work()
        finally:
            close_old_connections()

    return await sync_to_async(run, thread_sensitive=False)()


class Channel:
    """The streams of a table. While one refresh runs, all further changes ask for one more."""

    def __init__(self, table_id: int) -> None:
        self.table_id = table_id
        self.streams: set[Stream] = set()
        self._messages = Messages()
        self._owns: Owns = {}
        self._stale = False
        self._task: asyncio.Task[None] | None = None

    def add(self, stream: Stream) -> None:
        """Take a stream in; its first message tells the present state."""
        self.streams.add(stream)
        self.refresh()

    def remove(self, stream: Stream) -> None:
        """Let a stream go."""
        self.streams.discard(stream)

    def refresh(self) -> None:
        """Something has changed, or somebody has come."""
        self._stale = True
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop refreshing and end all streams."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        for stream in self.streams:
            stream.end()

    async def _run(self) -> None:
        while self._stale and self.streams:
            await asyncio.sleep(GATHER_SECONDS)
            self._stale = False
            streams = list(self.streams)
            try:
                written = await in_thread(lambda: self._read(streams))  # noqa: B023  awaited here
            except Exception:
                # The table goes on whatever befell one refresh: said, and tried again.
                log.exception("live_refresh_failed", table_id=self.table_id)
                for stream in streams:
                    stream.version = NEVER
                self._stale = True
                await asyncio.sleep(RETRY_SECONDS)
                continue
            for stream, message in written:
                stream.offer(message)

    def _read(self, streams: list[Stream]) -> list[tuple[Stream, bytes]]:
        """Read the change and write everybody's message; runs in a thread, one at a time."""
        state = live_state(table_id=self.table_id)
        before = self._messages.state
        newcomers = any(stream.version == NEVER for stream in streams)
        if newcomers or before is None:
            self._owns = live_owns(state)
        elif before.version != state.version:
            self._owns = owns_after(before, self._owns, state)
        return self._messages.write(state, self._owns, streams)
