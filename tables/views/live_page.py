"""The whole page of a live table: the felt with its seats, and the controls of the rail."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from casino.presentation import elapsed
from casino.web import visitor_or_player
from tables.engine import actions as kinds
from tables.engine.bets import MAIN
from tables.engine.rules import BlackjackRules
from tables.forms import MoneyForm
from tables.selectors import Range, TablePage
from tables.selectors.live_page import LiveOwn, LiveState, last_layout, live_owns, live_state
from tables.views.answer import NOTHING_SAID, Said, affordable, golden_piles, rules_context
from tables.views.cards import Chip, bet_pile, chip
from tables.views.live_felt import VOTED, Slots, millis, regions, slots
from tables.views.live_own import OwnWords, own_slots

BET_NAMES: Final[Mapping[str, tuple[StrOrPromise, StrOrPromise]]] = {
    MAIN: (_("Main bet"), ""),
    "21+3": (_("21+3"), "21+3"),
    "player_pair": (_("Player Pair"), _("Player pair")),
    "dealer_pair": (_("Dealer Pair"), _("Dealer pair")),
}
"""A position's name, and what is printed on its spot."""

PAYS: Final[Mapping[str, StrOrPromise]] = {
    "suited_trips": _("Suited trips"),
    "straight_flush": _("Straight flush"),
    "three_of_a_kind": _("Three of a kind"),
    "straight": _("Straight"),
    "flush": _("Flush"),
    "perfect": _("Perfect pair"),
    "coloured": _("Coloured pair"),
    "red_black": _("Red/black pair"),
}
VOTE_KEYS: Final[Mapping[str, str]] = {
    kinds.HIT: "h",
    kinds.STAND: "s",
    kinds.DOUBLE: "d",
    kinds.SPLIT: "p",
}
VOTE_LABELS: Final[Mapping[str, StrOrPromise]] = {
    kinds.HIT: _("Hit"),
    kinds.STAND: _("Stand"),
    kinds.DOUBLE: _("Double"),
    kinds.SPLIT: _("Split"),
}


@dataclass(frozen=True, slots=True)
class Spot:
    """A position that chips go on."""

    place: str
    bet: str
    label: StrOrPromise
    printed: StrOrPromise
    cents: int
    golden: str
    golden_cents: int
    pile: tuple[Chip, ...]
    net: str


@dataclass(frozen=True, slots=True)
class VoteButton:
    """One action to vote for. ``share`` of those entitled, 0 to 1."""

    code: str
    label: StrOrPromise
    key: str
    tally: str
    share: str
    is_legal: bool
    is_mine: bool


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat with what everybody sees, the player's spots and the vote."""

    number: str
    players: str
    mode: str
    mode_code: str
    met: str
    hands: SafeString
    main: Spot
    sides: tuple[Spot, ...]
    ask: str
    ask_hand: str
    voted: str
    buttons: tuple[VoteButton, ...]


@dataclass(frozen=True, slots=True)
class LimitsRow:
    """A position in the limits panel."""

    label: StrOrPromise
    limits: Range | None
    pays: tuple[tuple[StrOrPromise, int], ...]


def live_answer(
    request: HttpRequest,
    page: TablePage,
    *,
    said: Said = NOTHING_SAID,
    form: MoneyForm | None = None,
    buy_in_refusal: str = "",
) -> HttpResponse:
    """The table as it stands, for players, visitors and late arrivals alike."""
    player = visitor_or_player(request)
    state = live_state(table_id=page.table_id)
    own = live_owns(state, players=[player.pk]).get(player.pk) if player else None
    again = last_layout(player_id=player.pk, table_id=page.table_id) if player and own else {}
    shared, mine = slots(state), own_slots(own, OwnWords(state))
    shown = shared | mine
    context = {
        "page": page,
        "slots": shown,
        "shared_json": json.dumps(shared),
        "own_json": json.dumps(mine),
        "side_bets_shown": state.side_bets_shown,
        "version": state.version,
        "now": millis(timezone.now()),
        "tray": [chip(cents) for cents in page.chips],
        "golden_tray": golden_piles(page),
        "chosen_chip": _chosen_chip(request, page),
        "chosen_golden": _chosen_golden(request, page),
        "again_cents": sum(stake.total_cents for stake in affordable(again, page.tray).values()),
        "said": said,
        "form": form or MoneyForm(),
        "refusal": buy_in_refusal,
        "most_cents": min(page.terms.buy_in.most_cents, page.cash_cents),
        "balance_cents": page.cash_cents,
        **rules_context(page),
        **_table_context(state, page, shown),
        **_session_context(page, own),
    }
    return render(request, "tables/live.html", context, status=said.status)


def own_now(page: TablePage, player_id: int) -> Slots:
    """The player's own part after a command of his."""
    state = live_state(table_id=page.table_id)
    return own_slots(live_owns(state, players=[player_id]).get(player_id), OwnWords(state))


