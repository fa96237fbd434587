"""People in the admin."""

from typing import Any, Final

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from casino.backoffice.campaigns.admin import CampaignAdmin
from casino.models import User, VipTier
from golden_chips.models import Campaign

admin.site.register(Campaign, CampaignAdmin)


@admin.register(VipTier)
class VipTierAdmin(admin.ModelAdmin[VipTier]):
    """Tiers by rank."""

    list_display = ["rank", "name"]
    list_display_links = ["name"]
    ordering = ["rank"]


RIGHTS: Final = ("is_staff", "is_superuser", "groups", "user_permissions")


@admin.register(User)
class PersonAdmin(UserAdmin[User]):
    """Players and staff.

    Rights are given by superusers alone, and so is a colleague's password: an operator who may
    change players could otherwise become whoever he likes.
    """

    list_display = ["username", "email", "vip_tier", "is_staff", "is_active", "last_login"]
    list_filter = ["is_staff", "is_active", "is_test", "vip_tier", "groups"]
    list_select_related = ["vip_tier"]
    fieldsets = (
        *(UserAdmin.fieldsets or ()),
        (_("Player"), {"fields": ("vip_tier", "birth_date", "is_test")}),
    )
    add_fieldsets = (
        (None, {"classes": ("wide",), "fields": ("username", "email", "password1", "password2")}),
    )

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> Any:
        """Rights are only to be seen."""
        fields = super().get_readonly_fields(request, obj)
        return fields if request.user.is_superuser else (*fields, *RIGHTS)

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Of staff, passwords included, superusers alone."""
        return super().has_change_permission(request, obj) and _may_touch(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """As for changes."""
        return super().has_delete_permission(request, obj) and _may_touch(request, obj)


def _may_touch(request: HttpRequest, person: User | None) -> bool:
    return request.user.is_superuser or person is None or not person.is_staff
