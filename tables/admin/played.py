"""Sessions and rounds: what was played is to be seen, not to be touched."""

import datetime
from typing import Any, Final

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html_join
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _

from casino.readonly import ReadOnlyAdmin
from tables.admin.shown import euro
from tables.models import (
    MOST_CHOSEN,
    Action,
    Bet,
    GameSession,
    Round,
    TicketRequest,
    aged_since,
)
from tables.selectors.ageing import days_left
from tables.selectors.cards import CardLine, round_cards


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


class UnsettledAge(admin.SimpleListFilter):
    """Unsettled bets by their age: how many days are left before they are voided."""

    title = _("unsettled bets")
    parameter_name = "days_left"
    most: Final = (
        ("90", _("all")),
        ("30", _("at most 30 days left")),
        ("7", _("at most 7 days left")),
        ("0", _("last day, or due")),
    )

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """By the most days that are left."""
        return list(self.most)

    def queryset(self, request: HttpRequest, queryset: QuerySet[Round]) -> QuerySet[Round]:
        """Rounds in play, of which so many days are left."""
        if self.value() not in dict(self.most):
            return queryset
        room = datetime.timedelta(days=int(self.value() or 0) + 1)
        return queryset.filter(
            state=Round.State.OPEN, opened_at__lt=aged_since(timezone.now()) + room
        )


class RoundAdmin(ReadOnlyAdmin[Round]):
    """Rounds with cards, bets and decisions. What lies face down is not here, nor an open seed.

    The back office registers it, with a page of its own for each round.
    """

    list_display = [
        "number", "player", "table", "state", "with_golden", "opened_at", "days_left",
        "settled_at", "void_reason",
    ]  # fmt: skip
    list_filter = ["state", UnsettledAge, "void_cause", "with_golden", "game", "table", "opened_at"]
    list_select_related = ["player", "table"]
    search_fields = ["=id", "=public_id", "player__username", "player__email"]
    search_help_text = _("Number without the R, round or a player's name")
    date_hierarchy = "opened_at"
    inlines = [BetInline, ActionInline]
    actions = ["void_rounds"]
    fields = [
        "number", "public_id", "state", "with_golden", "player", "session", "table", "version",
        "opened_at", "settled_at", "cards", "commitment", "seed", "void_cause",
        "void_reason", "voided_at", "voided_by", "void_order",
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

    @admin.display(description=_("days left"))
    def days_left(self, round_: Round) -> str:
        """Until its bets are voided, while some of them are not settled."""
        if round_.state != Round.State.OPEN:
            return "–"
        return str(days_left(round_.opened_at, now=timezone.now()))

    @admin.action(description=_("Void selected rounds"), permissions=["void"])
    def void_rounds(self, _request: HttpRequest, rounds: QuerySet[Round]) -> HttpResponse:
        """Lead on to the money that would move, and the reason."""
        numbers = rounds.values_list("pk", flat=True)[: MOST_CHOSEN + 1]
        query = urlencode({"rounds": ",".join(map(str, numbers))})
        return HttpResponseRedirect(f"{reverse('admin:void_rounds')}?{query}")


def _card_text(line: CardLine) -> str:
    total = f" = {line.total}" if line.total else ""
    return f"{line.hand}: {line.cards}{total} {line.status}".strip()
