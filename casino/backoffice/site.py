"""The admin site of the house."""

from typing import Any

from django.contrib.admin import AdminSite
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import resolve_url
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import gettext_lazy as _


class BackofficeSite(AdminSite):
    """Titles and order; who may do what is decided by permissions."""

    site_header = _("Back office")
    site_title = _("Back office")
    index_title = _("The house")
    enable_nav_sidebar = True

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
