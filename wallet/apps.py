"""App configuration."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class WalletConfig(AppConfig):
    """Wallet."""

    name = "wallet"
    verbose_name = _("Wallet")
