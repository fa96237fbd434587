"""ASGI entry: pages and streams on one server in the quick start, streams alone in production."""

import os
from typing import Any

import django
from django.conf import settings
from django.contrib.staticfiles.handlers import ASGIStaticFilesHandler
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings.dev")
django.setup(set_prefix=False)

from tables.live.push import PREFIX, StreamApplication  # noqa: E402  needs the app registry

pages = get_asgi_application()
if settings.SERVE_STATIC_FROM_SOURCE:
    pages = ASGIStaticFilesHandler(pages)
streams = StreamApplication()


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Streams go past Django's handler; everything else through it."""
    if scope["type"] == "http" and scope["path"].startswith(PREFIX):
        await streams(scope, receive, send)
    else:
        await pages(scope, receive, send)
