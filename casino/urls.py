"""All addresses of the house."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("tables.urls")),
    path("admin/", admin.site.urls),
    path("api/", include("casino.api.urls")),
    path("accounts/", include("allauth.account.urls")),
    path("accounts/2fa/", include("allauth.mfa.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("", include("casino.portal.urls")),
    path("", include("wallet.urls")),
]
