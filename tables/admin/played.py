"""Sessions and rounds: what was played is to be seen, not to be touched."""

from typing import cast

from django.contrib import admin, messages
from django.contrib.admin import helpers
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.html import format_html_join
from django.utils.translation import gettext_lazy as _

from casino.errors import CasinoError
from casino.models import User
from casino.presentation import refusal_sentence
from casino.readonly import ReadOnlyAdmin
from tables.admin.shown import euro
from tables.forms import VoidForm
from tables.models import Action, Bet, GameSession, Round, TicketRequest
from tables.selectors.cards import CardLine, round_cards
from tables.services.live.voids import void_live_round
from tables.services.voids import void_round


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
        return euro(session.bought_in_cents)

    @admin.display(description=_("stake"), ordering="account__balance_cents")
    def stake(self, session: GameSession) -> str:
        """What is on its account."""
        return euro(session.account.balance_cents)

    @admin.display(description=_("paid out"), ordering="paid_out_cents")
    def paid_out(self, session: GameSession) -> str:
        """At its end."""
        return euro(session.paid_out_cents)


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
        return euro(bet.real_cents)

    @admin.display(description=_("golden stake"))
    def golden(self, bet: Bet) -> str:
        """In euro."""
        return euro(bet.golden_cents)

    @admin.display(description=_("paid"))
    def paid(self, bet: Bet) -> str:
        """In euro; nothing before the end."""
        return euro(bet.paid_cents)


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
        return euro(action.real_cents)


class RoundAdmin(ReadOnlyAdmin[Round]):
    """Rounds with cards, bets and decisions. What lies face down is not here, nor an open seed.

    The back office registers it, with a page of its own for each round.
    """

    list_display = [
        "number", "player", "table", "state", "with_golden", "opened_at", "settled_at",
        "void_reason",
    ]  # fmt: skip
    list_filter = ["state", "with_golden", "game", "table", "opened_at"]
    list_select_related = ["player", "table"]
    search_fields = ["=id", "=public_id", "player__username", "player__email"]
    search_help_text = _("Number without the R, round or a player's name")
    date_hierarchy = "opened_at"
    inlines = [BetInline, ActionInline]
    actions = ["void_rounds"]
    fields = [
        "number", "public_id", "state", "with_golden", "player", "session", "table", "version",
        "opened_at", "settled_at", "cards", "commitment", "seed", "voided_at", "voided_by",
        "void_reason",
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
