"""The admin site of the house."""

from typing import Any

from django.contrib.admin import AdminSite, ModelAdmin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import resolve_url
from django.urls import URLPattern, URLResolver, path, reverse
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from casino.backoffice.careful import CarefulAdmin


class BackofficeSite(AdminSite):
    """Titles and order; who may do what is decided by permissions."""

    site_header = _("Back office")
    site_title = _("Back office")
    index_title = _("The house")
    enable_nav_sidebar = True

    def register(
        self,
        model_or_iterable: Any,
        admin_class: type[ModelAdmin[Any]] | None = None,
        **options: Any,
    ) -> None:
        """Every page with the careful list, whichever library it comes from."""
        kind = admin_class or ModelAdmin
        careful = type(kind.__name__, (CarefulAdmin, kind), {"__module__": kind.__module__})
        super().register(model_or_iterable, careful, **options)

    def login(
        self,
        request: HttpRequest,
        extra_context: dict[str, Any] | None = None,  # noqa: ARG002  Django's signature
    ) -> HttpResponse:
        """There is one door to the house: everybody logs in by the portal, with its second step.

        Django's own form asks for a password alone, and would take a colleague's as well.
        """
        if request.user.is_authenticated and not self.has_permission(request):
            raise PermissionDenied
        asked = request.GET.get("next", "")
        own = url_has_allowed_host_and_scheme(asked, allowed_hosts=None)
        onward = asked if own else reverse("admin:index")
        if request.user.is_authenticated:
            return HttpResponseRedirect(onward)
        query = urlencode({"next": onward})
        return HttpResponseRedirect(f"{resolve_url('account_login')}?{query}")

    def get_urls(self) -> list[URLPattern | URLResolver]:
        """The reports before the pages of the models."""
        # Imported here: the site is made before the models are loaded.
        from casino.backoffice.reports import views  # noqa: PLC0415

        wrap = self.admin_view
        exports = "reports/exports/<int:pk>/"
        return [
            path("reports/", wrap(views.index), name="reports"),
            path(exports, wrap(views.export), name="report_export"),
            path(f"{exports}file/", wrap(views.export_file), name="report_export_file"),
            path("reports/<slug:slug>/", wrap(views.report), name="report"),
            path("reports/<slug:slug>/order/", wrap(views.order), name="report_order"),
            path(
                "reports/<slug:slug>/<slug:file_format>/", wrap(views.download), name="report_file"
            ),
            *super().get_urls(),
        ]

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[Any]:
        """The reports stand first, for those who may read them."""
        apps = super().get_app_list(request, app_label)
        if app_label is None and request.user.has_perm("casino.read_reports"):
            return [_reports(), *apps]
        return apps


def _reports() -> dict[str, Any]:
    """The reports as the lists of the admin know an app with its models."""
    from casino.backoffice.reports.registry import REPORTS  # noqa: PLC0415  as above

    return {
        "name": gettext("Reports"),
        "app_label": "reports",
        "app_url": reverse("admin:reports"),
        "has_module_perms": True,
        "models": [
            {
                "name": report.title,
                "object_name": report.slug,
                "admin_url": reverse("admin:report", args=[report.slug]),
                "add_url": None,
                "view_only": True,
                "perms": {"view": True},
            }
            for report in REPORTS
        ],
    }
