"""What a live table shows to one player of his own, as slots (see ``live_felt``).

Made for every stream with every change, so it is plain arithmetic and dictionaries: no query, no
template, and amounts in words are remembered.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from django.utils.translation import get_language, gettext

from casino.money import show_cents
from tables.engine.actions import INSURANCE
from tables.engine.bets import MAIN
from tables.models import LiveTable
from tables.selectors.live_page import LiveOwn, LiveState, OwnBet
from tables.services.live.votes import seat_pass
from tables.views.live_felt import Slots

Phase = LiveTable.Phase

WATCH: Final = "watch"
CONSENT: Final = "consent"
BETS: Final = "bets"
INSURE: Final = "insurance"
VOTES: Final = "votes"
WAIT: Final = "wait"


@lru_cache(maxsize=8_192)
def _shown(cents: int, language: str, *, plus: bool = False) -> str:
    text = show_cents(cents, language)
    return f"+{text}" if plus and cents > 0 else text


@lru_cache(maxsize=16_384)
def _pass(session_pk: int, round_pk: int) -> str:
    """The seat pass, signed once a round: signing costs more than all the rest here."""
    return seat_pass(session_id=session_pk, round_id=round_pk)


class OwnWords:
    """The sentences about one's own, looked up once per language and change."""

    def __init__(self) -> None:
        self.language = get_language() or "en"
        self.void = gettext("The round was voided: your stake of %(staked)s came back.")
        self.won = gettext("You staked %(staked)s and %(paid)s came back: %(gain)s won.")
        self.even = gettext("Your stake of %(staked)s came back.")
        self.nothing = gettext("You staked %(staked)s and nothing came back.")
        self.less = gettext("You staked %(staked)s and %(paid)s came back.")
        self.below = gettext("What lies below a minimum goes back when the window closes.")
        self.watching = gettext("You watch this round. Bet on the next one.")
        self.insured = gettext("You are insured for %(price)s if the dealer has blackjack.")
        self.uninsured = gettext("You play on without insurance.")
        self.by_strategy = gettext("Your seat plays by Best Strategy.")
        self.no_vote = gettext("Your hand has nothing to decide now.")

    def money(self, cents: int, *, plus: bool = False) -> str:
        """An amount as the reader writes it; gains carry a plus where asked for."""
        return _shown(cents, self.language, plus=plus)


def own_slots(state: LiveState, own: LiveOwn | None, words: OwnWords) -> Slots:
    """The player's own part. Without a session: watching, and nothing else."""
    if own is None:
        return {"panel": WATCH}
    settled = state.phase == Phase.RESULTS
    found = {
        "session": str(own.session_id),
        "stake": words.money(own.stake_cents),
        "net": words.money(own.net_cents, plus=True),
        "auto": {True: "yes", False: "no", None: ""}[own.auto_actions],
        "panel": _panel(state, own),
    }
    if state.takes_bets:
        _add_laid(found, own, words)
        return found
    for bet in own.bets:
        _add_bet(found, bet, words, settled=settled)
    if own.bets:
        found["again"] = words.money(_opening_cents(own))
        found["sum"] = words.money(own.staked_cents)
        found["pass"] = _pass(own.session_pk, state.round_pk)
    if state.phase == Phase.INSURANCE:
        _add_insurance(found, own, words)
    for question in state.questions:
        if question.hand in own.hands:
            found[f"may_{question.seat}"] = "yes"
            vote = own.votes.get(question.decision)
            if vote:
                found[f"vote_{question.seat}"] = vote
    found["say"] = found.get("say") or _said(state, own, words)
    return found


def _opening_cents(own: LiveOwn) -> int:
    """What was bet when the window closed, which *rebet* lays again."""
    return sum(
        bet.real_cents - bet.added_cents
        for bet in own.bets
        if bet.placed_as[1] == ":" and not bet.placed_as.endswith(f":{INSURANCE}")
    )


def _panel(state: LiveState, own: LiveOwn) -> str:
    """Which controls the rail shows."""
    if state.takes_bets:
        return CONSENT if own.auto_actions is None else BETS
    if state.phase == Phase.INSURANCE and own.insurance_cents is None:
        return INSURE if own.insurance_price_cents else WAIT
    if state.phase == Phase.DECISIONS and state.questions:
        return VOTES
    return WAIT


def _add_laid(found: Slots, own: LiveOwn, words: OwnWords) -> None:
    laid = own.laid
    for place, cents in laid.items():
        found[f"lay_{place}"] = str(cents)
    if laid:
        total = sum(laid.values())
        found["sum"] = words.money(total)
        if own.stands_cents < total:
            found["say"] = words.below


def _add_bet(found: Slots, bet: OwnBet, words: OwnWords, *, settled: bool) -> None:
    hand, _, name = bet.position.partition(":")
    seat = hand.rstrip("RL")
    gain = (bet.paid_cents or 0) - bet.real_cents
    if name == MAIN:
        if hand != seat or bet.added_cents:
            found[f"hold_{hand}"] = words.money(bet.real_cents)
        if settled and gain > 0:
            found[f"net_{hand}"] = words.money(gain, plus=True)
        place = f"lay_{seat}:{MAIN}"
        found[place] = str(int(found.get(place, "0")) + bet.real_cents)
        return
    if name != INSURANCE:
        found[f"lay_{seat}:{name}"] = str(bet.real_cents)
    if settled and gain > 0:
        found[f"net_{seat}:{name}"] = words.money(gain, plus=True)


def _add_insurance(found: Slots, own: LiveOwn, words: OwnWords) -> None:
    price = own.insurance_price_cents
    found["insurance_price"] = words.money(price)
    if own.insurance_cents is not None:
        insured = own.insurance_cents > 0
        said = words.insured if insured else words.uninsured
        found["say"] = said % {"price": words.money(own.insurance_cents)}


def _said(state: LiveState, own: LiveOwn, words: OwnWords) -> str:
    if not own.bets:
        return words.watching
    if state.phase == Phase.RESULTS:
        return _result(state.view, own, words)
    if state.phase != Phase.DECISIONS:
        return ""
    if any(question.hand in own.hands for question in state.questions):
        return ""
    seats = {hand.rstrip("RL") for hand in own.hands}
    modes = {state.view["seats"][seat]["mode"] for seat in seats}
    return words.by_strategy if modes == {"best_strategy"} else words.no_vote


def _result(view: Mapping[str, object], own: LiveOwn, words: OwnWords) -> str:
    """Where no more came back than was staked nothing is celebrated."""
    staked, paid = own.staked_cents, own.paid_cents
    facts = {
        "staked": words.money(staked),
        "paid": words.money(paid),
        "gain": words.money(paid - staked),
    }
    if view.get("void_reason"):
        return words.void % facts
    if paid > staked:
        return words.won % facts
    if paid == staked:
        return words.even % facts
    return (words.less if paid else words.nothing) % facts
