"""WSGI entry: pages in production."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings.dev")
application = get_wsgi_application()
