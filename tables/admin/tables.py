"""Tables in the admin: the list, the operator's form, and the way to their other pages."""

from collections.abc import Sequence
from typing import Any, cast

from django.contrib import admin
from django.contrib.admin.utils import unquote
from django.core.exceptions import BadRequest, PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tables.admin.publishing import opened, preview_page, publish
from tables.admin.rule_fields import offers, pays, rule_rows, side_bets
from tables.admin.shown import euro
from tables.admin.states import change_state, other_states, state_url
from tables.admin.table_form import TableForm, form_with, table_form
from tables.admin.versions import bring_back, compare, returns_of, versions
from tables.bet_names import SIDE_BETS
from tables.engine.rules import SIDE_BET_LINES
from tables.models import Table
from tables.version_words import LIVE_TERMS

Fieldset = tuple[str | Promise | None, dict[str, Any]]

SESSION_FIELDS = (
    ("session_min_cents", "session_max_cents"),
    ("whole_amount_first", "rebuy_allowed"),
    "idle_minutes",
)
GOLDEN_FIELDS = (
    ("golden_allowed", "golden_max_per_round"),
    ("golden_mixed", "golden_on_actions"),
)


def _pay_table(bet: str) -> Fieldset:
    lines = (pays(bet, line) for line in SIDE_BET_LINES[bet])
    heading = gettext("Pay table of %(bet)s") % {"bet": gettext(SIDE_BETS[bet])}
    return heading, {
        "fields": (offers(bet), tuple(lines)),
        "description": gettext("Each line pays so much to 1."),
    }


