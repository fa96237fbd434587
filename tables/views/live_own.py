"""What a live table shows to one player of his own, as slots (see ``live_felt``).

Made for every stream with every change, so it is one walk over a few bets: no query, no template,
and amounts in words are remembered.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from django.utils.translation import get_language, gettext

from casino.money import show_cents
from tables.engine.actions import INSURANCE
from tables.engine.bets import MAIN
from tables.engine.tally import BEST_STRATEGY
from tables.models import LiveTable
from tables.selectors.live_page import LiveOwn, LiveState
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
        self._results: dict[tuple[int, int], str] = {}
        language = get_language() or "en"
        self.money = Amounts(language)
        self.signed = Amounts(language, plus=True)
        self.void = gettext("The round was voided: your stake of %(staked)s came back.")
        self.won = gettext("You staked %(staked)s and %(paid)s came back: %(gain)s won.")
        self.even = gettext("Your stake of %(staked)s came back.")
        self.nothing = gettext("You staked %(staked)s and nothing came back.")
        self.less = gettext("You staked %(staked)s and %(paid)s came back.")
        self.golden_back = gettext("Golden chips of %(bet)s were bet, %(back)s of them came back.")
        self.golden_gone = gettext("Golden chips of %(bet)s were bet and are gone.")
        self.below = gettext("What lies below a minimum goes back when the window closes.")
        self.watching = gettext("You watch this round. Bet on the next one.")
        self.insured = gettext("You are insured for %(price)s if the dealer has blackjack.")
        self.uninsured = gettext("You play on without insurance.")
        self.by_strategy = gettext("Your seat plays by Best Strategy.")
        self.no_vote = gettext("Your hand has nothing to decide now.")

    def result(self, staked: int, paid: int) -> str:
        """What the round brought. Where no more came back than was staked, no celebration."""
        known = self._results.get((staked, paid))
        if known is None:
            known = self._results[staked, paid] = self._result(staked, paid)
        return known

    def _result(self, staked: int, paid: int) -> str:
        money = self.money
        facts = {"staked": money[staked], "paid": money[paid], "gain": money[paid - staked]}
        if self.state.view["void_reason"]:
            return self.void % facts
        if paid > staked:
            return self.won % facts
        if paid == staked:
            return self.even % facts
        return (self.less if paid else self.nothing) % facts

    def golden_result(self, bet: int, back: int) -> str:
        """What became of golden chips."""
        said = self.golden_back if back else self.golden_gone
        return said % {"bet": self.money[bet], "back": self.money[back]}


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
    for place, chips in own.laid_golden.items():
        found[f"gc_{place}"] = " ".join(map(str, chips))
    for value, left in own.tray.items():
        found[f"left_{value}"] = str(left)
    if own.laid or own.laid_golden:
        real = sum(own.laid.values())
        golden = [chip for chips in own.laid_golden.values() for chip in chips]
        found["sum"] = words.money[real + sum(golden)]
        if own.stands_cents < real or own.stands_golden < len(golden):
            found["say"] = words.below


class Place(NamedTuple):
    """A position taken apart, with the slots that tell of it: read once, not for each bet."""

    seat: str
    hand: str
    is_main: bool
    is_split: bool
    laid: str
    golden: str
    held: str
    gain: str


@lru_cache(maxsize=256)
def place_of(position: str) -> Place:
    """``"1R:main"`` is the main bet on the right hand of seat 1."""
    hand, _, name = position.partition(":")
    seat = hand.rstrip("RL")
    is_main = name == MAIN
    return Place(
        seat=seat,
        hand=hand,
        is_main=is_main,
        is_split=hand != seat,
        laid="" if name == INSURANCE else f"lay_{seat}:{name}",
        golden="" if name == INSURANCE else f"gc_{seat}:{name}",
        held=f"hold_{hand}",
        gain=f"net_{hand if is_main else position}",
    )


@lru_cache(maxsize=256)
def is_opening(placed_as: str) -> bool:
    """Whether it was laid in the betting window: on a seat as such, and no insurance."""
    place = place_of(placed_as)
    return bool(place.laid) and not place.is_split


def _add_bets(found: Slots, own: LiveOwn, words: OwnWords) -> None:
    phase = words.state.phase
    staked = paid = at_risk = opening = 0
    laid: dict[str, int] = {}
    hands = set()
    for placed_as, position, real, added, back, *_golden in own.bets:
        place = place_of(position)
        staked += real
        if back is None:
            at_risk += real
        else:
            paid += back
            if back > real:
                found[place.gain] = words.signed[back - real]
        if place.is_main:
            hands.add(place.hand)
            if place.is_split or added:
                found[place.held] = words.money[real]
        if place.laid:
            laid[place.laid] = laid.get(place.laid, 0) + real
        if is_opening(placed_as):
            opening += real - added
    for slot, cents in laid.items():
        found[slot] = str(cents)
    found["net"] = words.signed[own.stake_cents + at_risk - own.bought_in_cents]
    golden, golden_opening = _add_golden(found, own, words)
    found["sum"] = words.money[staked + golden]
    found["again"] = words.money[opening + golden_opening]
    if phase == Phase.RESULTS:
        found["panel"] = WAIT
        found["say"] = _result(own, words, staked, paid)
    elif phase == Phase.INSURANCE:
        _add_insurance(found, own, words)
    else:
        found["pass"] = _pass(own.session_pk, words.state.round_pk)
        _add_votes(found, own, hands, words)


def _add_golden(found: Slots, own: LiveOwn, words: OwnWords) -> tuple[int, int]:
    """Golden chips on the player's bets; what they are worth, and those of the betting window."""
    lying: dict[str, int] = {}
    total = opening = 0
    for bet in own.bets:
        if not bet.golden_cents:
            continue
        place = place_of(bet.position)
        total += bet.golden_cents
        lying[place.golden] = lying.get(place.golden, 0) + bet.golden_cents
        if is_opening(bet.placed_as):
            opening += bet.golden_cents - bet.golden_added_cents
        if place.is_main and (place.is_split or bet.added_cents or bet.golden_added_cents):
            found[place.held] = words.money[bet.real_cents + bet.golden_cents]
    for slot, cents in lying.items():
        found[slot] = str(cents)
    return total, opening


def _result(own: LiveOwn, words: OwnWords, staked: int, paid: int) -> str:
    """What the round brought, and what became of golden chips."""
    golden = sum(bet.golden_cents for bet in own.bets)
    if not golden:
        return words.result(staked, paid)
    said = words.golden_result(golden, sum(bet.golden_back_cents for bet in own.bets))
    return said if not staked and not paid else f"{words.result(staked, paid)} {said}"


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
