"""People in the admin."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.utils.translation import gettext_lazy as _

from casino.models import User, VipTier


@admin.register(VipTier)
class VipTierAdmin(admin.ModelAdmin[VipTier]):
    """Tiers by rank."""

    list_display = ["rank", "name"]
    list_display_links = ["name"]
    ordering = ["rank"]


@admin.register(User)
class PersonAdmin(UserAdmin[User]):
    """Players and staff."""

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
