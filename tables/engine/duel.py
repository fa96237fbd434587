"""21 Duel Blackjack (rules of the games, section 3)."""

from collections.abc import Sequence

from tables.engine import actions
from tables.engine.actions import Action, checked_stake, require_kind
from tables.engine.bets import MAIN, BoxBets
from tables.engine.cardplay import OVER, PLAY
from tables.engine.cards import Card
from tables.engine.compared import Compared
from tables.engine.errors import EngineRefusal
from tables.engine.events import (
    ActionTaken,
    CardDealt,
    CardTurned,
    Event,
    HandEnded,
    StakeAdded,
)
from tables.engine.hand import BUST, DEALER, FOLD, OPEN, STAND, Hand, total_of
from tables.engine.rules import DuelRules
from tables.engine.settlement import LOST, PUSHED, WON, Bet, Outcome, settle
from tables.engine.shoe import CardSource
from tables.engine.sidebets import TWO_UP, side_outcome, two_up_line
from tables.engine.stake import NOTHING, Stake

RAISE = "raise"
PLACES = (actions.LEFT, actions.RIGHT)
CHOICE = (actions.FOLD, *PLACES)
ENDING = (actions.HIT, actions.STAND)
DEALER_STANDS_ON = 17
DEALER_QUALIFIES_WITH = 13

_STANDING = {21: 0, 20: 1, 19: 2, 11: 3, 10: 4, 9: 5, 18: 6, 17: 7}
_STANDING_SOFT = {16: 8, 15: 9, 14: 10, 13: 11, 12: 12}
_STANDING_HARD = {8: 13, 7: 14, 6: 15, 5: 16, 12: 17, 13: 18, 14: 19, 15: 20, 16: 21, 4: 22}


def house_place(first: Card, left: Card, right: Card) -> str:
    """Which community card the dealer joins to his first card; of equals the left one."""
    return actions.RIGHT if _standing(first, right) < _standing(first, left) else actions.LEFT


def _standing(first: Card, community: Card) -> int:
    """0 for the hand that stands highest in the house way; 17 and up include soft ones."""
    total, soft = total_of((first, community))
    if total in _STANDING:
        return _STANDING[total]
    return (_STANDING_SOFT if soft else _STANDING_HARD)[total]


