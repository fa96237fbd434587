"""Orders of voids in the admin: a list, a page for each, and the way to give one."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy as _

from casino.backoffice.voids import views
from casino.readonly import ReadOnlyAdmin
from tables.models import VoidOrder


class VoidOrderAdmin(ReadOnlyAdmin[VoidOrder]):
    """Who voided what, when and why; the passing of 90 days among them."""

    change_list_template = "admin/voids/orders.html"
    list_display = [
        "number", "ordered_at", "cause", "by", "table", "found", "state", "reason",
    ]  # fmt: skip
    list_filter = ["cause", "state", "table", "ordered_at"]
    list_select_related = ["table", "ordered_by"]
    search_fields = ["reason", "ordered_by__username"]
    search_help_text = _("Reason, or who ordered it")
    date_hierarchy = "ordered_at"

    def get_urls(self) -> list[URLPattern]:
        """The form before the pages of the admin."""
        wrap = self.admin_site.admin_view
        return [path("void/", wrap(views.void_rounds), name="void_rounds"), *super().get_urls()]

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """With the way to the form for those who may void."""
        context = {**(extra_context or {}), "may_void": request.user.has_perm(views.VOID)}
        return super().changelist_view(request, context)

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """The order's own page."""
        return views.order(request, object_id)

    @admin.display(description=_("order"), ordering="id")
    def number(self, order: VoidOrder) -> str:
        """What people call it."""
        return order.number

    @admin.display(description=_("ordered by"), ordering="ordered_by")
    def by(self, order: VoidOrder) -> str:
        """A name, or nobody's."""
        return "–" if order.ordered_by is None else order.ordered_by.username
