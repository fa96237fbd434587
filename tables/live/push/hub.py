"""What a process keeps for all its streams: a channel for each table, and the notices."""

import asyncio
import contextlib
from collections.abc import Iterator
from typing import Final

from tables.live.push.channel import Channel
from tables.live.push.messages import beat
from tables.live.push.notices import follow
from tables.live.push.reader import Reader
from tables.live.push.stream import Stream

BEAT_SECONDS: Final = 10.0
PATIENCE_BEATS: Final = 2
"""A browser that has not taken a message for so many beats is dropped; it may come again."""


class Hub:
    """Belongs to one event loop. With its first stream it begins to listen, with the last it ends.

    An idle process so asks the database nothing. ``door`` reads who comes, apart from the changes:
    thousands who come back at once keep nobody from the news.
    """

    def __init__(self) -> None:
        self.channels: dict[int, Channel] = {}
        self.door = Reader("live-door")
        self._news = Reader("live-news")
        self._tasks: list[asyncio.Task[None]] = []
        self._behind: dict[Stream, int] = {}

    @contextlib.contextmanager
    def joined(self, table_id: int, stream: Stream) -> Iterator[None]:
        """Have the stream told of the table's changes."""
        if not self._tasks:
            self._start()
        channel = self.channels.setdefault(table_id, Channel(table_id, self._news))
        channel.add(stream)
        try:
            yield
        finally:
            channel.remove(stream)
            self._behind.pop(stream, None)
            if not channel.streams:
                self.channels.pop(table_id, None)
            if not self.channels:
                self._stop()

    def changed(self, table_id: int | None) -> None:
        """Refresh a table, or all of them."""
        for number, channel in self.channels.items():
            if table_id in (None, number):
                channel.refresh()

    def _start(self) -> None:
        self._tasks = [
            asyncio.create_task(follow(self.changed, self.channels.keys, self._news)),
            asyncio.create_task(self._beat()),
        ]

    def _stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        self._tasks = []
        self._news.close()
        self.door.close()

    async def _beat(self) -> None:
        """Signs of life keep proxies from cutting a quiet stream, and find out who has gone."""
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            message = beat()
            for channel in list(self.channels.values()):
                for stream in list(channel.streams):
                    self._beat_one(stream, message)

    def _beat_one(self, stream: Stream, message: bytes) -> None:
        if not stream.is_behind:
            self._behind.pop(stream, None)
            stream.offer(message)
            return
        missed = self._behind.get(stream, 0) + 1
        self._behind[stream] = missed
        if missed >= PATIENCE_BEATS:
            stream.drop()
