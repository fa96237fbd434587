"""A player's own round of blackjack: boxes, stakes, offers (rules of the games, section 1).

``BlackjackRound`` is the mutable working form; ``tables.engine.game`` makes a value of it.
"""

from collections.abc import Sequence

from tables.engine import actions
from tables.engine.actions import Action, checked_stake, require_kind
from tables.engine.bets import MAIN, BoxBets
from tables.engine.cardplay import OFFERS, OVER, CardPlay
from tables.engine.compared import Compared
from tables.engine.errors import EngineRefusal
from tables.engine.events import Event, OfferAnswered, OfferMade, StakeAdded
from tables.engine.hand import BLACKJACK, Hand
from tables.engine.rules import BlackjackRules
from tables.engine.settlement import Bet, Outcome, hand_outcome, insurance_outcome, settle
from tables.engine.shoe import CardSource
from tables.engine.sidebets import DEALER_PAIR, dealer_pair_outcome, dealt_outcomes
from tables.engine.stake import NOTHING, Stake


class BlackjackRound(Compared):
    """Bets on boxes over one card play.

    ``base`` and ``added`` hold the stakes by hand (``added``: that of a double), ``insurance`` by
    box, ``offers`` the offers that wait for an answer by the name of the box's hand, ``sides`` what
    the deal decided.
    """

    __slots__ = ("actions", "added", "base", "bets", "insurance", "offers", "play", "sides")

    def __init__(
        self,
        rules: BlackjackRules,
        shoe: CardSource,
        bets: Sequence[BoxBets],
        events: list[Event] | None = None,
    ) -> None:
        self.bets = tuple(sorted(bets, key=lambda bet: bet.box))
        self.actions: list[Action] = []
        self.play = CardPlay(rules, shoe, (bet.box for bet in self.bets), events=events)
        self.base = {str(bet.box): bet.main for bet in self.bets}
        self.added: dict[str, Stake] = {}
        self.insurance: dict[int, Stake] = {}
        self.offers: dict[str, str] = {}
        self.sides: dict[int, dict[str, Outcome]] = {}

    @property
    def rules(self) -> BlackjackRules:
        """The rules that the round is played by."""
        return self.play.rules

    @property
    def phase(self) -> str:
        """``offers``, ``play`` or ``over``."""
        return self.play.phase

    def deal(self) -> None:
        """Deal the cards and make the offers, as far as there are any."""
        play = self.play
        for bet in self.bets:
            if DEALER_PAIR in bet.sides:
                play.second_card_awaited = True
        play.deal()
        for bet, hands in zip(self.bets, play.boxes, strict=True):
            if bet.sides:
                up_card = play.dealer.cards[0]
                self.sides[bet.box] = dealt_outcomes(self.rules, hands[0].cards, up_card)
        if play.phase == OFFERS:
            self._make_offers()

    # Asking

    def legal(self) -> dict[str, tuple[str, ...]]:
        """The actions that are legal now, by hand; empty when the round is over."""
        if self.play.phase == OFFERS:
            return {hand: (offer, actions.NO) for hand, offer in self.offers.items()}
        return {hand.name: self.play.legal(hand) for hand in self.play.turns()}

    def cost_base(self, hand: str, kind: str) -> Stake:
        """The stake that an action doubles, ``NOTHING`` for a free action."""
        if kind in (actions.DOUBLE, actions.SPLIT):
            return self.base[hand]
        if kind == actions.INSURANCE:
            return Stake(self.insurance_price(hand))
        return NOTHING

    def insurance_price(self, hand: str) -> int:
        """Half the real part of a box's stake, cut down; the golden part cannot be insured."""
        return self.base[hand].real_cents // 2

    def stakes(self) -> list[Stake]:
        """Everything that lies on the table."""
        sides = [stake for bet in self.bets for stake in bet.sides.values()]
        return [*self.base.values(), *self.added.values(), *self.insurance.values(), *sides]

    def settled(self) -> list[Bet]:
        """Every position, box by box; ``result`` is None where it is not decided yet."""
        found = []
        for bet, hands in zip(self.bets, self.play.boxes, strict=True):
            for hand in hands:
                outcome = hand_outcome(self.play, hand)
                added = self.added.get(hand.name, NOTHING)
                found.append(settle(f"{hand.name}:{MAIN}", self.base[hand.name], outcome, added))
            if bet.box in self.insurance:
                outcome = insurance_outcome(self.play)
                position = f"{bet.box}:{actions.INSURANCE}"
                found.append(settle(position, self.insurance[bet.box], outcome))
            for side, stake in sorted(bet.sides.items()):
                decided = self.sides[bet.box].get(side) or dealer_pair_outcome(self.play)
                found.append(settle(f"{bet.box}:{side}", stake, decided))
        return found

    # Doing

    def require_legal(self, name: str, kind: str) -> Hand:
        """The hand, if the action is legal on it now. Raises what ``tables.engine.game`` lists."""
        play = self.play
        if kind not in actions.KINDS:
            raise EngineRefusal("unknown_action", action=kind)
        if play.phase == OVER:
            raise EngineRefusal("round_over")
        hand = play.hand(name)
        if play.phase == OFFERS:
            legal = self.legal().get(name, ())
            if kind not in legal and kind not in actions.ANSWERS:
                waiting, offer = next(iter(self.offers.items()))
                raise EngineRefusal("offer_open", hand=waiting, offer=offer)
        else:
            turn = play.turns()[0]
            if hand is not turn:
                raise EngineRefusal("not_your_turn", hand=name, turn=turn.name)
            legal = play.legal(hand)
        require_kind(name, kind, legal)
        return hand

    def apply(self, action: Action) -> None:
        """Carry out one action. Raises ``EngineRefusal``; ``tables.engine.game`` lists the codes.

        A refusal may leave this working form half changed: it is then to be thrown away.
        """
        kind = action.kind
        hand = self.require_legal(action.hand, kind)
        added = self._added(action)
        if self.play.phase == OFFERS:
            self._answer(hand, kind, added)
        else:
            if kind == actions.DOUBLE:
                self.added[hand.name] = added
            elif kind == actions.SPLIT:
                self.base[f"{hand.name}L"] = added
                self.base[f"{hand.name}R"] = self.base.pop(hand.name)
            self.play.act(hand, kind)
        self.actions.append(action)

    def _added(self, action: Action) -> Stake:
        """The stake that goes up, checked to be what the action costs."""
        added = checked_stake(action, self.cost_base(action.hand, action.kind))
        if added is not NOTHING and self.play.events is not None:
            name = f"{action.hand}L" if action.kind == actions.SPLIT else action.hand
            part = actions.INSURANCE if action.kind == actions.INSURANCE else MAIN
            self.play.events.append(StakeAdded(f"{name}:{part}", added))
        return added

    def _make_offers(self) -> None:
        rules = self.rules
        events = self.play.events
        for hand in self.play.hands():
            price = 0
            if rules.even_money_offered and hand.status == BLACKJACK:
                offer = actions.EVEN_MONEY
            elif rules.insurance_offered and (price := self.insurance_price(hand.name)):
                offer = actions.INSURANCE
            else:
                continue
            self.offers[hand.name] = offer
            if events is not None:
                events.append(OfferMade(hand.name, offer, price))
        if not self.offers:
            self.play.close_offers()

    def _answer(self, hand: Hand, kind: str, added: Stake) -> None:
        play = self.play
        del self.offers[hand.name]
        if play.events is not None:
            play.events.append(OfferAnswered(hand.name, kind))
        if kind == actions.INSURANCE:
            self.insurance[hand.box] = added
            play.second_card_awaited = True
        elif kind == actions.EVEN_MONEY:
            play.take_even_money(hand)
        if not self.offers:
            play.close_offers()

    # What makes it a value

    def copy(self, events: list[Event] | None = None) -> "BlackjackRound":
        """An independent round in the same state, telling its events to another list."""
        twin = BlackjackRound.__new__(BlackjackRound)
        twin.bets = self.bets
        twin.actions = self.actions.copy()
        twin.play = self.play.copy(events)
        twin.base = self.base.copy()
        twin.added = self.added.copy()
        twin.insurance = self.insurance.copy()
        twin.offers = self.offers.copy()
        twin.sides = self.sides
        return twin
