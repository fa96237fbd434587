"""The felt as the page shows it: what lies where, what can be done, and what to say about it.

What differs from game to game stands in ``blackjack_felt`` and ``duel_felt``.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from django.utils.translation import gettext

from casino.presentation import money
from tables.bet_names import SIDE_BETS
from tables.engine.bets import MAIN
from tables.engine.rules import DuelRules
from tables.selectors import RoundState, TablePage
from tables.views import blackjack_felt, duel_felt
from tables.views.cards import CardFace, bet_pile
from tables.views.parts import (
    NO_BETS,
    ActionView,
    Bets,
    BetView,
    BoxView,
    Felt,
    HandView,
    SpotView,
    View,
    bet_name,
    turn_of,
)

NOTHING_DEALT: View = {"hands": [], "bets": []}


class GameFelt(Protocol):
    """What each game does its own way."""

    def dealer_cards(self, view: View) -> tuple[CardFace, ...]:
        """The dealer's cards as they lie."""

    def dealer_total(self, dealer: Mapping[str, Any]) -> str:
        """What is written beside them."""

    def hand(self, view: View, hand: Mapping[str, Any], *, is_active: bool) -> HandView:
        """A hand with its main bet."""

    def bets_shown(self, view: View, number: int) -> tuple[BetView, ...]:
        """The bets of a box that are listed with their own results."""

    def actions(self, view: View) -> tuple[ActionView, ...]:
        """The buttons of an open round."""

    def question(self, view: View) -> str:
        """What is to be decided."""


def _game(*, is_duel: bool) -> GameFelt:
    return duel_felt if is_duel else blackjack_felt


def felt_of(page: TablePage, bets: Bets = NO_BETS) -> Felt:
    """The felt of a page that has a session."""
    view = page.round.view if page.round else None
    waiting = view if page.in_round else None
    is_duel = isinstance(page.rules, DuelRules)
    game = _game(is_duel=is_duel)
    return Felt(
        game="duel" if is_duel else "blackjack",
        dealer=game.dealer_cards(view) if view else (),
        dealer_total=game.dealer_total(view["dealer"]) if view else "",
        community=duel_felt.community(view, page.chips) if view else (),
        boxes=tuple(_box(page, number, bets, is_duel=is_duel) for number in _numbers(page)),
        takes_bets=waiting is None and page.is_open,
        actions=game.actions(waiting) if waiting else (),
        offer=blackjack_felt.offer(waiting) if waiting else None,
        turn=turn_of(waiting) if waiting else "",
        say=_say(page, is_duel=is_duel),
    )


def round_felt(last: RoundState) -> Felt:
    """The felt of one round in the history: only what lay there, nothing to decide."""
    view = last.view
    is_duel = bool(view["community"])
    game = _game(is_duel=is_duel)
    return Felt(
        game="duel" if is_duel else "blackjack",
        dealer=game.dealer_cards(view),
        dealer_total=game.dealer_total(view["dealer"]),
        community=duel_felt.community(view, ()),
        boxes=tuple(
            BoxView(number, _hands(view, number, turn="", is_duel=is_duel), (), ())
            for number in sorted({hand["box"] for hand in view["hands"]})
        ),
        takes_bets=False,
        actions=(),
        offer=None,
        turn="",
        say=_result(last) if not last.is_open else "",
    )


# What lies where


def _hands(view: View, number: int, *, turn: str, is_duel: bool) -> tuple[HandView, ...]:
    game = _game(is_duel=is_duel)
    return tuple(
        game.hand(view, hand, is_active=hand["hand"] == turn)
        for hand in view["hands"]
        if hand["box"] == number
    )


def _box(page: TablePage, number: int, bets: Bets, *, is_duel: bool) -> BoxView:
    game = _game(is_duel=is_duel)
    view = page.round.view if page.round else NOTHING_DEALT
    turn = turn_of(view) if page.in_round else ""
    return BoxView(
        number=number,
        hands=_hands(view, number, turn=turn, is_duel=is_duel),
        bets=game.bets_shown(view, number),
        spots=tuple(_spots(page, number, bets)) if number <= page.boxes or turn else (),
    )


def place_of(box: int, name: str) -> str:
    """How forms name a place for chips: ``1`` for the main bet of box 1, ``1_2up`` for 2 Up."""
    return str(box) if name == MAIN else f"{box}_{name}"


