"""21 Duel Blackjack (rules of the games, section 3)."""

from dataclasses import dataclass, field
from typing import Any

from tests.engine.independent import cards as pips
from tests.engine.independent.money import Bet
from tests.engine.independent.private import PLAYER, read_boxes
from tests.engine.independent.reading import Placed, Shoe
from tests.engine.independent.table import settle_side

# The house way, best first: two-card totals, soft ones of 12 to 16 marked.
HOUSE_WAY = [
    *("21", "20", "19", "11", "10", "9", "18", "17"),
    *("soft16", "soft15", "soft14", "soft13", "soft12"),
    *("8", "7", "6", "5", "12", "13", "14", "15", "16", "4"),
]


@dataclass
class DuelHand:
    placed: Placed
    up: str = ""
    hidden: str = ""
    cards: list[str] = field(default_factory=list)
    raised: Bet | None = None
    ended: str = ""

    def row(self) -> dict[str, Any]:
        return {
            "hand": self.placed.box,
            "cards": " ".join(self.cards),
            "total": pips.total(self.cards),
            "result": self.ended,
        }


class Duel:
    def __init__(self, scenario: dict[str, Any], rules: dict[str, Any]) -> None:
        placed, self.purse, self.script = read_boxes(scenario, rules)
        self.pays = rules["side_pays"]
        self.shoe = Shoe(scenario["shoe"])
        self.boxes = [DuelHand(each) for each in placed]
        self.dealer: list[str] = []
        self._require_one_more_ante_each()

    def _require_one_more_ante_each(self) -> None:
        """Put up all the raises on a copy of the purse: Refused when one cannot be paid."""
        trial = self.purse.copy()
        for hand in self.boxes:
            trial.add_to(hand.placed.main.stake)

    def play(self) -> None:
        for hand in self.boxes:
            hand.up = self.shoe.draw()
        first = self.shoe.draw()
        for hand in self.boxes:
            hand.hidden = self.shoe.draw()
        second = self.shoe.draw()
        community = [self.shoe.draw(), self.shoe.draw()]
        for hand in self.boxes:
            self.play_hand(hand, community)
        self.script.end()
        if any(hand.ended == "stand" for hand in self.boxes):
            self.dealer = [first, min(community, key=lambda card: standing([first, card]))]
            if pips.total(self.dealer) < 17:
                self.dealer.append(second)
        for hand in self.boxes:
            self.settle(hand, community)

    def play_hand(self, hand: DuelHand, community: list[str]) -> None:
        hand.cards = [hand.up]
        choice = self.script.take(hand.placed.box, ["fold", "left", "right"])
        if choice == "fold":
            hand.ended = "fold"
            return
        raised = self.purse.add_to(hand.placed.main.stake)
        hand.raised = Bet(PLAYER, f"{hand.placed.box}:raise", raised)
        hand.cards.append(community[0] if choice == "left" else community[1])
        hand.ended = "stand"
        if pips.total(hand.cards) == 21:
            return
        if self.script.take(hand.placed.box, ["hit", "stand"]) == "hit":
            hand.cards.append(hand.hidden)
            if pips.total(hand.cards) > 21:
                hand.ended = "bust"

    def settle(self, hand: DuelHand, community: list[str]) -> None:
        ante = hand.placed.main
        for bet in hand.placed.sides.values():
            settle_side(bet, self.pays["2up"], pips.two_up([hand.up, *community]))
        if hand.raised is None:
            ante.lose()
            return
        dealer, points = pips.total(self.dealer), pips.total(hand.cards)
        both = (ante, hand.raised)
        for bet in both:
            if hand.ended == "bust":
                bet.lose()
            elif dealer < 13 and bet is hand.raised:
                bet.push()
            elif dealer < 13 or dealer > 21 or points > dealer:
                bet.win(1)
            elif points == dealer:
                bet.push()
            else:
                bet.lose()

    def bets(self) -> list[Bet]:
        found = [bet for hand in self.boxes for bet in hand.placed.bets()]
        return found + [hand.raised for hand in self.boxes if hand.raised]


def standing(two: list[str]) -> int:
    """The place of two cards in the house way, 0 the best."""
    points = pips.total(two)
    if pips.is_soft(two) and points < 17:
        return HOUSE_WAY.index(f"soft{points}")
    return HOUSE_WAY.index(str(points))
