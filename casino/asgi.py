"""ASGI entry: pages and streams on one server in the quick start, streams alone in production."""

import os

from django.conf import settings
from django.contrib.staticfiles.handlers import ASGIStaticFilesHandler
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings.dev")
application = get_asgi_application()
if settings.SERVE_STATIC_FROM_SOURCE:
    application = ASGIStaticFilesHandler(application)
