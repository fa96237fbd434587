"""What libraries have registered with the admin, and the house shows otherwise or not at all."""

from typing import cast

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.contrib.auth.models import Group
from django.http import HttpRequest

from casino.models import User
from casino.services.audit import record


class SecondFactorAdmin(admin.ModelAdmin[Authenticator]):
    """Who has a second factor; no secret shows. Superusers take that of a lost phone away."""

    list_display = ["user", "type", "created_at", "last_used_at"]
    list_filter = ["type", "created_at"]
    list_select_related = ["user"]
    search_fields = ["user__username", "user__email"]
    fields = ["user", "type", "created_at", "last_used_at"]
    actions = None

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Its owner sets it up."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Authenticator | None = None) -> bool:
        """Nothing of it changes."""
        return False

    def delete_model(self, request: HttpRequest, obj: Authenticator) -> None:
        """Taken away, and written down."""
        record(
            actor=cast(User, request.user),
            action="second_factor.removed",
            subject=obj.user,
            before={"type": obj.type},
        )
        super().delete_model(request, obj)


def take_over() -> None:
    """Groups are what ``casino.permissions`` says, and e-mail addresses belong to their owners:
    neither is edited here."""
    admin.site.unregister([Group, EmailAddress, Authenticator])
    admin.site.register(Authenticator, SecondFactorAdmin)
