"""The ASGI route of the streams, ``/stream/tables/<slug>/``.

It stands beside Django's handler: the session is checked once, when the stream is opened, and no
middleware runs for it. A stream lasts a quarter of an hour at most; the browser then opens the
next one by itself, and the session is checked again.
"""

import asyncio
import io
import re
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import Any, Final

import structlog
from asgiref.typing import (
    ASGIReceiveCallable,
    ASGISendCallable,
    HTTPResponseStartEvent,
    HTTPScope,
)
from django.conf import settings
from django.contrib.auth import get_user
from django.core.handlers.asgi import ASGIRequest
from django.utils import translation

from tables.live.push.hub import Hub
from tables.live.push.stream import Stream
from tables.selectors.live_page import live_table_id

PREFIX: Final = "/stream/"
ADDRESS: Final = re.compile(r"/stream/tables/(?P<slug>[-a-zA-Z0-9_]+)/")
LASTS_SECONDS: Final = 900.0
RETRY: Final = b"retry: 1000\n\n"
log = structlog.get_logger(__name__)

HEADERS: Final = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
]


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who opens a stream: where, in which language, and as whom (None: not logged in)."""

    table_id: int
    language: str
    player_id: int | None


class StreamApplication:
    """Answers requests under ``PREFIX``."""

    def __init__(self) -> None:
        self.hub = Hub()

    async def __call__(
        self, scope: HTTPScope, receive: ASGIReceiveCallable, send: ASGISendCallable
    ) -> None:
        """Serve one stream until the browser goes or the time is up."""
        match = ADDRESS.fullmatch(scope["path"])
        if match is None:
            await _refuse(send, 404)
            return
        if scope["method"] != "GET":
            await _refuse(send, 405)
            return
        visitor = await self.hub.door.run(partial(visitor_of, scope, match["slug"]))
        if visitor is None:
            await _refuse(send, 404)
            return
        await send(_start(200, HEADERS))
        await send({"type": "http.response.body", "body": RETRY, "more_body": True})
        stream = Stream(player_id=visitor.player_id, language=visitor.language)
        try:
            with self.hub.joined(visitor.table_id, stream):
                await _pump(stream, receive, send)
        except asyncio.CancelledError:
            if not stream.is_dropped:
                raise
            log.info("live_stream_dropped", table_id=visitor.table_id)


async def _pump(stream: Stream, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
    watch = asyncio.create_task(_end_when_gone(stream, receive))
    clock = asyncio.get_running_loop().call_later(LASTS_SECONDS, stream.end)
    try:
        while (message := await stream.next()) is not None:
            await send({"type": "http.response.body", "body": message, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})
    finally:
        clock.cancel()
        watch.cancel()


async def _end_when_gone(stream: Stream, receive: ASGIReceiveCallable) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    stream.end()


def visitor_of(scope: HTTPScope, slug: str) -> Visitor | None:
    """Read session and language from the cookies, as the middleware of the pages does.

    None where no live table stands under that address.
    """
    table_id = live_table_id(slug=slug)
    if table_id is None:
        return None
    request = ASGIRequest(dict(scope), io.BytesIO())
    sessions = import_module(settings.SESSION_ENGINE)
    request.session = sessions.SessionStore(request.COOKIES.get(settings.SESSION_COOKIE_NAME))
    user = get_user(request)
    return Visitor(
        table_id=table_id,
        language=translation.get_language_from_request(request),
        player_id=user.pk if user.is_authenticated else None,
    )


def _start(status: int, headers: list[tuple[bytes, bytes]]) -> HTTPResponseStartEvent:
    return {
        "type": "http.response.start",
        "status": status,
        "headers": headers,
        "trailers": False,
    }


async def _refuse(send: ASGISendCallable, status: int) -> None:
    await send(_start(status, [(b"content-length", b"0")]))
    last: Any = {"type": "http.response.body", "body": b"", "more_body": False}
    await send(last)
