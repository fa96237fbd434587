"""Bets that wait for their result, by age. After 90 days they are voided.

Age counts from the round's first bet: added stakes fall with it (rules of the games, section 1).
"""

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import merge
from operator import attrgetter
from typing import Final

from django.db.models import Count, Q, QuerySet, Sum
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from casino.backoffice.reports.charts import bar_chart
from casino.backoffice.reports.filters import Asked
from casino.backoffice.reports.ledger import moved, round_numbers
from casino.backoffice.reports.report import (
    Column,
    Comparison,
    Kind,
    Linked,
    Produced,
    Report,
    Row,
    golden_mark,
    golden_mark_column,
    money_column,
    total_row,
    whole_column,
)
from casino.presentation import money
from tables.models import Action, Bet, Round
from tables.selectors.ageing import days_left
from tables.services.places import added_place
from wallet.models import TransferKind

AGES: Final = (1, 7, 30, 60, 90)
"""Where one group of ages ends and the next begins, in days."""
STAKES: Final = (TransferKind.BET, TransferKind.ADDED_STAKE, TransferKind.INSURANCE)


@dataclass(frozen=True, slots=True)
class Waiting:
    """A stake without a result; one that was added to a private round stands on its action."""

    at: datetime.datetime
    round_: Round
    player: str
    place: str
    real_cents: int
    golden_cents: int


class Unsettled(Report):
    """All open bets as they are now, the oldest first."""

    slug = "unsettled"
    title = gettext_lazy("Unsettled bets")
    about = gettext_lazy("Bets without a result by age, with the days until they are voided.")
    filters = ("game", "table", "version", "player")
    has_period = False

    def produce(self, asked: Asked) -> Produced:
        """Bets and the stakes that were added to them."""
        now = timezone.now()
        bets, actions = _bets(asked), _added(asked)
        added = [_added_stake(action) for action in actions]
        groups = _groups(bets, added, now)
        sums = bets.aggregate(count=Count("pk"), real=Sum("real_cents"), golden=Sum("golden_cents"))
        real = (sums["real"] or 0) + sum(stake.real_cents for stake in added)
        golden = (sums["golden"] or 0) + sum(stake.golden_cents for stake in added)
        columns = _columns()
        waiting = merge(map(_bet, bets.iterator(chunk_size=2_000)), added, key=attrgetter("at"))
        chart = bar_chart(_("Open stakes by age"), groups, money)
        return Produced(
            columns=columns,
            rows=(_row(stake, now) for stake in waiting),
            count=sums["count"] + len(added),
            totals=total_row(columns, {8: real, 9: golden}),
            comparisons=[Comparison(_("Open stakes"), real, _ledger(asked))],
            notes=[_("Test accounts are left out.")],
            charts=[chart] if chart else [],
        )


def _rounds(asked: Asked) -> QuerySet[Round]:
    return Round.objects.filter(asked.at("table", "version"), state=Round.State.OPEN)


def _bets(asked: Asked) -> QuerySet[Bet]:
    found = Bet.objects.filter(
        result="", round__in=_rounds(asked), session__player__is_test=False
    ).select_related("round__version__table", "session__player")
    if asked.player is not None:
        found = found.filter(session__player=asked.player)
    return found.order_by("placed_at", "pk")


def _added(asked: Asked) -> QuerySet[Action]:
    """Decisions in open private rounds that put up more; at live tables bets hold it at once."""
    found = Action.objects.filter(
        Q(real_cents__gt=0) | ~Q(golden=[]),
        round__in=_rounds(asked),
        round__player__is_test=False,
    ).select_related("round__version__table", "round__player")
    if asked.player is not None:
        found = found.filter(round__player=asked.player)
    return found.order_by("created_at", "pk")


def _ledger(asked: Asked) -> int:
    own = Q(debit__owner__is_test=False)
    if asked.player is not None:
        own &= Q(debit__owner=asked.player)
    return moved(round_numbers(_rounds(asked)), STAKES, own)


def _bet(bet: Bet) -> Waiting:
    return Waiting(
        at=bet.placed_at,
        round_=bet.round,
        player=bet.session.player.username,
        place=bet.position,
        real_cents=bet.real_cents,
        golden_cents=bet.golden_cents,
    )


def _added_stake(action: Action) -> Waiting:
    return Waiting(
        at=action.created_at,
        round_=action.round,
        player=action.round.player.username if action.round.player else "",
        place=added_place(action.hand, action.action),
        real_cents=action.real_cents,
        golden_cents=sum(action.golden),
    )


def _groups(
    bets: QuerySet[Bet], added: Sequence[Waiting], now: datetime.datetime
) -> list[tuple[str, int]]:
    """Open stakes by group of ages. One query."""
    found = list(_bounds(now))
    sums = bets.order_by().aggregate(
        **{
            f"group_{number}": Sum(
                "real_cents",
                filter=Q(round__opened_at__gt=oldest, round__opened_at__lte=newest),
            )
            for number, (_name, oldest, newest) in enumerate(found)
        }
    )
    return [
        (
            name,
            (sums[f"group_{number}"] or 0)
            + sum(stake.real_cents for stake in added if oldest < stake.round_.opened_at <= newest),
        )
        for number, (name, oldest, newest) in enumerate(found)
    ]


def _bounds(now: datetime.datetime) -> Iterator[tuple[str, datetime.datetime, datetime.datetime]]:
    """Name, oldest and newest moment of the first bet of each group of ages."""
    ever = datetime.datetime.min.replace(tzinfo=datetime.UTC)
    begin = 0
    for end in (*AGES, None):
        newest = now - datetime.timedelta(days=begin)
        if end is None:
            yield _("over %(days)s days") % {"days": begin}, ever, newest
            return
        name = _("%(begin)s–%(end)s days") % {"begin": begin, "end": end}
        yield name, now - datetime.timedelta(days=end), newest
        begin = end


def _columns() -> list[Column]:
    return [
        Column(_("Placed"), Kind.MOMENT),
        whole_column(_("Days open")),
        whole_column(_("Days left")),
        Column(_("Round")),
        Column(_("Table")),
        whole_column(_("Version")),
        Column(_("Player")),
        Column(_("Position")),
        money_column(_("Real stake")),
        money_column(_("Golden stake")),
        golden_mark_column(),
    ]


def _row(stake: Waiting, now: datetime.datetime) -> Row:
    round_ = stake.round_
    age = max(now - round_.opened_at, datetime.timedelta(0))
    return [
        stake.at,
        age.days,
        days_left(round_.opened_at, now=now),
        Linked(round_.number, reverse("admin:tables_round_change", args=[round_.pk])),
        round_.version.table.name,
        round_.version.number,
        stake.player,
        stake.place,
        stake.real_cents,
        stake.golden_cents,
        golden_mark(round_.with_golden),
    ]
