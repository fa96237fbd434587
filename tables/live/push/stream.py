"""One open connection, and the messages that wait for it: one at most."""

import asyncio
from typing import Final

from tables.views.live_felt import Slots

NEVER: Final = -1
"""The version of a stream that has been sent nothing, or has missed something."""


class Stream:
    """A browser on a table; made by the task that sends to it.

    ``version`` is the last one it was sent and ``slots`` the player's own part of it, so that the
    next message carries differences alone. A browser that is slow to read holds up nobody: while
    a message is on its way one more may wait, and where that one is overtaken, ``version`` becomes
    ``NEVER`` and the next message tells everything.
    """

    __slots__ = (
        "_ended",
        "_next",
        "_sender",
        "_waiter",
        "is_dropped",
        "language",
        "player_id",
        "slots",
        "version",
    )

    def __init__(self, *, player_id: int | None, language: str) -> None:
        self.player_id = player_id
        self.language = language
        self.version = NEVER
        self.slots: Slots = {}
        self.is_dropped = False
        self._sender = asyncio.current_task()
        self._next: bytes | None = None
        self._waiter: asyncio.Future[None] | None = None
        self._ended = False

    @property
    def is_behind(self) -> bool:
        """Whether a message still waits to be sent."""
        return self._next is not None

    def offer(self, message: bytes) -> None:
        """Have this message sent next, in place of one that was not sent in time."""
        self._next = message
        self._wake()

    def end(self) -> None:
        """No further message; what waits is not sent."""
        self._ended = True
        self._wake()

    def drop(self) -> None:
        """End also where a message is on its way and is not taken: its task is cancelled."""
        self.is_dropped = True
        self.end()
        if self._sender is not None:
            self._sender.cancel()

    async def next(self) -> bytes | None:
        """The next message; None at the end."""
        while not self._ended:
            if self._next is not None:
                message, self._next = self._next, None
                return message
            self._waiter = asyncio.get_running_loop().create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None
        return None

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)
