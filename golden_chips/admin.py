"""Grants and chip events in the admin: to be seen; a grant can be cancelled for a reason.

Campaigns are the back office's, which sees the tables that they are good at.
"""

from typing import cast

from django.contrib import admin, messages
from django.contrib.admin import helpers
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext_lazy as _

from casino.errors import CasinoError
from casino.models import User
from casino.presentation import money, refusal_sentence
from casino.readonly import ReadOnlyAdmin
from golden_chips.models import ChipEvent, Grant, GrantOrder
from golden_chips.services import cancel_grant


class ChipEventInline(admin.TabularInline[ChipEvent, Grant]):
    """What has become of the chips."""

    model = ChipEvent
    fk_name = "grant"
    fields = readonly_fields = (
        "created_at", "kind", "chips", "reference", "place", "won", "actor", "reason",
    )  # fmt: skip
    ordering = ["id"]
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Grant | None = None) -> bool:
        """Events happen at the tables and in services."""
        return False

    @admin.display(description=_("won in cash"))
    def won(self, event: ChipEvent) -> str:
        """In euro."""
        return money(event.paid_cents) if event.paid_cents else ""


@admin.register(Grant)
class GrantAdmin(ReadOnlyAdmin[Grant]):
    """Chips in players' hands."""

    list_display = [
        "id", "player", "campaign", "value", "issued", "remaining", "state", "granted_at",
        "expires_at",
    ]  # fmt: skip
    list_filter = ["state", "campaign", "expires_at"]
    list_select_related = ["player", "campaign"]
    search_fields = ["=id", "player__username", "player__email", "campaign__name"]
    date_hierarchy = "granted_at"
    fields = [
        "id", "player", "campaign", "order", "value", "issued", "remaining", "state",
        "granted_at", "expires_at", "warned_at",
    ]  # fmt: skip
    inlines = [ChipEventInline]
    actions = ["cancel_grants"]

    def has_cancel_permission(self, request: HttpRequest) -> bool:
        """Who may take chips back."""
        return request.user.has_perm("golden_chips.cancel_chips")

    @admin.display(description=_("value of a chip"), ordering="chip_cents")
    def value(self, grant: Grant) -> str:
        """In euro."""
        return money(grant.chip_cents)

    @admin.action(description=_("Cancel selected grants"), permissions=["cancel"])
    def cancel_grants(self, request: HttpRequest, grants: QuerySet[Grant]) -> HttpResponse | None:
        """Ask for the reason, then cancel each grant by itself."""
        reason = request.POST.get("reason", "").strip()
        if not reason:
            context = {
                **self.admin_site.each_context(request),
                "title": _("Cancel grants"),
                "opts": self.opts,
                "grants": grants.select_related("player", "campaign"),
                "asked": "reason" in request.POST,
                "checkbox_name": helpers.ACTION_CHECKBOX_NAME,
            }
            return TemplateResponse(request, "admin/golden_chips/cancel_grants.html", context)
        for grant in grants:
            self._cancel(request, grant, reason)
        return None

    def _cancel(self, request: HttpRequest, grant: Grant, reason: str) -> None:
        try:
            cancel_grant(grant_id=grant.pk, actor=cast(User, request.user), reason=reason)
        except CasinoError as error:
            self.message_user(request, f"{grant}: {refusal_sentence(error)}", messages.ERROR)
            return
        self.log_change(request, grant, f"cancelled: {reason}")
        said = _("The chips of %(grant)s were taken back.") % {"grant": grant}
        self.message_user(request, said, messages.SUCCESS)


@admin.register(ChipEvent)
class ChipEventAdmin(ReadOnlyAdmin[ChipEvent]):
    """The journal of golden chips, newest first."""

    list_display = [
        "id", "created_at", "player", "grant", "kind", "chips", "reference", "place", "won",
    ]  # fmt: skip
    list_filter = ["kind", "grant__campaign", "created_at"]
    list_select_related = ["grant__player", "grant__campaign"]
    search_fields = ["=reference", "grant__player__username", "grant__campaign__name"]
    date_hierarchy = "created_at"
    ordering = ["-id"]

    @admin.display(description=_("player"))
    def player(self, event: ChipEvent) -> str:
        """Whose chips."""
        return str(event.grant.player)

    @admin.display(description=_("won in cash"), ordering="paid_cents")
    def won(self, event: ChipEvent) -> str:
        """In euro."""
        return money(event.paid_cents) if event.paid_cents else ""


@admin.register(GrantOrder)
class GrantOrderAdmin(ReadOnlyAdmin[GrantOrder]):
    """Who ordered chips for whom, why, and how it ended."""

    list_display = ["id", "campaign", "source", "players", "state", "ordered_by", "ordered_at"]
    list_filter = ["state", "campaign", "ordered_at"]
    list_select_related = ["campaign", "ordered_by"]
    fields = [
        "campaign", "source", "players", "prepared", "state", "refusal", "reason", "ordered_by",
        "ordered_at", "done_at",
    ]  # fmt: skip
