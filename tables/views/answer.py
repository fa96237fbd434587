"""How a table page is answered: whole or as the fragment ``game``, with a refusal in its place."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from casino.errors import CasinoError
from casino.presentation import elapsed, refusal_sentence
from casino.web import PlayerRequest, go, is_htmx
from golden_chips.selectors import Pile
from tables.bet_names import returns_text
from tables.engine.rules import DuelRules, Rules
from tables.engine.sidebets import TWO_UP
from tables.engine.stake import Stake
from tables.errors import SessionOver
from tables.selectors import NewTerms, SessionBar, TablePage, table_page
from tables.version_words import news
from tables.views.cards import Chip, chip, golden_chip
from tables.views.felt import felt_of, place_of
from tables.views.parts import NO_BETS, Bets, bet_name


@dataclass(frozen=True, slots=True)
class Said:
    """Sentences that an answer carries: a refusal of a move, one of money, a note, or news of the
    table's terms."""

    refusal: str = ""
    money_refusal: str = ""
    note: str = ""
    news: str = ""
    status: int = 200


NOTHING_SAID = Said()


def table_answer(
    request: HttpRequest, page: TablePage, *, said: Said = NOTHING_SAID, bets: Bets = NO_BETS
) -> HttpResponse:
    """The felt; a player without a session here is led to the buy-in page."""
    if page.session is None:
        return go(request, table_url(page.slug))
    fragment = "#game" if is_htmx(request) else ""
    felt = felt_of(page, bets)
    context = {
        "page": page,
        "felt": felt,
        "tray": [chip(cents) for cents in page.chips],
        "golden_tray": golden_piles(page),
        **_again(page),
        "said": said,
        "news": said.news or _news(page.news),
        "announcement": said.refusal or said.money_refusal or f"{said.note} {felt.say}".strip(),
        "balance_cents": page.cash_cents,
        **rules_context(page),
        **_bar(page, page.session),
    }
    return render(request, f"tables/table.html{fragment}", context, status=said.status)


@dataclass(frozen=True, slots=True)
class GoldenPile:
    """A golden chip of the tray, and the pile that it stands for."""

    chip: Chip
    pile: Pile


def golden_piles(page: TablePage) -> list[GoldenPile]:
    """The tray of golden chips."""
    return [GoldenPile(golden_chip(pile.chip_cents), pile) for pile in page.tray]


def affordable(stakes: Mapping[str, Stake], tray: Sequence[Pile]) -> dict[str, Stake]:
    """Stakes by place as far as the tray has their golden chips; a place loses all or none."""
    left = Counter({pile.chip_cents: pile.left for pile in tray})
    found: dict[str, Stake] = {}
    for place, stake in stakes.items():
        chips = Counter(stake.golden)
        covered = stake if chips <= left else Stake(stake.real_cents)
        if covered.golden:
            left -= chips
        if covered.total_cents:
            found[place] = covered
    return found


def _again(page: TablePage) -> dict[str, Any]:
    """What *rebet* places: cents and golden chips by place."""
    last = {
        place_of(bet.box, name): stake for bet in page.last_bets for name, stake in bet.positions()
    }
    stakes = affordable(last, page.tray)
    return {
        "again": {place: stake.real_cents for place, stake in stakes.items() if stake.real_cents},
        "again_golden": {
            place: " ".join(map(str, stake.golden))
            for place, stake in stakes.items()
            if stake.golden
        },
        "again_cents": sum(stake.total_cents for stake in stakes.values()),
    }


def _news(new: NewTerms | None) -> str:
    told = news(new.before, new.after) if new else ""
    if not told:
        return ""
    return gettext("New terms hold here from the next round on. %(news)s.") % {"news": told}


def rules_context(page: TablePage) -> dict[str, Any]:
    """What is written on the felt and at its edge."""
    large, small = _lettering(page.rules)
    sides = {
        bet_name(name): page.limits[name] for name in page.rules.side_pays if name in page.limits
    }
    return {
        "lettering": {"large": large, "small": small},
        "decks": page.rules.decks,
        "side_limits": sides,
        "returns": returns_text(page.returns),
    }


def _lettering(rules: Rules) -> tuple[str, str]:
    """The large and the small line of print on the felt."""
    if isinstance(rules, DuelRules):
        pays = rules.side_pays.get(TWO_UP)
        small = ""
        if pays:
            small = gettext("2 Up pays %(pair)s to 1 and %(three)s to 1") % {
                "pair": pays["pair"],
                "three": pays["three_of_a_kind"],
            }
        return gettext("Dealer qualifies with 13"), small
    pays_text, to = rules.blackjack_pays.split(":")
    large = gettext("Blackjack pays %(pays)s to %(to)s") % {"pays": pays_text, "to": to}
    draws = rules.dealer_hits_soft_17
    small = gettext("Dealer draws on soft 17") if draws else gettext("Dealer stands on all 17s")
    if rules.insurance_offered:
        small += "  ·  " + gettext("Insurance pays 2 to 1")
    return large, small


def _bar(page: TablePage, session: SessionBar) -> dict[str, Any]:
    """The session's figures. What lies on the felt of an open round is not lost yet."""
    seconds = int((timezone.now() - session.opened_at).total_seconds())
    open_round = page.round if page.in_round else None
    at_risk = open_round.staked_cents - open_round.paid_cents if open_round else 0
    return {
        "session": session,
        "net_cents": session.stake_cents + at_risk - session.bought_in_cents,
        "elapsed_seconds": seconds,
        "elapsed": elapsed(seconds),
        "commitment": open_round.commitment if open_round else page.next_commitment,
    }


def done(
    request: PlayerRequest, page: TablePage, *, note: str = "", told: str = ""
) -> HttpResponse:
    """After a command: the fragment for htmx, else back to the page by its own address.

    ``told`` is news of the table's terms, ``note`` anything else.
    """
    if not request.htmx:
        for sentence in filter(None, (note, told)):
            messages.info(request, sentence)
        return go(request, table_url(page.slug))
    return table_answer(request, page, said=Said(note=note, news=told))


def refused(
    request: PlayerRequest, slug: str, error: CasinoError, *, bets: Bets = NO_BETS
) -> HttpResponse:
    """The table as it stands, with the refusal where the player looks."""
    said = Said(refusal=refusal_sentence(error), status=error.status)
    return refused_with(request, slug, said, bets=bets, leave=isinstance(error, SessionOver))


def refused_with(
    request: PlayerRequest,
    slug: str,
    said: Said,
    *,
    bets: Bets = NO_BETS,
    leave: bool = False,
) -> HttpResponse:
    """As ``refused``; a player without a session here is led to the buy-in page instead."""
    page = table_page(slug=slug, player=request.user)
    if page.session is None or leave:
        messages.error(request, said.refusal or said.money_refusal)
        return go(request, table_url(slug))
    return table_answer(request, page, said=said, bets=bets)


def table_url(slug: str) -> str:
    """The address of a table."""
    return reverse("tables:table", args=[slug])
