"""Server-sent events from the live tables: one process serves thousands of streams.

``application`` is the ASGI route, ``hub`` what a process keeps for all its streams, ``channel``
one table in it, ``stream`` one connection, ``notices`` how the process learns of a change.
"""

from tables.live.push.application import PREFIX, StreamApplication

__all__ = ["PREFIX", "StreamApplication"]
