"""The project itself as an app: people and what all other apps stand on."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _
from django_structlog.signals import bind_extra_request_finished_metadata

from casino.logs import bind_known_user


class CasinoConfig(AppConfig):
    """Users, VIP tiers."""

    name = "casino"
    verbose_name = _("Casino")

    def ready(self) -> None:
        """Have log lines say who asked."""
        bind_extra_request_finished_metadata.connect(bind_known_user)
