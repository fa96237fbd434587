"""Thousands of open streams in a process of their own: ``python -m tests.bench._listeners``.

Arguments: port, path, number of streams, and optionally a file with a session key a line. Once all
have been told something it prints ``open``. For each version on standard input it waits until every
stream has had a message of that version, whole, and prints when the last one had: seconds of the
machine's monotonic clock, the same in all processes.
"""

import asyncio
import re
import sys
import time
from functools import partial
from pathlib import Path

MARK = re.compile(rb'"version": (\d+)')
END = b"\n\n\r\n"
AT_ONCE = 200


class Listener(asyncio.Protocol):
    """One stream."""

    def __init__(self, crowd: "Crowd", request: bytes) -> None:
        self.crowd = crowd
        self.request = request
        self.buffer = b""
        self.is_open = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the stream."""
        assert isinstance(transport, asyncio.Transport)
        transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        """Count a message when its end is there."""
        self.buffer += data
        if not self.buffer.endswith(END):
            return
        if not self.is_open:
            self.is_open = True
            self.crowd.opened()
        for version in MARK.findall(self.buffer):
            self.crowd.heard(int(version))
        self.buffer = b""

    def connection_lost(self, error: Exception | None) -> None:
        """No stream may be lost while it is measured."""
        if not self.crowd.is_over:
            sys.exit(f"A stream was lost: {error}")


class Crowd:
    """How many have heard which version, and when the last one did."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.is_over = False
        self.open = 0
        self.all_open = asyncio.Event()
        self.counts: dict[int, int] = {}
        self.last_at: dict[int, float] = {}
        self.changed = asyncio.Event()

    def opened(self) -> None:
        """One more stream has been told something."""
        self.open += 1
        if self.open == self.size:
            self.all_open.set()

    def heard(self, version: int) -> None:
        """One more."""
        count = self.counts[version] = self.counts.get(version, 0) + 1
        if count == self.size:
            self.last_at[version] = time.perf_counter()
            self.changed.set()

    async def all_heard(self, version: int) -> float:
        """When the last one heard it."""
        while version not in self.last_at:
            self.changed.clear()
            await self.changed.wait()
        return self.last_at[version]


async def listen(port: int, path: str, size: int, cookies: list[str]) -> None:
    """Open the streams and answer for the versions asked for."""
    loop = asyncio.get_running_loop()
    crowd = Crowd(size)
    for begin in range(0, size, AT_ONCE):
        requests = [
            f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Language: en\r\n"
            f"Cookie: sessionid={cookies[number] if cookies else 'none'}\r\n\r\n".encode()
            for number in range(begin, min(begin + AT_ONCE, size))
        ]
        await asyncio.gather(
            *(
                loop.create_connection(partial(Listener, crowd, request), "127.0.0.1", port)
                for request in requests
            )
        )
        await asyncio.sleep(0.05)
    await crowd.all_open.wait()
    await asyncio.sleep(1)
    print("open", flush=True)
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        print(await crowd.all_heard(int(line)), flush=True)
    crowd.is_over = True


if __name__ == "__main__":
    keys = Path(sys.argv[4]).read_text().split() if sys.argv[4:] else []
    asyncio.run(listen(int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), keys))
