"""A player's rounds, newest first, with their cards."""

import datetime
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery, Sum

from casino.models import User
from tables.models import Action, Bet, Round, Table
from tables.selectors.live_history import live_round_state, live_rounds_of
from tables.selectors.round_bets import private_round_state
from tables.selectors.table_page import RoundState

WON: Final = "won"
LOST: Final = "lost"
EVEN: Final = "even"
IN_PLAY: Final = "open"
VOID: Final = "void"
RESULTS: Final = (WON, LOST, EVEN, IN_PLAY, VOID)


@dataclass(frozen=True, slots=True)
class HistoryFilter:
    """Which rounds are asked for; the empty filter asks for all.

    ``since`` and ``until`` bound the time of the deal, the latter excluded. ``result`` is one of
    ``RESULTS``: what came back against what was staked, or the state of the round.
    """

    game: str = ""
    table: str = ""
    since: datetime.datetime | None = None
    until: datetime.datetime | None = None
    result: str = ""
    golden: bool = False


NO_FILTER: Final = HistoryFilter()


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A line of the history. ``round.view`` has the player's own hands and bets.

    An open round shows what is staked so far and nothing paid.
    """

    table: str
    slug: str
    game_name: str
    is_live: bool
    with_golden: bool
    round: RoundState


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """Some lines, newest first, and whether there are older and newer ones.

    ``oldest`` and ``newest`` are what the next and the previous page are asked for with; 0 where
    there is none.
    """

    lines: Sequence[RoundLine]
    oldest: int
    newest: int


def own_rounds(player: User) -> Q:
    """Of rounds: the player's own private ones, and the live ones that he had a stake in."""
    return Q(player=player) | Q(pk__in=live_rounds_of(player))


def history_page(
    *,
    player: User,
    asked: HistoryFilter = NO_FILTER,
    before: int | None = None,
    after: int | None = None,
    limit: int = 10,
) -> HistoryPage:
    """The player's rounds: ``limit`` of them with a number below ``before``, or above ``after``.

    Three queries, however many rounds there are: rounds, bets, actions.
    """
    found = _numbered(player, asked, before=before, after=after, most=limit + 1)
    more = len(found) > limit
    rounds = found[:limit]
    if after is not None:
        rounds.reverse()
    if not rounds:
        return HistoryPage((), 0, 0)
    # Coming from the newer page there is one; coming from the older page there is one of those.
    has_older = more if after is None else True
    has_newer = before is not None if after is None else more
    return HistoryPage(
        lines=_lines(player, rounds),
        oldest=rounds[-1].pk if has_older else 0,
        newest=rounds[0].pk if has_newer else 0,
    )


def played_tables(*, player: User) -> list[tuple[str, str]]:
    """Address and name of the tables where the player has had a session, by name."""
    tables = Table.objects.filter(sessions__player=player).distinct().order_by("name")
    return list(tables.values_list("slug", "name"))


def _numbered(
    player: User, asked: HistoryFilter, *, before: int | None, after: int | None, most: int
) -> list[Round]:
    """So many rounds from the edge on. Private and live ones are looked up apart, each with its
    own index; together they would be sought among everybody's."""
    order = "id" if after is not None else "-id"
    rounds = _filtered(player, asked).order_by(order)
    if after is not None:
        rounds = rounds.filter(pk__gt=after)
    elif before is not None:
        rounds = rounds.filter(pk__lt=before)
    private = rounds.filter(player=player).values("pk")[:most]
    live = rounds.filter(pk__in=live_rounds_of(player).order_by()).values("pk")[:most]
    both = Round.objects.filter(Q(pk__in=private) | Q(pk__in=live))
    return list(both.select_related("version__table", "shoe").order_by(order)[:most])


def _filtered(player: User, asked: HistoryFilter) -> QuerySet[Round]:
    rounds = Round.objects.all()
    if asked.game:
        rounds = rounds.filter(game=asked.game)
    if asked.table:
        rounds = rounds.filter(table__slug=asked.table)
    if asked.since is not None:
        rounds = rounds.filter(opened_at__gte=asked.since)
    if asked.until is not None:
        rounds = rounds.filter(opened_at__lt=asked.until)
    if asked.golden:
        # At a live table another player's chip marks the round as well.
        own = Bet.objects.filter(round=OuterRef("pk"), session__player=player, golden_cents__gt=0)
        rounds = rounds.filter(Exists(own), with_golden=True)
    return _with_result(player, rounds, asked.result)


def _with_result(player: User, rounds: QuerySet[Round], result: str) -> QuerySet[Round]:
    if result in (IN_PLAY, VOID):
        return rounds.filter(state=result)
    if not result:
        return rounds
    net = (
        Bet.objects.filter(round=OuterRef("pk"), session__player=player)
        .order_by()
        .values("round")
        .annotate(net=Sum(F("paid_cents") - F("real_cents")))
        .values("net")
    )
    rounds = rounds.filter(state=Round.State.SETTLED).annotate(net=Subquery(net))
    wanted = {WON: Q(net__gt=0), LOST: Q(net__lt=0), EVEN: Q(net=0)}
    return rounds.filter(wanted[result])


def _lines(player: User, rounds: Sequence[Round]) -> list[RoundLine]:
    bets = _by_round(
        Bet.objects.filter(round__in=rounds, session__player=player).order_by("round", "id")
    )
    actions = _by_round(Action.objects.filter(round__in=rounds).order_by("round", "ordinal"))
    return [_line(round_, bets[round_.pk], actions[round_.pk]) for round_ in rounds]


def _by_round(rows: Iterable[Any]) -> dict[int, list[Any]]:
    found: dict[int, list[Any]] = defaultdict(list)
    for row in rows:
        found[row.round_id].append(row)
    return found


def _line(round_: Round, bets: Sequence[Bet], actions: Sequence[Action]) -> RoundLine:
    table = round_.version.table
    if round_.is_live:
        state = live_round_state(round_, actions, bets)
    else:
        state = private_round_state(round_, actions, bets)
    return RoundLine(
        table=table.name,
        slug=table.slug,
        game_name=Table.Game(table.game).label,
        is_live=round_.is_live,
        with_golden=any(sum(bet["golden"]) for bet in state.view["bets"]),
        round=state,
    )
