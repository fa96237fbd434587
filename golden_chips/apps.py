"""App configuration."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GoldenChipsConfig(AppConfig):
    """Campaigns, grants, and what becomes of every chip."""

    name = "golden_chips"
    verbose_name = _("Golden Chips")
