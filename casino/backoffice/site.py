"""The admin site of the house."""

from django.contrib.admin import AdminSite
from django.utils.translation import gettext_lazy as _


class BackofficeSite(AdminSite):
    """Titles and order; who may do what is decided by permissions."""

    site_header = _("Back office")
    site_title = _("Back office")
    index_title = _("The house")
    enable_nav_sidebar = True
