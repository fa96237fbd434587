"""Claims in the admin: to be seen by all who read the books, touched through services."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy as _

from casino.backoffice.claims import views
from casino.presentation import money
from casino.readonly import ReadOnlyAdmin
from wallet.models import Claim, ClaimEvent


class EventInline(admin.TabularInline[ClaimEvent, Claim]):
    """What has become of the claim."""

    model = ClaimEvent
    verbose_name_plural = _("History")
    fields = readonly_fields = ("created_at", "kind", "amount", "actor", "reason", "transfer")
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Claim | None = None) -> bool:
        """Events are made by services."""
        return False

    def has_view_permission(self, request: HttpRequest, obj: Claim | None = None) -> bool:
        """Who sees the claim sees its story."""
        return request.user.has_perm("wallet.view_claim")

    @admin.display(description=_("amount"))
    def amount(self, event: ClaimEvent) -> str:
        """In euro."""
        return money(event.amount_cents)


class ClaimAdmin(ReadOnlyAdmin[Claim]):
    """What players owe of payouts that voids could not take back."""

    change_form_template = "admin/claims/claim.html"
    list_display = [
        "number", "player", "reference", "amount", "paid", "written_off", "still_open", "state",
        "created_at",
    ]  # fmt: skip
    list_filter = ["state", "created_at"]
    list_select_related = ["player"]
    search_fields = ["=reference", "player__username", "player__email"]
    search_help_text = _("Round or a player's name")
    inlines = [EventInline]
    fields = [
        "number", "player", "reference", "state", "amount", "paid", "written_off", "still_open",
        "created_at", "closed_at",
    ]  # fmt: skip

    def get_urls(self) -> list[URLPattern]:
        """The claim's own pages before those of the admin."""
        wrap = self.admin_site.admin_view
        return [
            path("<int:pk>/settle/", wrap(views.settle), name="claim_settle"),
            path("<int:pk>/write-off/", wrap(views.write_off), name="claim_write_off"),
            *super().get_urls(),
        ]

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """With what may be done about it."""
        context = {**(extra_context or {}), "may_settle": request.user.has_perm(views.SETTLE)}
        return super().change_view(request, object_id, form_url, context)

    @admin.display(description=_("claim"), ordering="id")
    def number(self, claim: Claim) -> str:
        """What people call it."""
        return claim.number

    @admin.display(description=_("amount"), ordering="amount_cents")
    def amount(self, claim: Claim) -> str:
        """In euro."""
        return money(claim.amount_cents)

    @admin.display(description=_("paid"), ordering="paid_cents")
    def paid(self, claim: Claim) -> str:
        """In euro."""
        return money(claim.paid_cents)

    @admin.display(description=_("written off"), ordering="written_off_cents")
    def written_off(self, claim: Claim) -> str:
        """In euro."""
        return money(claim.written_off_cents)

    @admin.display(description=_("still open"))
    def still_open(self, claim: Claim) -> str:
        """In euro."""
        return money(claim.open_cents)
