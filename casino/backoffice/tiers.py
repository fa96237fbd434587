"""VIP tiers in the admin: changes are done for a reason, and none that is used goes away."""

from typing import Any, ClassVar, cast

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext, ngettext

from casino.errors import CasinoError
from casino.models import User, VipTier
from casino.presentation import refusal_sentence
from casino.reasons import ReasonField, ReasonForm
from casino.services.tiers import delete_tier, make_tier, rename_tier
from casino.staff_pages import page
from golden_chips.models import Campaign
from tables.models import Table


class TierForm(forms.ModelForm[VipTier]):
    """A tier, and why it is made or renamed."""

    reason = ReasonField()

    class Meta:
        model = VipTier
        fields: ClassVar[list[str]] = ["rank", "name"]


def uses_of(tier: VipTier) -> list[str]:
    """What would miss the tier, in words."""
    players = User.objects.filter(vip_tier=tier).count()
    tables = [
        table.name
        for table in Table.objects.filter(current__isnull=False).select_related("current")
        if str(tier.rank) in table.in_force.limits
    ]
    campaigns = Campaign.objects.filter(tiers=tier).values_list("name", flat=True)
    found = []
    if players:
        said = ngettext("%(count)s player is in it", "%(count)s players are in it", players)
        found.append(said % {"count": players})
    if tables:
        found.append(gettext("limits are set for it at: %(names)s") % {"names": ", ".join(tables)})
    if campaigns:
        names = ", ".join(campaigns)
        found.append(gettext("campaigns are for it: %(names)s") % {"names": names})
    return found


class VipTierAdmin(admin.ModelAdmin[VipTier]):
    """Tiers by rank; services write all of it."""

    form = TierForm
    list_display = ["rank", "name"]
    list_display_links = ["name"]
    ordering = ["rank"]
    actions = None

    def get_readonly_fields(self, request: HttpRequest, obj: VipTier | None = None) -> list[str]:
        """Limits go by the rank, so that it stays."""
        return ["rank"] if obj else []

    def save_form(self, request: HttpRequest, form: Any, change: bool) -> VipTier:
        """The service writes it."""
        typed = {"name": form.cleaned_data["name"], "reason": form.cleaned_data["reason"]}
        actor = cast(User, request.user)
        if change:
            return rename_tier(tier=form.instance, actor=actor, **typed)
        return make_tier(rank=form.cleaned_data["rank"], actor=actor, **typed)

    def save_model(self, request: HttpRequest, obj: VipTier, form: Any, change: bool) -> None:
        """It is written already."""

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Nothing is related."""

    def delete_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Say who would miss the tier; one that nobody would is deleted for a reason."""
        if not self.has_delete_permission(request):
            raise PermissionDenied
        tier = get_object_or_404(VipTier, pk=object_id)
        uses = uses_of(tier)
        form = ReasonForm(request.POST if request.method == "POST" else None)
        if not uses and form.is_valid():
            try:
                delete_tier(
                    tier=tier,
                    actor=cast(User, request.user),
                    reason=form.cleaned_data["reason"],
                )
            except CasinoError as error:
                messages.error(request, refusal_sentence(error))
            else:
                messages.success(request, gettext("%(tier)s is deleted.") % {"tier": tier})
            return HttpResponseRedirect(reverse("admin:casino_viptier_changelist"))
        refused = request.method == "POST"
        return page(
            request,
            "admin/casino/delete_tier.html",
            title=gettext("Delete %(tier)s?") % {"tier": tier},
            status=(409 if uses else 400) if refused else 200,
            opts=self.opts,
            tier=tier,
            uses=uses,
            form=form,
        )