@admin.register(Table)
class TableAdmin(admin.ModelAdmin[Table]):
    """Tables. What is typed is looked at first, then published; the services write all of it."""

    list_display = ["name", "game", "state", "version", "highest_limit", "returns"]
    list_filter = ["state", "game"]
    list_select_related = ["current"]
    search_fields = ["name", "slug"]
    change_form_template = add_form_template = "admin/tables/table_form.html"
    prepopulated_fields = {"slug": ["name"]}
    actions = ["open_tables", "close_tables", "disable_tables"]

    class Media:
        css = {"all": ["tables/operator.css"]}

    def has_delete_permission(self, request: HttpRequest, obj: Table | None = None) -> bool:
        """A table with a history is disabled, not deleted."""
        return False

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The game comes first: it decides which rules there are to be set."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        if request.GET.get("game") not in Table.Game.values:
            context = {
                **self.admin_site.each_context(request),
                "title": _("Which game is dealt at the new table?"),
                "opts": self.opts,
                "games": Table.Game.choices,
            }
            return TemplateResponse(request, "admin/tables/choose_game.html", context)
        return super().add_view(request, form_url, extra_context)

    def get_form(
        self, request: HttpRequest, obj: Table | None = None, change: bool = False, **kwargs: Any
    ) -> type[TableForm]:
        """A field for each rule of the table's game."""
        game = obj.game if obj else request.GET["game"]
        kind = table_form(game)
        if "draft" in request.GET:
            draft = opened(request.GET["draft"])
            if (draft.table_id, draft.game) != (obj.pk if obj else None, game):
                raise BadRequest("This draft is one of another table.")
            kind = form_with(draft)
        made: Any = super().get_form(request, obj, change, form=kind, **kwargs)
        return cast(type[TableForm], made)

    def get_urls(self) -> list[URLPattern]:
        """The table's own pages before those of the admin."""
        wrap = self.admin_site.admin_view
        return [
            path("publish/", wrap(publish), name="table_publish"),
            path("state/", wrap(change_state), name="table_state"),
            path("<int:pk>/versions/", wrap(versions), name="table_versions"),
            path("<int:pk>/compare/", wrap(compare), name="table_compare"),
            path(
                "<int:pk>/versions/<int:number>/bring-back/",
                wrap(bring_back),
                name="table_bring_back",
            ),
            *super().get_urls(),
        ]

    def get_fieldsets(self, request: HttpRequest, obj: Table | None = None) -> Any:
        """Money first, then the rules of the game, then what surrounds it.

        Who may only look sees the table and its versions, which show what was offered.
        """
        if obj is not None and not self.has_change_permission(request, obj):
            return [(None, {"fields": ("name", "slug", "game", "state")})]
        game = obj.game if obj else request.GET["game"]
        live = [(_("Live table"), {"fields": LIVE_TERMS})] if Table(game=game).is_live else []
        return [
            (None, {"fields": (("name", "slug"), ("game", "state"), "base")}),
            (_("Limits and chips"), {"fields": ("limits", "chips")}),
            *((heading, {"fields": rows}) for heading, rows in rule_rows(game)),
            *(_pay_table(bet) for bet in side_bets(game)),
            (_("Return"), {"fields": ("published_rtp",)}),
            (_("Sessions"), {"fields": SESSION_FIELDS}),
            (_("Golden chips"), {"fields": GOLDEN_FIELDS}),
            *live,
        ]

    def get_readonly_fields(self, request: HttpRequest, obj: Table | None = None) -> list[str]:
        """The game of a table is what it is; its state has pages of its own."""
        return ["game", "state"]

    def get_prepopulated_fields(
        self, request: HttpRequest, obj: Table | None = None
    ) -> dict[str, Sequence[str]]:
        """The address of a table that exists does not follow its name."""
        return {} if obj else {"slug": ["name"]}

    @admin.display(description=_("version"))
    def version(self, table: Table) -> str:
        """The number of the one in force."""
        return f"v{table.current.number}" if table.current else "–"

    @admin.display(description=_("highest limit"))
    def highest_limit(self, table: Table) -> str:
        """Of the main position, for the highest tier."""
        if table.current is None:
            return "–"
        highest = max(int(rank) for rank in table.current.limits)
        return euro(table.current.limits_for(highest)["main"][1])

    @admin.display(description=_("exact returns"))
    def returns(self, table: Table) -> str:
        """By bet, of the version in force."""
        return returns_of(table.current) if table.current else "–"

    # What is done

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """The form; what was typed into it is looked at before anything is stored."""
        table = self.get_object(request, unquote(object_id)) if object_id else None
        if request.method == "POST" and self._may_edit(request, table, is_new=object_id is None):
            kind = self.get_form(request, table, change=table is not None)
            form = kind(request.POST, instance=table)
            if form.is_valid():
                return preview_page(request, form.draft())
        context = {
            **(extra_context or {}),
            "title": table.name if table else _("New table"),
            "subtitle": None,
            "states": other_states(table) if table else [],
            "may_change": self.has_change_permission(request, table),
        }
        return super().changeform_view(request, object_id, form_url, context)

    def _may_edit(self, request: HttpRequest, table: Table | None, *, is_new: bool) -> bool:
        if is_new:
            return self.has_add_permission(request)
        return table is not None and self.has_change_permission(request, table)

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The versions and the audit trail say what happened to a table."""
        table = self.get_object(request, unquote(object_id))
        if table is None:
            raise Http404
        return HttpResponseRedirect(reverse("admin:table_versions", args=[table.pk]))

    @admin.action(description=_("Open selected tables"), permissions=["change"])
    def open_tables(self, request: HttpRequest, tables: QuerySet[Table]) -> HttpResponse:
        """New sessions and rounds begin again."""
        return HttpResponseRedirect(state_url(Table.State.OPEN, list(tables)))

    @admin.action(description=_("Close selected tables"), permissions=["change"])
    def close_tables(self, request: HttpRequest, tables: QuerySet[Table]) -> HttpResponse:
        """Rounds in play are finished, new ones are not begun."""
        return HttpResponseRedirect(state_url(Table.State.CLOSED, list(tables)))

    @admin.action(description=_("Disable selected tables"), permissions=["change"])
    def disable_tables(self, request: HttpRequest, tables: QuerySet[Table]) -> HttpResponse:
        """As closed, and out of the lobby."""
        return HttpResponseRedirect(state_url(Table.State.DISABLED, list(tables)))
