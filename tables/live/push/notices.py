"""How a process learns that a table has changed.

PostgreSQL tells it, over one connection of the process; on SQLite one task looks at the versions.
"""

import asyncio
from collections.abc import Callable, Collection
from functools import partial
from typing import Any, Final

import psycopg
import structlog
from django.db import connection

from tables.live.push.reader import Reader
from tables.selectors.live_page import live_versions
from tables.services.live.window import CHANGES

Changed = Callable[[int | None], None]
"""Called with the table's number, or with None: any of them may have changed."""

LOOK_SECONDS: Final = 0.2
AGAIN_SECONDS: Final = 1.0

log = structlog.get_logger(__name__)


async def follow(changed: Changed, tables: Callable[[], Collection[int]], reader: Reader) -> None:
    """Call ``changed`` for every change, for good. ``tables`` are those that are looked at."""
    if connection.vendor == "postgresql":
        await _listen(changed)
    else:
        await _look(changed, tables, reader)


async def _listen(changed: Changed) -> None:
    """After each connecting everything may have changed: nobody was listening before."""
    while True:
        try:
            listener = await psycopg.AsyncConnection.connect(**_parameters(), autocommit=True)
            async with listener:
                await listener.execute(f"LISTEN {CHANGES}")
                changed(None)
                async for notice in listener.notifies():
                    changed(int(notice.payload.partition(":")[0]))
        except psycopg.OperationalError as error:
            log.warning("live_listen_lost", error=str(error))
        await asyncio.sleep(AGAIN_SECONDS)


def _parameters() -> dict[str, Any]:
    """Where Django connects to, without what only its own connections understand."""
    parameters = connection.get_connection_params()
    for name in ("context", "cursor_factory", "prepare_threshold", "pool"):
        parameters.pop(name, None)
    return parameters


async def _look(changed: Changed, tables: Callable[[], Collection[int]], reader: Reader) -> None:
    known: dict[int, int] = {}
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        watched = list(tables())
        if not watched:
            continue
        versions = await reader.run(partial(live_versions, table_ids=watched))
        for table_id, version in versions.items():
            if known.get(table_id) != version:
                changed(table_id)
        known = versions
