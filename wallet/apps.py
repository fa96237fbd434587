"""App configuration."""

from typing import Any

from django.apps import AppConfig
from django.apps import apps as project_apps
from django.apps.registry import Apps
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class WalletConfig(AppConfig):
    """Accounts, transfers, the cashier."""

    name = "wallet"
    verbose_name = _("Wallet")

    def ready(self) -> None:
        """Have the house's own accounts made with the tables."""
        post_migrate.connect(open_house_accounts, sender=self)


def open_house_accounts(*, using: str, apps: Apps = project_apps, **_: Any) -> None:
    """Open the two accounts that belong to no player, where they are missing.

    Sent by ``migrate``, with the models as they are by then, and by ``flush``, without.
    """
    from wallet.models import CASHIER_ID, HOUSE_ID, AccountKind  # noqa: PLC0415  apps load first

    try:
        account = apps.get_model("wallet", "Account")
    except LookupError:  # migrated back to before there were accounts
        return
    account.objects.using(using).bulk_create(
        [
            account(pk=HOUSE_ID, kind=AccountKind.HOUSE),
            account(pk=CASHIER_ID, kind=AccountKind.CASHIER),
        ],
        ignore_conflicts=True,
    )
