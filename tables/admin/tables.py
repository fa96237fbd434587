"""Tables and their versions: the operator's form, and what was published."""

from collections.abc import Sequence
from typing import Any, cast

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from casino.errors import CasinoError
from casino.presentation import refusal_sentence
from casino.readonly import ReadOnlyAdmin
from tables.admin.rule_fields import offers, pays, rule_rows, side_bets
from tables.admin.shown import euro
from tables.admin.table_form import LIVE_FIELDS, TableForm, table_form
from tables.bet_names import SIDE_BETS, returns_text
from tables.engine.rules import SIDE_BET_LINES
from tables.models import Table, TableVersion
from tables.services.versions import create_table, publish_version, set_table_state

Fieldset = tuple[str | Promise | None, dict[str, Any]]


def _returns(version: TableVersion) -> str:
    """A dash for a row of the admin's that is no version yet."""
    if not version.returns:
        return "–"
    return returns_text({name: bet["per_staked"] for name, bet in version.returns.items()})


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


class VersionInline(admin.TabularInline[TableVersion, Table]):
    """Every version of the table, the newest first."""

    model = TableVersion
    fields = readonly_fields = ("number", "created_at", "author", "reason", "exact_returns")
    ordering = ["-number"]
    extra = 0
    can_delete = False
    show_change_link = True

    @admin.display(description=_("exact returns"))
    def exact_returns(self, version: TableVersion) -> str:
        """By bet, worked out when the version was published."""
        return _returns(version)

    def has_add_permission(self, request: HttpRequest, obj: Table | None = None) -> bool:
        """Versions are published by the table's form."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Table | None = None) -> bool:
        """Nobody changes a version."""
        return False


@admin.register(Table)
class TableAdmin(admin.ModelAdmin[Table]):
    """Tables. Saving a changed offer publishes a version; the services write all of it."""

    list_display = ["name", "game", "state", "version", "highest_limit", "returns"]
    list_filter = ["state", "game"]
    list_select_related = ["current"]
    search_fields = ["name", "slug"]
    inlines = [VersionInline]
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
        made: Any = super().get_form(request, obj, change, form=table_form(game), **kwargs)
        return cast(type[TableForm], made)

    def get_fieldsets(self, request: HttpRequest, obj: Table | None = None) -> Any:
        """Money first, then the rules of the game, then what surrounds it.

        Who may only look sees the table and its versions, which show what was offered.
        """
        if obj is not None and not self.has_change_permission(request, obj):
            return [(None, {"fields": ("name", "slug", "game", "state")})]
        game = obj.game if obj else request.GET["game"]
        live = [(_("Live table"), {"fields": LIVE_FIELDS})] if Table(game=game).is_live else []
        return [
            (None, {"fields": ("name", "slug", "game", "state", "reason")}),
            (_("Limits and chips"), {"fields": ("limits", "chips")}),
            *((heading, {"fields": rows}) for heading, rows in rule_rows(game)),
            *(_pay_table(bet) for bet in side_bets(game)),
            (_("Return"), {"fields": ("published_rtp",)}),
            (_("Sessions"), {"fields": SESSION_FIELDS}),
            (_("Golden chips"), {"fields": GOLDEN_FIELDS}),
            *live,
        ]

    def get_readonly_fields(self, request: HttpRequest, obj: Table | None = None) -> list[str]:
        """The game of a table is what it is."""
        return ["game"]

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
        return _returns(table.current) if table.current else "–"

    def save_model(
        self,
        request: HttpRequest,
        obj: Table,
        form: Any,
        change: bool,
    ) -> None:
        """Through the services: name and address as they are, a version where one is due."""
        typed = cast(TableForm, form)
        author = request.user if request.user.is_authenticated else None
        wanted = Table.State(obj.state)
        reason = typed.cleaned_data["reason"]
        if not change:
            made = create_table(
                name=obj.name,
                slug=obj.slug,
                game=obj.game,
                offer=typed.offer(),
                author=author,
                reason=reason,
            )
            obj.pk = made.pk
        else:
            Table.objects.filter(pk=obj.pk).update(name=obj.name, slug=obj.slug)
            if typed.changes_the_offer:
                publish_version(table=obj, offer=typed.offer(), author=author, reason=reason)
        if not change or "state" in typed.changed_data:
            set_table_state(table=obj, state=wanted)

    @admin.action(description=_("Open selected tables"), permissions=["change"])
    def open_tables(self, request: HttpRequest, tables: QuerySet[Table]) -> None:
        """New sessions and rounds begin again."""
        self._set_state(request, tables, Table.State.OPEN)

    @admin.action(description=_("Close selected tables"), permissions=["change"])
    def close_tables(self, request: HttpRequest, tables: QuerySet[Table]) -> None:
        """Rounds in play are finished, new ones are not begun."""
        self._set_state(request, tables, Table.State.CLOSED)

    @admin.action(description=_("Disable selected tables"), permissions=["change"])
    def disable_tables(self, request: HttpRequest, tables: QuerySet[Table]) -> None:
        """As closed, and out of the lobby."""
        self._set_state(request, tables, Table.State.DISABLED)

    def _set_state(self, request: HttpRequest, tables: QuerySet[Table], state: Table.State) -> None:
        for table in tables:
            try:
                set_table_state(table=table, state=state)
            except CasinoError as error:
                self.message_user(request, f"{table}: {refusal_sentence(error)}", messages.ERROR)
                continue
            self.log_change(request, table, [{"changed": {"fields": ["state"]}}])
            self.message_user(request, f"{table}: {state.label}", messages.SUCCESS)


@admin.register(TableVersion)
class TableVersionAdmin(ReadOnlyAdmin[TableVersion]):
    """What was offered when, and who published it."""

    list_display = [
        "table", "number", "created_at", "author", "reason", "exact_returns", "published_rtp",
    ]  # fmt: skip
    list_filter = ["table", "created_at"]
    list_select_related = ["table", "author"]
    search_fields = ["table__name", "reason"]

    @admin.display(description=_("exact returns"))
    def exact_returns(self, version: TableVersion) -> str:
        """By bet, worked out when the version was published."""
        return _returns(version)
