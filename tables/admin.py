"""Tables, sessions and rounds in the admin. What was played is to be seen, not to be touched."""

from collections.abc import Sequence
from typing import Any, cast

from django.contrib import admin, messages
from django.contrib.admin import helpers
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.html import format_html_join
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from casino.errors import CasinoError
from casino.models import User
from casino.money import show_cents
from casino.presentation import refusal_sentence
from casino.readonly import ReadOnlyAdmin
from tables.forms import VoidForm
from tables.models import Action, Bet, GameSession, Round, Table, TableVersion, TicketRequest
from tables.offer_form import TableForm
from tables.selectors.cards import CardLine, round_cards
from tables.services.live.voids import void_live_round
from tables.services.versions import create_table, publish_version, set_table_state
from tables.services.voids import void_round


def _euro(cents: int | None) -> str:
    return "–" if cents is None else show_cents(cents, get_language() or "en")


class VersionInline(admin.TabularInline[TableVersion, Table]):
    """Every version of the table, the newest first."""

    model = TableVersion
    fields = readonly_fields = ("number", "created_at", "author", "reason")
    ordering = ["-number"]
    extra = 0
    can_delete = False
    show_change_link = True

    def has_add_permission(self, request: HttpRequest, obj: Table | None = None) -> bool:
        """Versions are published by the table's form."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Table | None = None) -> bool:
        """Nobody changes a version."""
        return False


@admin.register(Table)
class TableAdmin(admin.ModelAdmin[Table]):
    """Tables. Saving a changed offer publishes a version; the services write all of it."""

    form = TableForm
    list_display = ["name", "game", "state", "version", "highest_limit", "published_rtp"]
    list_filter = ["state", "game"]
    list_select_related = ["current"]
    search_fields = ["name", "slug"]
    inlines = [VersionInline]
    prepopulated_fields = {"slug": ["name"]}
    actions = ["open_tables", "close_tables", "disable_tables"]
    fieldsets = (
        (None, {"fields": ("name", "slug", "game", "state", "reason")}),
        (_("Limits and chips"), {"fields": ("limits", "chips")}),
        (
            _("Sessions"),
            {
                "fields": (
                    "session_min_cents",
                    "session_max_cents",
                    "whole_amount_first",
                    "rebuy_allowed",
                    "idle_minutes",
                )
            },
        ),
        (_("Rules"), {"fields": ("rules", "published_rtp")}),
        (
            _("Live table"),
            {
                "fields": (
                    "betting_seconds",
                    "insurance_seconds",
                    "decision_seconds",
                    "results_seconds",
                    "side_bets_shown",
                )
            },
        ),
    )

    def has_delete_permission(self, request: HttpRequest, obj: Table | None = None) -> bool:
        """A table with a history is disabled, not deleted."""
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: Table | None = None) -> list[str]:
        """The game of a table is what it is."""
        return [] if obj is None else ["game"]

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
        return _euro(table.current.limits_for(highest)["main"][1])

    @admin.display(description=_("published RTP (%)"))
    def published_rtp(self, table: Table) -> str:
        """As the game's maker states it."""
        rtp = table.current.published_rtp if table.current else None
        return "–" if rtp is None else str(rtp)

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

    list_display = ["table", "number", "created_at", "author", "reason", "published_rtp"]
    list_filter = ["table", "created_at"]
    list_select_related = ["table", "author"]
    search_fields = ["table__name", "reason"]


@admin.register(TicketRequest)
class TicketRequestAdmin(ReadOnlyAdmin[TicketRequest]):
    """What the ticket authority was asked and what it answered."""

    list_display = ["requested_at", "player", "table", "granted", "code", "answered_at"]
    list_filter = ["table", "requested_at"]
    list_select_related = ["player", "table"]
    search_fields = ["player__username", "player__email", "answer__code"]
    date_hierarchy = "requested_at"

    @admin.display(description=_("granted"), boolean=True)
    def granted(self, ticket: TicketRequest) -> bool | None:
        """Empty while there is no answer."""
        return bool(ticket.answer["granted"]) if ticket.answer else None


@admin.register(GameSession)
class GameSessionAdmin(ReadOnlyAdmin[GameSession]):
    """Sessions with what was bought in, what stands and what was paid out."""

    list_display = [
        "number", "player", "table", "state", "bought_in", "stake", "paid_out",
        "opened_at", "last_play_at", "closed_at",
    ]  # fmt: skip
    list_filter = ["state", "table", "ended_by", "opened_at"]
    list_select_related = ["player", "table", "account"]
    search_fields = ["=ticket_code", "=public_id", "player__username", "player__email"]
    search_help_text = _("Ticket, session or a player's name")
    date_hierarchy = "opened_at"
    fields = [
        "number", "public_id", "player", "table", "version", "ticket_code", "state", "bought_in",
        "stake", "paid_out", "opened_at", "last_play_at", "closed_at", "ended_by",
    ]  # fmt: skip

    @admin.display(description=_("session"), ordering="id")
    def number(self, session: GameSession) -> str:
        """What its transfers refer to."""
        return session.number

    @admin.display(description=_("bought in"), ordering="bought_in_cents")
    def bought_in(self, session: GameSession) -> str:
        """Buy-in and rebuys."""
        return _euro(session.bought_in_cents)

    @admin.display(description=_("stake"), ordering="account__balance_cents")
    def stake(self, session: GameSession) -> str:
        """What is on its account."""
        return _euro(session.account.balance_cents)

    @admin.display(description=_("paid out"), ordering="paid_out_cents")
    def paid_out(self, session: GameSession) -> str:
        """At its end."""
        return _euro(session.paid_out_cents)