def _bets_in_play(page: TablePage) -> list[tuple[int, str]]:
    """Box and name of every bet of an open round; it is played under the rules it was dealt by,
    also where others are in force by now."""
    if page.round is None or not page.in_round:
        return []
    positions = [bet["position"].partition(":") for bet in page.round.view["bets"]]
    return [(int(hand.rstrip("RL")), name) for hand, _colon, name in positions]


def _numbers(page: TablePage) -> range:
    """The boxes that can be bet on, and those of the round that is shown."""
    dealt = [hand["box"] for hand in page.round.view["hands"]] if page.round else []
    return range(1, max([page.boxes, *dealt]) + 1)


def spot_names(page: TablePage) -> tuple[str, ...]:
    """The bets that are laid on a box before the deal: the main one, then the side bets."""
    offered = {*page.rules.side_pays, *(name for _box, name in _bets_in_play(page))}
    return (MAIN, *(name for name in SIDE_BETS if name in offered))


def _spots(page: TablePage, number: int, bets: Bets) -> Iterator[SpotView]:
    is_duel = isinstance(page.rules, DuelRules)
    box = gettext("Box %(number)s") % {"number": number}
    for name in spot_names(page):
        place = place_of(number, name)
        is_side = name != MAIN
        label = bet_name(name) if is_side else gettext("Ante") if is_duel else str(number)
        lying = _lying(page, number, name)
        yield SpotView(
            place=place,
            label=label,
            key=str(number) if is_duel and not is_side else "",
            name=f"{box}, {bet_name(name)}" if is_side else box,
            is_side=is_side,
            pile=bet_pile(lying, page.chips),
            staked_cents=lying["real_cents"],
            text=bets.texts.get(place, ""),
            golden=bets.golden.get(place, ()) if not page.in_round else tuple(lying["golden"]),
            is_chosen=place == bets.chosen,
            is_refused=place == bets.refused,
        )


def _lying(page: TablePage, number: int, name: str) -> Mapping[str, Any]:
    """What lies on a place during a round, real and golden; a split leaves its stakes on two hands
    of the box."""
    lying: list[Mapping[str, Any]] = []
    if page.round is not None and page.in_round:
        for bet in page.round.view["bets"]:
            hand, _colon, bet_on = bet["position"].partition(":")
            if bet_on == name and hand.rstrip("RL") == str(number):
                lying.append(bet)
    return {
        "real_cents": sum(bet["real_cents"] for bet in lying),
        "golden": [chip for bet in lying for chip in bet["golden"]],
    }


# What to say


def _say(page: TablePage, *, is_duel: bool) -> str:
    if page.round is not None and page.in_round:
        return _game(is_duel=is_duel).question(page.round.view)
    if page.round is not None:
        return _result(page.round)
    if not page.is_open:
        return gettext("This table is closed for new rounds. End the session to take your stake.")
    if is_duel:
        return gettext("Put antes on one to three hands. Keep as much again for the raises.")
    return gettext("Choose a box, put chips on it, and deal.")


def _result(last: RoundState) -> str:
    """What the round brought. Where no more came back than was staked nothing is celebrated."""
    facts = {
        "staked": money(last.staked_cents),
        "paid": money(last.paid_cents),
        "gain": money(last.net_cents),
    }
    golden = _golden_result(last)
    if last.is_void:
        said = gettext("The round was voided: your stake of %(staked)s came back.") % facts
    elif last.net_cents > 0:
        said = gettext("You staked %(staked)s and %(paid)s came back: %(gain)s won.") % facts
    elif golden and not last.staked_cents:
        return golden
    elif last.net_cents == 0:
        said = gettext("Your stake of %(staked)s came back.") % facts
    elif last.paid_cents == 0:
        said = gettext("You staked %(staked)s and nothing came back.") % facts
    else:
        said = gettext("You staked %(staked)s and %(paid)s came back.") % facts
    return f"{said} {golden}".strip()


def _golden_result(last: RoundState) -> str:
    """What became of the golden chips; empty where none were bet."""
    bets = last.view["bets"]
    bet = sum(sum(bet["golden"]) for bet in bets)
    if not bet:
        return ""
    back = bet if last.is_void else sum(sum(bet["chips_back"]) for bet in bets)
    facts = {"bet": money(bet), "back": money(back)}
    if back:
        return gettext("Golden chips of %(bet)s were bet, %(back)s of them came back.") % facts
    return gettext("Golden chips of %(bet)s were bet and are gone.") % facts
