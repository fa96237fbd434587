"""The reference: the smallest Django site that sends events with django-eventstream.

``POST /send/?version=N`` sends one event, as long as a message of the live table, to all.
"""

from django.conf import settings

settings.configure(
    SECRET_KEY="bench",
    ALLOWED_HOSTS=["*"],
    ROOT_URLCONF=__name__,
    INSTALLED_APPS=["django_eventstream"],
    MIDDLEWARE=[],
)

import django  # noqa: E402  after the settings

django.setup()

from django.core.asgi import get_asgi_application  # noqa: E402
from django.http import HttpRequest, HttpResponse  # noqa: E402
from django.urls import include, path  # noqa: E402
from django_eventstream import send_event  # noqa: E402

FILLING = "x" * 3_400


def send(request: HttpRequest) -> HttpResponse:
    """Send to all listeners."""
    send_event("bench", "message", {"version": int(request.GET["version"]), "felt": FILLING})
    return HttpResponse()


urlpatterns = [
    path("events/", include("django_eventstream.urls"), {"channels": ["bench"]}),
    path("send/", send),
]
application = get_asgi_application()
