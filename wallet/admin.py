"""The ledger in the admin: all of it to be seen, none of it to be touched."""

from django.contrib import admin
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from casino.money import show_cents
from casino.readonly import ReadOnlyAdmin
from wallet.models import Account, CashierOrder, Transfer


def _euro(cents: int | None) -> str:
    return "–" if cents is None else show_cents(cents, get_language() or "en")


@admin.register(Account)
class AccountAdmin(ReadOnlyAdmin[Account]):
    """Accounts with their balances."""

    list_display = ["id", "kind", "owner", "balance", "created_at"]
    list_filter = ["kind", "created_at"]
    list_select_related = ["owner"]
    search_fields = ["=id", "owner__username", "owner__email"]
    ordering = ["-id"]
    fields = ["id", "kind", "owner", "balance", "created_at"]

    @admin.display(description=_("balance"), ordering="balance_cents")
    def balance(self, account: Account) -> str:
        """In euro; the house and the cashier carry none."""
        return _euro(account.balance_cents)


@admin.register(Transfer)
class TransferAdmin(ReadOnlyAdmin[Transfer]):
    """The journal, newest first."""

    list_display = ["id", "created_at", "kind", "debit", "credit", "amount", "reference", "actor"]
    list_filter = ["kind", "created_at"]
    list_select_related = ["debit__owner", "credit__owner", "actor"]
    search_fields = [
        "=id",
        "=key",
        "=reference",
        "debit__owner__username",
        "credit__owner__username",
    ]
    search_help_text = _("Number, key, reference or a player's name")
    date_hierarchy = "created_at"
    ordering = ["-id"]
    fields = [
        "id",
        "created_at",
        "kind",
        "debit",
        "credit",
        "amount",
        "reference",
        "key",
        "reverses",
        "actor",
        "reason",
    ]

    @admin.display(description=_("amount"), ordering="amount_cents")
    def amount(self, transfer: Transfer) -> str:
        """In euro."""
        return _euro(transfer.amount_cents)


@admin.register(CashierOrder)
class CashierOrderAdmin(ReadOnlyAdmin[CashierOrder]):
    """Deposits and withdrawals with the provider's answers."""

    list_display = [
        "id",
        "requested_at",
        "player",
        "kind",
        "amount",
        "state",
        "provider",
        "provider_reference",
        "answered_at",
    ]
    list_filter = ["state", "kind", "provider", "requested_at"]
    list_select_related = ["player"]
    search_fields = ["=reference", "=provider_reference", "player__username", "player__email"]
    date_hierarchy = "requested_at"
    fields = [
        "id",
        "player",
        "kind",
        "amount",
        "state",
        "requested_at",
        "answered_at",
        "provider",
        "reference",
        "provider_reference",
        "answer",
        "key",
    ]

    @admin.display(description=_("amount"), ordering="amount_cents")
    def amount(self, order: CashierOrder) -> str:
        """In euro."""
        return _euro(order.amount_cents)
