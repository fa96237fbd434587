"""App configuration."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TablesConfig(AppConfig):
    """Tables."""

    name = "tables"
    verbose_name = _("Tables")