def _chosen_chip(request: HttpRequest, page: TablePage) -> int:
    """The chip that a browser without scripts has chosen, else the smallest that opens a bet."""
    text = request.GET.get("chip", "")
    chosen = int(text) if text.isdecimal() and len(text) < 10 else 0
    if chosen in page.chips:
        return chosen
    least = page.limits[MAIN].least_cents
    return min((cents for cents in page.chips if cents >= least), default=page.chips[0])


def _chosen_golden(request: HttpRequest, page: TablePage) -> int:
    """The golden chip that a browser without scripts has chosen, else 0."""
    text = request.GET.get("golden", "")
    chosen = int(text) if text.isdecimal() and len(text) < 10 else 0
    return chosen if any(pile.chip_cents == chosen for pile in page.tray) else 0


def _session_context(page: TablePage, own: LiveOwn | None) -> dict[str, Any]:
    if page.session is None or own is None:
        return {}
    seconds = int((timezone.now() - page.session.opened_at).total_seconds())
    return {
        "session": page.session,
        "net_cents": own.net_cents,
        "elapsed_seconds": seconds,
        "elapsed": elapsed(seconds),
    }


def _table_context(state: LiveState, page: TablePage, shown: Slots) -> dict[str, Any]:
    rules = page.rules
    if not isinstance(rules, BlackjackRules):
        raise TypeError(f"{page.name} is no live table.")
    felt = regions(state)
    return {
        "seats": [
            _seat(str(number), page, rules, shown, felt.get(f"hands-{number}", ""))
            for number in range(1, rules.boxes + 1)
        ],
        "dealer": mark_safe(felt["dealer"]),  # noqa: S308  our own templates
        "history": mark_safe(felt["history"]),  # noqa: S308
        "limits_rows": _limits_rows(page, rules),
        "is_eu": rules.dealing == "EU",
        "threshold": rules.majority_threshold,
        "commitment": state.view.get("commitment", ""),
        "reload_seconds": 6 if state.takes_bets else 3,
    }


def _seat(
    number: str, page: TablePage, rules: BlackjackRules, shown: Slots, hands: str
) -> SeatView:
    legal = shown.get(f"legal_{number}", "").split()
    may = bool(shown.get(f"may_{number}"))
    return SeatView(
        number=number,
        players=shown.get(f"players_{number}", "0"),
        mode=shown.get(f"mode_{number}", ""),
        mode_code=shown.get(f"mode_code_{number}", ""),
        met=shown.get(f"met_{number}", ""),
        hands=mark_safe(hands),  # noqa: S308  our own templates
        main=_spot(number, MAIN, page, shown),
        sides=tuple(_spot(number, bet, page, shown) for bet in _side_bets(rules)),
        ask=shown.get(f"ask_{number}", ""),
        ask_hand=shown.get(f"ask_hand_{number}", ""),
        voted=shown.get(f"voted_{number}", ""),
        buttons=tuple(
            VoteButton(
                code=kind,
                label=VOTE_LABELS[kind],
                key=VOTE_KEYS[kind],
                tally=shown.get(f"tally_{number}_{kind}", ""),
                share=shown.get(f"share_{number}_{kind}", "0"),
                is_legal=may and kind in legal,
                is_mine=shown.get(f"vote_{number}") == kind,
            )
            for kind in VOTED
        ),
    )


def _side_bets(rules: BlackjackRules) -> list[str]:
    """In the order in which they lie at the table; stored rules have lost theirs."""
    return sorted(rules.side_pays, key=[*BET_NAMES].index)


def _spot(seat: str, bet: str, page: TablePage, shown: Slots) -> Spot:
    label, printed = BET_NAMES[bet]
    cents = int(shown.get(f"lay_{seat}:{bet}", "0"))
    golden = shown.get(f"gc_{seat}:{bet}", "")
    chips = [int(text) for text in golden.split()]
    return Spot(
        place=f"{seat}:{bet}",
        bet=bet,
        label=label,
        printed=printed,
        cents=cents,
        golden=golden,
        golden_cents=sum(chips),
        pile=bet_pile({"real_cents": cents, "golden": chips}, page.chips),
        net=shown.get(f"net_{seat}:{bet}", ""),
    )


def _limits_rows(page: TablePage, rules: BlackjackRules) -> Sequence[LimitsRow]:
    rows = [LimitsRow(BET_NAMES[MAIN][0], page.limits[MAIN], ())]
    for bet in _side_bets(rules):
        pays = sorted(rules.side_pays[bet].items(), key=lambda pay: -pay[1])
        lines = tuple((PAYS.get(name, name), to) for name, to in pays)
        rows.append(LimitsRow(BET_NAMES[bet][0], page.limits.get(bet), lines))
    if page.round_limit:
        rows.append(LimitsRow(gettext("All bets together"), page.round_limit, ()))
    return rows
