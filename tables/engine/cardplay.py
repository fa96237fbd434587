"""The card play of blackjack, without any money (rules of the games, section 1).

It knows boxes, hands, the dealer and who draws when. At a live table one hand is shared by
thousands of players with different stakes, so what lies on a hand is another module's business:
``round`` for a player's own boxes, ``majority`` for shared seats.

The order of a round: ``deal``; with an ace up the phase is ``offers`` until ``close_offers``; then
decisions in ``play`` until no hand is open; then the dealer plays and the phase is ``over``.
"""

from collections.abc import Iterable, Iterator

from tables.engine import actions
from tables.engine.cards import VALUE
from tables.engine.compared import Compared
from tables.engine.errors import EngineRefusal
from tables.engine.events import (
    ActionTaken,
    CardBurned,
    CardDealt,
    CardTurned,
    DealerChecked,
    Event,
    HandEnded,
    HandSplit,
)
from tables.engine.hand import (
    BLACKJACK,
    BUST,
    CHARLIE,
    DEALER,
    EVEN_MONEY,
    OPEN,
    STAND,
    SURRENDER,
    Hand,
)
from tables.engine.rules import DOUBLE_ON, BlackjackRules
from tables.engine.shoe import CardSource

OFFERS = "offers"
PLAY = "play"
OVER = "over"

_BITS = ((1, actions.DOUBLE), (2, actions.SPLIT), (4, actions.SURRENDER))
LEGAL = tuple(
    (actions.HIT, actions.STAND, *(kind for bit, kind in _BITS if allowed & bit))
    for allowed in range(8)
)
"""Legal actions by a set of bits: 1 double, 2 split, 4 surrender. Hit and stand always are."""


