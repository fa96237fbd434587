"""The project itself as an app: people and what all other apps stand on."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CasinoConfig(AppConfig):
    """Users, VIP tiers."""

    name = "casino"
    verbose_name = _("Casino")
