"""What a live table shows to one player of his own, as slots (see ``live_felt``).

Made for every stream with every change, so it is one walk over a few bets: no query, no template,
and amounts in words are remembered.
"""

from functools import lru_cache
from typing import Final

from django.utils.translation import get_language, gettext

from casino.money import show_cents
from tables.engine.actions import INSURANCE
from tables.engine.bets import MAIN
from tables.engine.tally import BEST_STRATEGY
from tables.models import LiveTable
from tables.selectors.live_page import LiveOwn, LiveState, OwnBet
from tables.services.live import seat_pass
from tables.views.live_felt import Slots

Phase = LiveTable.Phase

WATCH: Final = "watch"
CONSENT: Final = "consent"
BETS: Final = "bets"
INSURE: Final = "insurance"
VOTES: Final = "votes"
WAIT: Final = "wait"

AUTO: Final = {True: "yes", False: "no", None: ""}


@lru_cache(maxsize=16_384)
def _pass(session_pk: int, round_pk: int) -> str:
    """The seat pass, signed once a round: signing costs more than all the rest here."""
    return seat_pass(session_id=session_pk, round_id=round_pk)


class Amounts(dict[int, str]):
    """Amounts as the reader writes them, each worked out once; gains carry a plus if asked for."""

    def __init__(self, language: str, *, plus: bool = False) -> None:
        super().__init__()
        self.language = language
        self.plus = plus

    def __missing__(self, cents: int) -> str:
        text = show_cents(cents, self.language)
        self[cents] = f"+{text}" if self.plus and cents > 0 else text
        return self[cents]


class OwnWords:
    """Amounts and sentences about one's own in the active language, for one change."""

    def __init__(self, state: LiveState) -> None:
        self.state = state
        language = get_language() or "en"
        self.money = Amounts(language)
        self.signed = Amounts(language, plus=True)
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

    def result(self, staked: int, paid: int) -> str:
        """What the round brought. Where no more came back than was staked, no celebration."""
        money = self.money
        facts = {"staked": money[staked], "paid": money[paid], "gain": money[paid - staked]}
        if self.state.view["void_reason"]:
            return self.void % facts
        if paid > staked:
            return self.won % facts
        if paid == staked:
            return self.even % facts
        return (self.less if paid else self.nothing) % facts


def own_slots(own: LiveOwn | None, words: OwnWords) -> Slots:
    """The player's own part. Without a session: watching, and nothing else."""
    if own is None:
        return {"panel": WATCH}
    state = words.state
    found = {"stake": words.money[own.stake_cents], "auto": AUTO[own.auto_actions]}
    if state.takes_bets:
        found["panel"] = CONSENT if own.auto_actions is None else BETS
        found["net"] = words.signed[own.stake_cents - own.bought_in_cents]
        _add_laid(found, own, words)
    elif own.bets:
        _add_bets(found, own, words)
    else:
        found["panel"] = VOTES if state.questions else WAIT
        found["net"] = words.signed[own.stake_cents - own.bought_in_cents]
        found["say"] = words.watching
    return found


def _add_laid(found: Slots, own: LiveOwn, words: OwnWords) -> None:
    for place, cents in own.laid.items():
        found[f"lay_{place}"] = str(cents)
    if own.laid:
        total = sum(own.laid.values())
        found["sum"] = words.money[total]
        if own.stands_cents < total:
            found["say"] = words.below


def _add_bets(found: Slots, own: LiveOwn, words: OwnWords) -> None:
    state = words.state
    staked = paid = at_risk = opening = 0
    mains: dict[str, int] = {}
    hands = set()
    for bet in own.bets:
        hand, _, name = bet.position.partition(":")
        staked += bet.real_cents
        if bet.paid_cents is None:
            at_risk += bet.real_cents
        else:
            paid += bet.paid_cents
            if bet.paid_cents > bet.real_cents:
                place = hand if name == MAIN else bet.position
                found[f"net_{place}"] = words.signed[bet.paid_cents - bet.real_cents]
        if name == MAIN:
            hands.add(hand)
            seat = hand[0]
            mains[seat] = mains.get(seat, 0) + bet.real_cents
            if hand != seat or bet.added_cents:
                found[f"hold_{hand}"] = words.money[bet.real_cents]
        elif name != INSURANCE:
            found[f"lay_{bet.position}"] = str(bet.real_cents)
        if is_opening(bet):
            opening += bet.real_cents - bet.added_cents
    for seat, cents in mains.items():
        found[f"lay_{seat}:{MAIN}"] = str(cents)
    found["net"] = words.signed[own.stake_cents + at_risk - own.bought_in_cents]
    found["sum"] = words.money[staked]
    found["again"] = words.money[opening]
    if state.phase == Phase.RESULTS:
        found["panel"] = WAIT
        found["say"] = words.result(staked, paid)
    elif state.phase == Phase.INSURANCE:
        _add_insurance(found, own, words)
    else:
        found["pass"] = _pass(own.session_pk, state.round_pk)
        _add_votes(found, own, hands, words)


def is_opening(bet: OwnBet) -> bool:
    """Whether it was laid in the betting window: on a seat as such, and no insurance."""
    return bet.placed_as[1] == ":" and not bet.placed_as.endswith(INSURANCE)


def _add_insurance(found: Slots, own: LiveOwn, words: OwnWords) -> None:
    price_cents = own.insurance_price_cents
    found["panel"] = INSURE if price_cents and own.insurance_cents is None else WAIT
    found["insurance_price"] = words.money[price_cents]
    if own.insurance_cents is not None:
        said = words.insured if own.insurance_cents else words.uninsured
        found["say"] = said % {"price": words.money[own.insurance_cents]}


def _add_votes(found: Slots, own: LiveOwn, hands: set[str], words: OwnWords) -> None:
    state = words.state
    found["panel"] = VOTES if state.questions else WAIT
    may_vote = False
    for question in state.questions:
        if question.hand in hands:
            may_vote = True
            found[f"may_{question.seat}"] = "yes"
            vote = own.votes.get(question.decision)
            if vote:
                found[f"vote_{question.seat}"] = vote
    if not may_vote:
        modes = {state.view["seats"][hand[0]]["mode"] for hand in hands}
        found["say"] = words.by_strategy if modes == {BEST_STRATEGY} else words.no_vote