class CardPlay(Compared):
    """One round's cards. ``boxes`` holds the hands of each box in the order in which they play.

    ``together``: the seats of a live table decide at the same time; a player's own boxes one after
    the other. ``second_card_awaited``: a bet (insurance, Dealer Pair) is decided by the dealer's
    second card even if every hand has bust. ``blackjack_excluded``: it is known that the dealer has
    none. ``up_value``: points of his up card, 1 for an ace. ``events``: None if nobody reads them.
    """

    __slots__ = (
        "blackjack_excluded",
        "boxes",
        "dealer",
        "events",
        "hole_down",
        "phase",
        "rules",
        "second_card_awaited",
        "shoe",
        "together",
        "up_value",
    )

    def __init__(
        self,
        rules: BlackjackRules,
        shoe: CardSource,
        boxes: Iterable[int],
        *,
        together: bool = False,
        events: list[Event] | None = None,
    ) -> None:
        self.rules = rules
        self.shoe = shoe
        self.boxes = [[Hand(str(box))] for box in boxes]
        self.dealer = Hand(DEALER)
        self.hole_down = False
        self.phase = PLAY
        self.second_card_awaited = False
        self.blackjack_excluded = False
        self.together = together
        self.up_value = 0
        self.events = events

    # What can be asked

    def hands(self) -> Iterator[Hand]:
        """All hands, box by box, in playing order."""
        for box in self.boxes:
            yield from box

    def hand(self, name: str) -> Hand:
        """The hand of that name. Raises ``EngineRefusal("unknown_hand")``."""
        for box in self.boxes:
            for hand in box:
                if hand.name == name:
                    return hand
        raise EngineRefusal("unknown_hand", hand=name)

    def turns(self) -> list[Hand]:
        """The hands that may act now: at most one, at a live table one for each seat."""
        found = []
        if self.phase == PLAY:
            for box in self.boxes:
                for hand in box:
                    if hand.status == OPEN:
                        found.append(hand)
                        break
                if found and not self.together:
                    break
        return found

    def legal(self, hand: Hand) -> tuple[str, ...]:
        """What the cards allow an open hand, whatever anybody's funds."""
        cards = hand.cards
        if len(cards) != 2:
            return LEGAL[0]
        rules = self.rules
        first = VALUE[cards[0]]
        split = hand.from_split
        allowed = 0
        least, most = DOUBLE_ON[rules.double_on]
        if least <= hand.total <= most and (
            not split or (rules.double_after_split and not hand.split_ace)
        ):
            allowed = 1
        if first == VALUE[cards[1]] and len(self._box_of(hand)) < rules.max_hands:
            allowed |= 2
        if rules.late_surrender and not split:
            allowed |= 4
        return LEGAL[allowed]

    @property
    def dealer_blackjack(self) -> bool:
        """Whether the dealer's two cards are a blackjack; false while he has only one."""
        return len(self.dealer.cards) == 2 and self.dealer.total == 21

    def _box_of(self, hand: Hand) -> list[Hand]:
        for box in self.boxes:
            if hand in box:
                return box
        raise EngineRefusal("unknown_hand", hand=hand.name)

    # What can be done

    def deal(self) -> None:
        """Burn if the table burns, deal in the order of section 1, check under a ten."""
        rules = self.rules
        if rules.burn_card:
            self.shoe.draw()
            self._tell(CardBurned())
        for box in self.boxes:
            self._give(box[0])
        self._give(self.dealer)
        self.up_value = VALUE[self.dealer.cards[0]]
        for box in self.boxes:
            self._give(box[0])
        if rules.dealing == "US":
            self._give(self.dealer, face_up=False)
            self.hole_down = True
        for box in self.boxes:
            if box[0].total == 21:
                self._end(box[0], BLACKJACK)
        if self.up_value == 1:
            self.phase = OFFERS
        else:
            self._check(rules.peek_on_ten and self.up_value == 10)

    def take_even_money(self, hand: Hand) -> None:
        """A blackjack is paid 1:1 at once and is out of the round."""
        self._end(hand, EVEN_MONEY)

    def close_offers(self) -> None:
        """All offers are answered; the dealer checks where a hole card lies."""
        self._check(self.rules.peek_on_ace)

    def act(self, hand: Hand, action: str, *, left_held: bool = True) -> None:
        """A decision falls on a hand that is open and for which the action is legal.

        ``left_held`` is false for a split that nobody at the seat pays for.
        """
        if self.events is not None:
            self.events.append(ActionTaken(hand.name, action))
        if action == actions.HIT:
            self._give(hand)
            self._stand_by_itself(hand)
        elif action == actions.STAND:
            self._end(hand, STAND)
        elif action == actions.DOUBLE:
            hand.doubled = True
            self._give(hand)
            self._end(hand, BUST if hand.total > 21 else STAND)
        elif action == actions.SPLIT:
            self._split(hand, left_held)
        else:
            self._end(hand, SURRENDER)
        self._go_on()

    # How a round moves

    def _tell(self, event: Event) -> None:
        if self.events is not None:
            self.events.append(event)

    def _give(self, hand: Hand, *, face_up: bool = True) -> None:
        card = self.shoe.draw()
        hand.add(card)
        if self.events is not None:
            self.events.append(CardDealt(hand.name, card if face_up else None))

    def _end(self, hand: Hand, status: str) -> None:
        hand.status = status
        if self.events is not None:
            self.events.append(HandEnded(hand.name, status))

    def _stand_by_itself(self, hand: Hand) -> None:
        """Over 21 is a bust, a Charlie and a 21 stand."""
        if hand.total > 21:
            self._end(hand, BUST)
        elif len(hand.cards) == self.rules.charlie:
            self._end(hand, CHARLIE)
        elif hand.total == 21:
            self._end(hand, STAND)

    def _split(self, hand: Hand, left_held: bool) -> None:
        box = self._box_of(hand)
        right, left = Hand(hand.name + "R"), Hand(hand.name + "L")
        right.add(hand.cards[0])
        left.add(hand.cards[1])
        left.held = left_held
        place = box.index(hand)
        box[place : place + 1] = [right, left]
        self._tell(HandSplit(hand.name, right.name, left.name))
        aces = right.total == 11
        for half in (right, left):
            half.split_ace = aces
            self._give(half)
        for half in (right, left):
            one_card = aces and self.rules.split_aces_one_card
            if one_card or half.total == 21 or not half.held:
                self._end(half, STAND)

    def _check(self, peeks: bool) -> None:
        """What the dealer's up card and, where he peeks, his hole card decide before play."""
        self.phase = PLAY
        if not 1 < self.up_value < 10:
            if not (peeks and self.hole_down):
                self._go_on()
                return
            found = self.dealer.total == 21
            self._tell(DealerChecked(found))
            if found:
                for hand in self.hands():
                    if hand.status == OPEN:
                        self._end(hand, STAND)
                self._finish()
                return
        self.blackjack_excluded = True
        self._go_on()

    def _go_on(self) -> None:
        for box in self.boxes:
            for hand in box:
                if hand.status == OPEN:
                    return
        self._finish()

    def _finish(self) -> None:
        """The dealer turns or takes his second card, and draws if a hand is to be compared."""
        dealer = self.dealer
        ends = {hand.status for box in self.boxes for hand in box if hand.held}
        if self.hole_down:
            self.hole_down = False
            self._tell(CardTurned(DEALER, dealer.cards[1]))
        elif self.second_card_awaited or ends != {BUST}:
            self._give(dealer)
        if STAND in ends:
            to_17 = self.rules.dealer_hits_soft_17
            while dealer.total < 17 or (to_17 and dealer.total == 17 and dealer.soft):
                self._give(dealer)
        self.phase = OVER

    # What makes it a value

    def copy(self, events: list[Event] | None = None) -> "CardPlay":
        """An independent play in the same state, telling its events to another list."""
        twin = CardPlay(self.rules, self.shoe.copy(), (), together=self.together, events=events)
        twin.boxes = [[hand.copy() for hand in box] for box in self.boxes]
        twin.dealer = self.dealer.copy()
        twin.hole_down = self.hole_down
        twin.phase = self.phase
        twin.up_value = self.up_value
        twin.second_card_awaited = self.second_card_awaited
        twin.blackjack_excluded = self.blackjack_excluded
        return twin
