"""Addresses of the API: its version, its description, and the page that shows it."""

from django.urls import include, path, re_path
from drf_spectacular.views import SpectacularJSONAPIView, SpectacularSwaggerSplitView
from rest_framework.permissions import AllowAny

from casino.api.views import NothingHere

app_name = "api"
urlpatterns = [
    path("v1/", include("tables.api.urls")),
    path("v1/", include("casino.backoffice.api_urls")),
    path("schema/", SpectacularJSONAPIView.as_view(permission_classes=[AllowAny]), name="schema"),
    path(
        "docs/",
        SpectacularSwaggerSplitView.as_view(url_name="api:schema", permission_classes=[AllowAny]),
        name="docs",
    ),
    re_path(r"", NothingHere.as_view(), name="nothing"),
]
