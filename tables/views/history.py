"""What the player has played, newest first."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_GET
from django_stubs_ext import StrOrPromise

from casino.web import PlayerRequest, logged_in
from tables.engine.bets import MAIN
from tables.forms import HistoryForm
from tables.selectors import RoundLine, RoundState, history_page, played_tables
from tables.views.felt import round_felt
from tables.views.parts import RESULTS, Felt, HandView, bet_name
from tables.views.round_rows import title_of

SHOWN: Final = 20
PAGES: Final = ("before", "after")


@dataclass(frozen=True, slots=True)
class HandLine:
    """A hand with its small cards; ``name`` is "Box 2, right hand"."""

    name: str
    hand: HandView


@dataclass(frozen=True, slots=True)
class SideLine:
    """A bet beside the main ones, with what became of it."""

    name: str
    staked_cents: int
    golden_cents: int
    result: StrOrPromise


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """A line of the history with its cards."""

    line: RoundLine
    dealer: HandLine
    hands: tuple[HandLine, ...]
    sides: tuple[SideLine, ...]


@require_GET
@logged_in
def history(request: PlayerRequest) -> HttpResponse:
    """The rounds that were asked for, a page of them."""
    form = HistoryForm(request.GET, tables=played_tables(player=request.user))
    if not form.is_valid():
        return render(request, "tables/history.html", {"form": form}, status=400)
    page = history_page(
        player=request.user,
        asked=form.asked,
        before=form.cleaned_data["before"],
        after=form.cleaned_data["after"],
        limit=SHOWN,
    )
    context = {
        "form": form,
        "rows": [_row(line) for line in page.lines],
        "older": _address(request.GET, "before", page.oldest),
        "newer": _address(request.GET, "after", page.newest),
        "is_filtered": any(form.cleaned_data.values()),
    }
    return render(request, "tables/history.html", context)


def _address(asked: QueryDict, edge: str, number: int) -> str:
    """The query of the page beyond an edge; empty where there is none."""
    if not number:
        return ""
    query = asked.copy()
    for name in PAGES:
        query.pop(name, None)
    query[edge] = str(number)
    return f"?{query.urlencode()}"


def _row(line: RoundLine) -> HistoryRow:
    felt = round_felt(line.round)
    names = [hand["hand"] for hand in line.round.view["hands"]]
    return HistoryRow(
        line=line,
        dealer=HandLine("", dealer_hand(felt)),
        hands=named_hands(felt, line.round, is_live=line.is_live),
        sides=tuple(_sides(line.round, names, is_live=line.is_live)),
    )


def dealer_hand(felt: Felt) -> HandView:
    """The dealer's cards in the form of a hand, for where they stand beside others."""
    return HandView(
        cards=felt.dealer,
        total=felt.dealer_total,
        stake_cents=0,
        golden_cents=0,
        net_cents=0,
        is_active=False,
        is_out=False,
        result="",
        result_label="",
    )


def named_hands(felt: Felt, state: RoundState, *, is_live: bool) -> tuple[HandLine, ...]:
    """The hands of a felt with what they are called, box by box."""
    names = [hand["hand"] for hand in state.view["hands"]]
    hands = (hand for box in felt.boxes for hand in box.hands)
    return tuple(
        HandLine(title_of(name, names, is_live=is_live), hand)
        for name, hand in zip(_by_box(names), hands, strict=True)
    )


def _by_box(names: Iterable[str]) -> list[str]:
    """Box by box, the hands of each in playing order, as the felt has them."""
    return sorted(names, key=lambda name: int(name.rstrip("RL")))


def _sides(state: RoundState, names: list[str], *, is_live: bool) -> Iterable[SideLine]:
    for bet in state.view["bets"]:
        hand, _colon, name = bet["position"].partition(":")
        if name != MAIN:
            yield SideLine(
                name=f"{title_of(hand, names, is_live=is_live)}: {bet_name(name)}",
                staked_cents=bet["real_cents"],
                golden_cents=sum(bet["golden"]),
                result=RESULTS.get(bet["result"] or "", ""),
            )
