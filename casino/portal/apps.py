"""The player portal: home, registration, profile, help."""

from django.apps import AppConfig


class PortalConfig(AppConfig):
    """Pages only; it keeps nothing."""

    name = "casino.portal"
    label = "portal"
