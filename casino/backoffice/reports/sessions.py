"""Sessions at the tables, each on its ticket."""

from typing import Annotated, Any, TypedDict

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_stubs_ext import Annotations

from casino.backoffice.reports.filters import Asked
from casino.backoffice.reports.ledger import moved, session_numbers
from casino.backoffice.reports.report import (
    Column,
    Comparison,
    Kind,
    Linked,
    Produced,
    Report,
    Row,
    money_column,
    total_row,
    whole_column,
)
from tables.models import Bet, GameSession
from wallet.models import TransferKind


class Sessions(Report):
    """Every session that was opened in the period."""

    slug = "sessions"
    title = gettext_lazy("Sessions")
    about = gettext_lazy("Tickets with what was bought in, staked, paid and taken home.")
    filters = ("game", "table", "version", "player")

    def produce(self, asked: Asked) -> Produced:
        """The oldest first. Open ones have nothing paid out yet."""
        found = _sessions(asked)
        sums = found.aggregate(
            count=Count("pk"), bought=Sum("bought_in_cents"), out=Sum("paid_out_cents"),
            stands=Sum("account__balance_cents"),
        )  # fmt: skip
        bets = _done_bets().filter(session__in=found.order_by())
        played = bets.aggregate(staked=Sum("real_cents"), paid=Sum("paid_cents"))
        columns = _columns()
        bought, out = sums["bought"] or 0, sums["out"] or 0
        totals = {
            8: bought,
            9: played["staked"] or 0,
            10: played["paid"] or 0,
            11: out,
            12: sums["stands"] or 0,
        }
        references = session_numbers(found)
        buys = (TransferKind.BUY_IN, TransferKind.REBUY)
        return Produced(
            columns=columns,
            rows=map(_row, _with_play(found).iterator(chunk_size=2_000)),
            count=sums["count"],
            totals=total_row(columns, dict(totals)),
            comparisons=[
                Comparison(_("Bought in"), bought, moved(references, buys)),
                Comparison(_("Paid out"), out, moved(references, [TransferKind.CASH_OUT])),
            ],
            notes=[
                _("Sessions of test accounts are left out. What was staked and paid counts rounds "
                  "that are settled, with what golden chips have won.")
            ],
        )  # fmt: skip


def _sessions(asked: Asked) -> QuerySet[GameSession]:
    found = GameSession.objects.filter(
        asked.at("table", "version"),
        opened_at__gte=asked.period.start,
        opened_at__lt=asked.period.end,
        player__is_test=False,
    )
    if asked.player is not None:
        found = found.filter(player=asked.player)
    return found.order_by("opened_at", "pk")


def _done_bets() -> QuerySet[Bet]:
    return Bet.objects.exclude(result__in=["", Bet.Result.VOID])


class Play(TypedDict):
    """What a session's rounds come to."""

    played: int
    staked: int
    paid: int


def _with_play(sessions: QuerySet[GameSession]) -> QuerySet[Any]:
    own = _done_bets().filter(session=OuterRef("pk")).order_by().values("session")
    sums = {
        "staked": own.annotate(sum=Sum("real_cents")),
        "paid": own.annotate(sum=Sum("paid_cents")),
    }
    return sessions.select_related("player", "table", "version", "account").annotate(
        played=Count("bets__round", distinct=True, filter=~Q(bets__result="")),
        **{name: Coalesce(Subquery(query.values("sum")), 0) for name, query in sums.items()},
    )


def _columns() -> list[Column]:
    return [
        Column(_("Session")),
        Column(_("Ticket")),
        Column(_("Player")),
        Column(_("Table")),
        whole_column(_("Version")),
        Column(_("Opened"), Kind.MOMENT),
        Column(_("Ended"), Kind.MOMENT),
        whole_column(_("Rounds")),
        money_column(_("Bought in")),
        money_column(_("Staked")),
        money_column(_("Paid")),
        money_column(_("Paid out")),
        money_column(_("On the table now")),
        Column(_("State")),
    ]


def _row(session: Annotated[GameSession, Annotations[Play]]) -> Row:
    url = reverse("admin:tables_gamesession_change", args=[session.pk])
    ended = session.get_ended_by_display() if session.ended_by else ""
    return [
        Linked(session.number, url),
        session.ticket_code,
        session.player.username,
        session.table.name,
        session.version.number,
        session.opened_at,
        session.closed_at,
        session.played,
        session.bought_in_cents,
        session.staked,
        session.paid,
        session.paid_out_cents,
        session.account.balance_cents,
        f"{session.get_state_display()} {ended}".strip(),
    ]