class DuelRound(Compared):
    """Antes and 2 Up on one to three hands.

    ``hands`` hold the cards that lie face up, ``hidden`` each hand's card that does not,
    ``dealer_hidden`` those of the dealer; ``raises`` the raise by hand; ``turned`` the hands that
    hit, whose hidden card lies open.
    """

    __slots__ = (
        "actions",
        "bets",
        "community",
        "dealer",
        "dealer_hidden",
        "events",
        "hands",
        "hidden",
        "phase",
        "raises",
        "rules",
        "shoe",
        "turned",
    )

    def __init__(
        self,
        rules: DuelRules,
        shoe: CardSource,
        bets: Sequence[BoxBets],
        events: list[Event] | None = None,
    ) -> None:
        self.rules = rules
        self.shoe = shoe
        self.bets = tuple(sorted(bets, key=lambda bet: bet.box))
        self.actions: list[Action] = []
        self.hands = [Hand(str(bet.box)) for bet in self.bets]
        self.hidden: dict[str, Card] = {}
        self.dealer = Hand(DEALER)
        self.dealer_hidden: list[Card] = []
        self.community: dict[str, Card] = {}
        self.raises: dict[str, Stake] = {}
        self.turned: set[str] = set()
        self.phase = PLAY
        self.events = events

    def deal(self) -> None:
        """One card up and one down to each hand, two down to the dealer, two in the middle."""
        draw = self.shoe.draw
        for hand in self.hands:
            hand.add(draw())
            self._tell(CardDealt(hand.name, hand.cards[0]))
        self.dealer_hidden.append(draw())
        self._tell(CardDealt(DEALER, None))
        for hand in self.hands:
            self.hidden[hand.name] = draw()
            self._tell(CardDealt(hand.name, None))
        self.dealer_hidden.append(draw())
        self._tell(CardDealt(DEALER, None))
        for place in PLACES:
            self.community[place] = draw()
            self._tell(CardDealt(place, self.community[place]))

    # Asking

    def turn(self) -> Hand | None:
        """The hand that is to decide."""
        return next((hand for hand in self.hands if hand.status == OPEN), None)

    def legal(self) -> dict[str, tuple[str, ...]]:
        """The actions that are legal now, by hand; empty when the round is over."""
        hand = self.turn()
        if hand is None:
            return {}
        return {hand.name: ENDING if hand.name in self.raises else CHOICE}

    def joined(self) -> dict[str, str]:
        """Which community card each hand has joined, and the dealer once he has."""
        found = {action.hand: action.kind for action in self.actions if action.kind in PLACES}
        if self.dealer.cards:
            found[DEALER] = self._dealers_place()
        return found

    def _dealers_place(self) -> str:
        cards = (self.community[place] for place in PLACES)
        return house_place(self.dealer_hidden[0], *cards)

    def cost_base(self, hand: str, kind: str) -> Stake:
        """The stake that an action doubles, ``NOTHING`` for a free action."""
        return self._ante(hand) if kind in PLACES else NOTHING

    def stakes(self) -> list[Stake]:
        """Everything that lies on the table."""
        return [
            *(stake for bet in self.bets for _, stake in bet.positions()),
            *self.raises.values(),
        ]

    def settled(self) -> list[Bet]:
        """Every position, hand by hand; ``result`` is None where it is not decided yet."""
        found = []
        for bet, hand in zip(self.bets, self.hands, strict=True):
            ante, raised = self._outcomes(hand)
            found.append(settle(f"{hand.name}:{MAIN}", bet.main, ante))
            if hand.name in self.raises:
                found.append(settle(f"{hand.name}:{RAISE}", self.raises[hand.name], raised))
            if TWO_UP in bet.sides:
                line = two_up_line((hand.cards[0], *self.community.values()))
                outcome = side_outcome(self.rules, TWO_UP, line)
                found.append(settle(f"{hand.name}:{TWO_UP}", bet.sides[TWO_UP], outcome))
        return found

    def _ante(self, name: str) -> Stake:
        return next(bet.main for bet in self.bets if str(bet.box) == name)

    def _outcomes(self, hand: Hand) -> tuple[Outcome | None, Outcome | None]:
        """What ante and raise come to."""
        if hand.status in (FOLD, BUST):
            return LOST, LOST
        if self.phase != OVER:
            return None, None
        total = self.dealer.total
        if total < DEALER_QUALIFIES_WITH:
            return WON, PUSHED
        if total > 21 or hand.total > total:
            return WON, WON
        return (PUSHED, PUSHED) if hand.total == total else (LOST, LOST)

    # Doing

    def require_legal(self, name: str, kind: str) -> Hand:
        """The hand, if the action is legal on it now. Raises what ``tables.engine.game`` lists."""
        if kind not in actions.KINDS:
            raise EngineRefusal("unknown_action", action=kind)
        turn = self.turn()
        if turn is None:
            raise EngineRefusal("round_over")
        if name not in self.hidden:
            raise EngineRefusal("unknown_hand", hand=name)
        if name != turn.name:
            raise EngineRefusal("not_your_turn", hand=name, turn=turn.name)
        legal = self.legal()[name]
        require_kind(name, kind, legal)
        return turn

    def apply(self, action: Action) -> None:
        """Carry out one action. Raises ``EngineRefusal``; ``game`` lists the codes."""
        kind = action.kind
        hand = self.require_legal(action.hand, kind)
        added = checked_stake(action, self.cost_base(hand.name, kind))
        self._tell(ActionTaken(hand.name, kind))
        if kind in PLACES:
            self.raises[hand.name] = added
            self._tell(StakeAdded(f"{hand.name}:{RAISE}", added))
            hand.add(self.community[kind])
            if hand.total == 21:
                self._end(hand, STAND)
        elif kind == actions.HIT:
            card = self.hidden[hand.name]
            hand.add(card)
            self.turned.add(hand.name)
            self._tell(CardTurned(hand.name, card))
            self._end(hand, BUST if hand.total > 21 else STAND)
        else:
            self._end(hand, FOLD if kind == actions.FOLD else STAND)
        self.actions.append(action)
        if self.turn() is None:
            self._finish()

    def _tell(self, event: Event) -> None:
        if self.events is not None:
            self.events.append(event)

    def _end(self, hand: Hand, status: str) -> None:
        hand.status = status
        self._tell(HandEnded(hand.name, status))

    def _finish(self) -> None:
        """The dealer plays if a hand is left to be compared with his."""
        self.phase = OVER
        if all(hand.status != STAND for hand in self.hands):
            return
        first, second = self.dealer_hidden
        self.dealer.add(first)
        self._tell(CardTurned(DEALER, first))
        place = self._dealers_place()
        self.dealer.add(self.community[place])
        self._tell(ActionTaken(DEALER, place))
        if self.dealer.total < DEALER_STANDS_ON:
            self.dealer.add(second)
            self._tell(CardTurned(DEALER, second))

    # What makes it a value

    def copy(self, events: list[Event] | None = None) -> "DuelRound":
        """An independent round in the same state, telling its events to another list."""
        twin = DuelRound(self.rules, self.shoe.copy(), self.bets, events)
        twin.actions = self.actions.copy()
        twin.hands = [hand.copy() for hand in self.hands]
        twin.hidden = self.hidden.copy()
        twin.dealer = self.dealer.copy()
        twin.dealer_hidden = self.dealer_hidden.copy()
        twin.community = self.community.copy()
        twin.raises = self.raises.copy()
        twin.turned = self.turned.copy()
        twin.phase = self.phase
        return twin
