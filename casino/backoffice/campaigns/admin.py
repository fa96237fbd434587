"""Campaigns in the admin: a form to make one, a page that tells what became of it."""

from typing import Annotated, Any, cast

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import Annotations

from casino.backoffice.campaigns import views
from casino.backoffice.campaigns.costs import campaign_costs
from casino.backoffice.campaigns.forms import CampaignForm
from casino.models import User
from casino.presentation import money
from golden_chips.models import Campaign
from golden_chips.selectors import figures_of, with_events
from golden_chips.selectors.figures import Told
from golden_chips.services import create_campaign
from tables.models import Table


class CampaignAdmin(admin.ModelAdmin[Campaign]):
    """Campaigns are made here and never changed; services write all of it."""

    form = CampaignForm
    change_form_template = "admin/golden_chips/campaign.html"
    list_display = [
        "name", "value", "chips_each", "expires_at", "players", "issued", "outstanding", "cost",
        "is_open",
    ]  # fmt: skip
    list_filter = ["expires_at", "created_at"]
    search_fields = ["name"]
    fieldsets = (
        (None, {"fields": ("name", "terms_en", "terms_it")}),
        (_("Chips"), {"fields": ("chip_cents", "chips_each", "expires_at")}),
        (_("Where they are good"), {"fields": ("games", "tables")}),
        (_("For whom, and how many"), {"fields": ("tiers", "max_players", "budget_cents")}),
    )
    shown = (
        "name", "terms_en", "terms_it", "value", "chips_each", "expires_at", "good_at",
        "tier_names", "max_players", "budget", "created_at", "created_by", "closed_at",
    )  # fmt: skip

    def has_change_permission(self, request: HttpRequest, obj: Campaign | None = None) -> bool:
        """What a campaign promises never changes."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Campaign | None = None) -> bool:
        """A campaign is closed or cancelled, not deleted."""
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Campaign]:
        """With the figures of the list."""
        return with_events(super().get_queryset(request))

    def get_fieldsets(self, request: HttpRequest, obj: Campaign | None = None) -> Any:
        """The form of a new campaign, or what a campaign promises."""
        return self.fieldsets if obj is None else ((None, {"fields": self.shown}),)

    def get_readonly_fields(
        self, request: HttpRequest, obj: Campaign | None = None
    ) -> tuple[str, ...]:
        """All of a campaign that is made."""
        return () if obj is None else self.shown

    def get_urls(self) -> list[URLPattern]:
        """The campaign's own pages before those of the admin."""
        wrap = self.admin_site.admin_view
        return [
            path("<int:pk>/grant/", wrap(views.grant_chips), name="campaign_grant"),
            path("<int:pk>/close/", wrap(views.close), name="campaign_close"),
            path("<int:pk>/cancel/", wrap(views.cancel), name="campaign_cancel"),
            path("orders/<int:pk>/", wrap(views.order), name="campaign_order"),
            *super().get_urls(),
        ]

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """What is promised, with its figures, its costs and its last orders."""
        campaign = self.get_object(request, object_id)
        context = dict(extra_context or {})
        if campaign is not None:
            context |= {
                "costs": campaign_costs(campaign),
                "orders": campaign.orders.select_related("ordered_by")[:10],
                "may_grant": request.user.has_perm(views.GRANT),
                "may_cancel": request.user.has_perm(views.CANCEL),
            }
        return super().change_view(request, object_id, form_url, context)

    def save_form(self, request: HttpRequest, form: CampaignForm, change: bool) -> Campaign:
        """The service makes it."""
        return create_campaign(promise=form.promise(), author=cast(User, request.user))

    def save_model(self, request: HttpRequest, obj: Campaign, form: Any, change: bool) -> None:
        """It is made already."""

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """So are its tiers."""

    # What is shown

    @admin.display(description=_("value of a chip"), ordering="chip_cents")
    def value(self, campaign: Campaign) -> str:
        """In euro."""
        return money(campaign.chip_cents)

    @admin.display(description=_("budget"))
    def budget(self, campaign: Campaign) -> str:
        """In euro."""
        return "–" if campaign.budget_cents is None else money(campaign.budget_cents)

    @admin.display(description=_("good at"))
    def good_at(self, campaign: Campaign) -> str:
        """Games and tables by their names."""
        games = [str(Table.Game(game).label) for game in campaign.games]
        tables = Table.objects.filter(pk__in=campaign.tables).values_list("name", flat=True)
        named = ", ".join([*games, *tables])
        return named or gettext("every table that takes golden chips")

    @admin.display(description=_("VIP tiers"))
    def tier_names(self, campaign: Campaign) -> str:
        """By their names."""
        return ", ".join(map(str, campaign.tiers.all())) or gettext("all")

    @admin.display(description=_("players"), ordering="players")
    def players(self, campaign: Annotated[Campaign, Annotations[Told]]) -> int:
        """Who were granted chips."""
        return campaign.players

    @admin.display(description=_("issued"), ordering="chips_issued")
    def issued(self, campaign: Annotated[Campaign, Annotations[Told]]) -> int:
        """Chips."""
        return campaign.chips_issued

    @admin.display(description=_("outstanding"))
    def outstanding(self, campaign: Annotated[Campaign, Annotations[Told]]) -> int:
        """Chips that can still cost something."""
        return figures_of(campaign).outstanding

    @admin.display(description=_("cost so far"))
    def cost(self, campaign: Annotated[Campaign, Annotations[Told]]) -> str:
        """Cash that chips have won."""
        return money(figures_of(campaign).paid_cents)

    @admin.display(description=_("open"), boolean=True)
    def is_open(self, campaign: Campaign) -> bool:
        """Whether chips can still be granted."""
        return campaign.closed_at is None
