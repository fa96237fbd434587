"""The cards of a live table as a value (rules of the games, section 4).

Seats share their hands, whoever plays on them, so a live round knows no players and no money:
what lies on a hand is looked up by ``hand_outcome`` afterwards, for thousands of stakes at once.
``majority`` is the same with its players, for scripted rounds.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from tables.engine import actions
from tables.engine.cardplay import OFFERS, OVER, CardPlay
from tables.engine.compared import Compared
from tables.engine.errors import EngineRefusal
from tables.engine.events import Event, RoundEnded
from tables.engine.hand import Hand
from tables.engine.rules import BlackjackRules
from tables.engine.settlement import Outcome
from tables.engine.shoe import CardSource
from tables.engine.sidebets import DEALER_PAIR, dealer_pair_outcome, dealt_outcomes

Chart = Callable[[Hand, int, tuple[str, ...]], str]
"""Best Strategy: the action for an open hand, the dealer's up value (ace 1), the legal actions."""


@dataclass(frozen=True, slots=True)
class InsuranceClosed:
    """The time for insurance is over; ``insured``: somebody took it."""

    insured: bool


@dataclass(frozen=True, slots=True)
class SeatDecision:
    """An action fell on a hand; ``left_held`` is false for a split that nobody paid."""

    hand: str
    kind: str
    left_held: bool = True


Step = InsuranceClosed | SeatDecision


class LiveRound(Compared):
    """Card play on seats, what the deal decided by seat, and the steps so far."""

    __slots__ = ("play", "sides", "steps")

    def __init__(self, play: CardPlay) -> None:
        self.play = play
        self.sides: dict[int, dict[str, Outcome]] = {}
        self.steps: list[Step] = []

    def copy(self, events: list[Event]) -> "LiveRound":
        """An independent round in the same state, telling its events to another list."""
        twin = LiveRound(self.play.copy(events))
        twin.sides = self.sides
        twin.steps = self.steps.copy()
        return twin


def start_live(
    rules: BlackjackRules, shoe: CardSource, seats: Iterable[int], *, dealer_pair: bool
) -> tuple[LiveRound, tuple[Event, ...]]:
    """Burn if the table burns, and deal to the seats with a main bet.

    ``dealer_pair``: such a bet lies somewhere, so that the dealer's second card is awaited. The
    shoe given is not moved. Raises ``EngineRefusal``: ``no_bets``, ``unknown_box``,
    ``too_few_cards``.
    """
    taken = sorted(set(seats))
    if not taken:
        raise EngineRefusal("no_bets")
    if not 1 <= taken[0] <= taken[-1] <= rules.boxes:
        raise EngineRefusal("unknown_box", box=taken[-1], boxes=rules.boxes)
    events: list[Event] = []
    live = LiveRound(CardPlay(rules, shoe.copy(), taken, together=True, events=events))
    play = live.play
    play.second_card_awaited = dealer_pair
    play.deal()
    for seat, hands in zip(taken, play.boxes, strict=True):
        live.sides[seat] = dealt_outcomes(rules, hands[0].cards, play.dealer.cards[0])
    if play.phase == OFFERS and not rules.insurance_offered:
        play.close_offers()
    return live, _told(live, events)


def step_live(live: LiveRound, step: Step) -> tuple[LiveRound, tuple[Event, ...]]:
    """The round after insurance was closed or an action fell.

    Raises ``EngineRefusal``: ``round_over``, ``offer_open``, ``unknown_hand``, ``not_your_turn``,
    ``action_not_legal``, ``too_few_cards``.
    """
    events: list[Event] = []
    after = live.copy(events)
    play = after.play
    if isinstance(step, InsuranceClosed):
        if play.phase != OFFERS:
            raise EngineRefusal("action_not_legal", hand="", action=actions.INSURANCE, legal="")
        play.second_card_awaited |= step.insured
        play.close_offers()
    else:
        hand = _legal_hand(play, step)
        play.act(hand, step.kind, left_held=step.left_held)
    after.steps.append(step)
    return after, _told(after, events)


def replay_live(
    rules: BlackjackRules,
    shoe: CardSource,
    seats: Iterable[int],
    steps: Iterable[Step],
    *,
    dealer_pair: bool,
) -> LiveRound:
    """The fold of ``start_live`` and ``step_live``. Raises ``EngineRefusal`` as they do."""
    live, _ = start_live(rules, shoe, seats, dealer_pair=dealer_pair)
    for step in steps:
        live, _ = step_live(live, step)
    return live


def waiting_hands(live: LiveRound) -> dict[str, tuple[str, ...]]:
    """The hands that wait for a decision, at most one a seat, with what the cards allow."""
    return {hand.name: live.play.legal(hand) for hand in live.play.turns()}


def insurance_is_open(live: LiveRound) -> bool:
    """Whether the players are being asked for insurance."""
    return live.play.phase == OFFERS


def seat_side_outcome(live: LiveRound, seat: int, bet: str) -> Outcome | None:
    """What a side bet on a seat comes to; None while it is open."""
    return dealer_pair_outcome(live.play) if bet == DEALER_PAIR else live.sides[seat][bet]


def _legal_hand(play: CardPlay, step: SeatDecision) -> Hand:
    if play.phase == OVER:
        raise EngineRefusal("round_over")
    if play.phase == OFFERS:
        raise EngineRefusal("offer_open", hand=step.hand, offer=actions.INSURANCE)
    hand = play.hand(step.hand)
    turns = play.turns()
    if all(hand is not turn for turn in turns):
        waiting = ", ".join(turn.name for turn in turns)
        raise EngineRefusal("not_your_turn", hand=step.hand, turn=waiting)
    actions.require_kind(step.hand, step.kind, play.legal(hand))
    return hand


def _told(live: LiveRound, events: list[Event]) -> tuple[Event, ...]:
    if live.play.phase == OVER:
        events.append(RoundEnded())
    return tuple(events)