class BetInline(admin.TabularInline[Bet, Round]):
    """What was bet and what came of it."""

    model = Bet
    fields = readonly_fields = (
        "session", "position", "real", "golden", "paid", "result", "placed_at", "settled_at",
    )  # fmt: skip
    extra = 0
    can_delete = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Bet]:
        """In the order of placing."""
        return super().get_queryset(request).select_related("session").order_by("id")

    def has_add_permission(self, request: HttpRequest, obj: Round | None = None) -> bool:
        """Bets are placed at the tables."""
        return False

    @admin.display(description=_("real stake"))
    def real(self, bet: Bet) -> str:
        """In euro."""
        return _euro(bet.real_cents)

    @admin.display(description=_("golden stake"))
    def golden(self, bet: Bet) -> str:
        """In euro."""
        return _euro(bet.golden_cents)

    @admin.display(description=_("paid"))
    def paid(self, bet: Bet) -> str:
        """In euro; nothing before the end."""
        return _euro(bet.paid_cents)


class ActionInline(admin.TabularInline[Action, Round]):
    """What was decided, by whom, and what it cost."""

    model = Action
    fields = readonly_fields = ("ordinal", "hand", "action", "decided_by", "added", "created_at")
    ordering = ["ordinal"]
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Round | None = None) -> bool:
        """Decisions fall at the tables."""
        return False

    @admin.display(description=_("added stake"))
    def added(self, action: Action) -> str:
        """In euro."""
        return _euro(action.real_cents)


@admin.register(Round)
class RoundAdmin(ReadOnlyAdmin[Round]):
    """Rounds with cards, bets and decisions. What lies face down is not here, nor an open seed."""

    list_display = ["number", "player", "table", "state", "opened_at", "settled_at", "void_reason"]
    list_filter = ["state", "game", "table", "opened_at"]
    list_select_related = ["player", "table"]
    search_fields = ["=id", "=public_id", "player__username", "player__email"]
    search_help_text = _("Number without the R, round or a player's name")
    date_hierarchy = "opened_at"
    inlines = [BetInline, ActionInline]
    actions = ["void_rounds"]
    fields = [
        "number", "public_id", "state", "player", "session", "table", "version", "opened_at",
        "settled_at", "cards", "commitment", "seed", "voided_at", "voided_by", "void_reason",
    ]  # fmt: skip

    def get_queryset(self, request: HttpRequest) -> QuerySet[Round]:
        """With what the page of a round shows."""
        return super().get_queryset(request).select_related("shoe", "version__table", "session")

    def has_void_permission(self, request: HttpRequest) -> bool:
        """Who may void rounds."""
        return request.user.has_perm("tables.void_round")

    @admin.display(description=_("round"), ordering="id")
    def number(self, round_: Round) -> str:
        """What its transfers refer to."""
        return round_.number

    @admin.display(description=_("cards"))
    def cards(self, round_: Round) -> str:
        """One line for each hand."""
        return format_html_join(
            "", "<div>{}</div>", ((_card_text(line),) for line in round_cards(round_))
        )

    @admin.display(description=_("commitment"))
    def commitment(self, round_: Round) -> str:
        """Shown to the player before the first bet."""
        return round_.shoe.commitment

    @admin.display(description=_("seed"))
    def seed(self, round_: Round) -> str:
        """Only once the shoe is done."""
        return round_.shoe.seed or "–"

    @admin.action(description=_("Void selected rounds"), permissions=["void"])
    def void_rounds(self, request: HttpRequest, rounds: QuerySet[Round]) -> HttpResponse | None:
        """Ask for the reason, then void each round by itself."""
        form = VoidForm(request.POST if "reason" in request.POST else None)
        if not form.is_valid():
            context = {
                **self.admin_site.each_context(request),
                "title": _("Void rounds"),
                "opts": self.opts,
                "rounds": rounds,
                "form": form,
                "checkbox_name": helpers.ACTION_CHECKBOX_NAME,
            }
            return TemplateResponse(request, "admin/tables/void_rounds.html", context)
        for round_ in rounds:
            self._void(request, round_, form.cleaned_data["reason"])
        return None

    def _void(self, request: HttpRequest, round_: Round, reason: str) -> None:
        actor = cast(User, request.user)
        try:
            if round_.is_live:
                void_live_round(round_id=round_.public_id, actor=actor, reason=reason)
            else:
                void_round(round_id=round_.public_id, actor=actor, reason=reason)
        except CasinoError as error:
            self.message_user(request, f"{round_}: {refusal_sentence(error)}", messages.ERROR)
            return
        self.log_change(request, round_, f"void: {reason}")
        self.message_user(request, _("%(round)s is void.") % {"round": round_}, messages.SUCCESS)


def _card_text(line: CardLine) -> str:
    total = f" = {line.total}" if line.total else ""
    return f"{line.hand}: {line.cards}{total} {line.status}".strip()
