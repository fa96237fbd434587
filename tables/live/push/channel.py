"""One table in one process: its streams, and their refreshing."""

import asyncio
from functools import partial
from typing import Final

import structlog

from tables.live.push.messages import Messages
from tables.live.push.reader import Reader
from tables.live.push.stream import NEVER, Stream
from tables.selectors.live_page import Owns, live_owns, live_state, owns_after

RETRY_SECONDS: Final = 1.0
NEWCOMER_SECONDS: Final = 0.1
"""How long newcomers are gathered: their page has just told them how the table stands."""

log = structlog.get_logger(__name__)


class Channel:
    """The streams of a table. While one refresh runs, all further changes ask for one more."""

    def __init__(self, table_id: int, reader: Reader) -> None:
        self.table_id = table_id
        self._reader = reader
        self.streams: set[Stream] = set()
        self._messages = Messages()
        self._owns: Owns = {}
        self._stale = False
        self._task: asyncio.Task[None] | None = None
        self._soon: asyncio.TimerHandle | None = None

    def add(self, stream: Stream) -> None:
        """Take a stream in; its first message tells the present state."""
        self.streams.add(stream)
        if self._soon is None:
            self._soon = asyncio.get_running_loop().call_later(NEWCOMER_SECONDS, self._let_in)

    def _let_in(self) -> None:
        self._soon = None
        self.refresh()

    def remove(self, stream: Stream) -> None:
        """Let a stream go."""
        self.streams.discard(stream)

    def refresh(self) -> None:
        """Something has changed, or somebody has come."""
        self._stale = True
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while self._stale and self.streams:
            self._stale = False
            streams = list(self.streams)
            try:
                written = await self._reader.run(partial(self._read, streams))
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
        """Read the change and write everybody's message; runs in a thread, one at a time.

        Newcomers to a table that has not changed cost no more than what is their own.
        """
        state = live_state(table_id=self.table_id)
        before = self._messages.state
        newcomers = [stream for stream in streams if stream.version == NEVER]
        is_change = before is None or before.version != state.version
        if before is not None and is_change:
            self._owns = owns_after(before, self._owns, state, players=_players(streams))
        if newcomers:
            players = _players(newcomers)
            self._owns = {
                **{player: own for player, own in self._owns.items() if player not in players},
                **live_owns(state, players=players),
            }
        return self._messages.write(state, self._owns, streams if is_change else newcomers)


def _players(streams: list[Stream]) -> set[int]:
    """Who reads along in this process: what concerns others is not read."""
    return {stream.player_id for stream in streams if stream.player_id is not None}
