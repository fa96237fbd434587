"""People in the admin."""

from typing import Any, Final, cast

from django.contrib import admin
from django.contrib.admin.utils import unquote
from django.contrib.auth.admin import UserAdmin
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from casino.backoffice.audit import AuditEntryAdmin
from casino.backoffice.campaigns.admin import CampaignAdmin
from casino.backoffice.claims.admin import ClaimAdmin
from casino.backoffice.passwords import reset_page
from casino.backoffice.questions.admin import QuestionAdmin
from casino.backoffice.reports.summarising import forget_days_of
from casino.backoffice.rounds.admin import LookBackAdmin
from casino.backoffice.tiers import VipTierAdmin
from casino.backoffice.voids.admin import VoidOrderAdmin
from casino.models import AuditEntry, User, VipTier
from casino.presentation import moment
from casino.selectors.staff import failed_logins
from casino.services.people import facts_of, record_person
from golden_chips.models import Campaign
from tables.models import Question, Round, VoidOrder
from wallet.models import Claim

admin.site.register(AuditEntry, AuditEntryAdmin)
admin.site.register(Campaign, CampaignAdmin)
admin.site.register(Question, QuestionAdmin)
admin.site.register(Round, LookBackAdmin)
admin.site.register(VoidOrder, VoidOrderAdmin)
admin.site.register(Claim, ClaimAdmin)
admin.site.register(VipTier, VipTierAdmin)


RIGHTS: Final = ("is_staff", "is_superuser", "groups", "user_permissions")


@admin.register(User)
class PersonAdmin(UserAdmin[User]):
    """Players and staff.

    Rights are given by superusers alone: an operator who may change players could otherwise do
    whatever he likes. Nobody sets another's password.
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

    def get_fieldsets(self, request: HttpRequest, obj: User | None = None) -> Any:
        """Of staff also how often somebody failed to log in as them."""
        fieldsets = super().get_fieldsets(request, obj)
        if obj is None or not obj.is_staff:
            return fieldsets
        return (*fieldsets, (_("Staff"), {"fields": ("failed_logins",)}))

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> Any:
        """Rights are only to be seen."""
        fields = (
            *super().get_readonly_fields(request, obj),
            "last_login",
            "date_joined",
            "failed_logins",
        )
        return fields if request.user.is_superuser else (*fields, *RIGHTS)

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Of staff, passwords included, superusers alone."""
        return super().has_change_permission(request, obj) and _may_touch(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Nobody is deleted: what a person did stays. He is made inactive instead."""
        return False

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Keeps what the person was, for the audit trail."""
        form.facts_before = facts_of(User.objects.get(pk=obj.pk)) if change else None
        super().save_model(request, obj, form, change)
        if change and "is_test" in form.changed_data:
            forget_days_of(player_id=obj.pk)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """With the groups the person is whole; what changed is written down."""
        super().save_related(request, form, formsets, change)
        person = User.objects.select_related("vip_tier").get(pk=form.instance.pk)
        record_person(actor=cast(User, request.user), person=person, before=form.facts_before)

    def user_change_password(
        self,
        request: HttpRequest,
        id: str,  # noqa: A002  Django's signature
        form_url: str = "",
    ) -> HttpResponse:
        """In place of Django's form, by which whoever may change a person could become him."""
        person = self.get_object(request, unquote(id))
        if not self.has_change_permission(request, person):
            raise PermissionDenied
        if person is None:
            raise Http404
        return reset_page(request, person)

    @admin.display(description=_("failed logins"))
    def failed_logins(self, person: User) -> str:
        """How many, and the last one."""
        failed = failed_logins(person=person)
        if failed.last_at is None:
            return gettext("none")
        facts = {"number": failed.number, "at": moment(failed.last_at)}
        return gettext("%(number)s, the last on %(at)s") % facts


def _may_touch(request: HttpRequest, person: User | None) -> bool:
    return request.user.is_superuser or person is None or not person.is_staff
