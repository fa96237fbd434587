"""The back office: the admin site and what is composed of all apps."""

from django.apps import AppConfig
from django.contrib.admin import apps as admin_apps


class BackofficeConfig(AppConfig):
    """Loads ``casino.backoffice.admin``."""

    name = "casino.backoffice"
    label = "backoffice"
    default = True


class BackofficeAdminConfig(admin_apps.AdminConfig):
    """Django's admin with our site."""

    default_site = "casino.backoffice.site.BackofficeSite"
    default = False

    def ready(self) -> None:
        """After all apps have registered what they have: some of it is ours to show, or not."""
        super().ready()
        from casino.backoffice.foreign import take_over  # noqa: PLC0415  models are loaded by now

        take_over()
