"""Cards, hands and settlement of the four blackjack games, whoever decides."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from tests.engine.independent import cards as pips
from tests.engine.independent.errors import Refused
from tests.engine.independent.money import Bet, Purse, Stake
from tests.engine.independent.reading import Placed, Shoe


@dataclass
class Hand:
    """One hand and the main bet of everyone who holds it; `ended` says how it was finished."""

    name: str
    mains: dict[str, Bet]
    cards: list[str] = field(default_factory=list)
    split: bool = False
    split_aces: bool = False
    ended: str = ""

    def row(self) -> dict[str, Any]:
        return {
            "hand": self.name,
            "cards": " ".join(self.cards),
            "total": pips.total(self.cards),
            "result": self.ended,
        }


class Table:
    def __init__(
        self, rules: dict[str, Any], shoe: Shoe, placed: list[Placed], purses: dict[str, Purse]
    ) -> None:
        self.rules = rules
        self.shoe = shoe
        self.placed = placed
        self.purses = purses
        self.dealer: list[str] = []
        self.insurances: list[Bet] = []
        self.boxes: dict[str, list[Hand]] = {}
        for box in sorted({each.box for each in placed}):
            mains = {each.player: each.main for each in placed if each.box == box}
            self.boxes[box] = [Hand(box, mains)]

    def hands(self) -> list[Hand]:
        return [hand for box in self.boxes.values() for hand in box]

    def deal(self) -> None:
        if self.rules["burn_card"]:
            self.shoe.draw()
        for hand in self.hands():
            hand.cards.append(self.shoe.draw())
        self.dealer.append(self.shoe.draw())
        for hand in self.hands():
            hand.cards.append(self.shoe.draw())
            if pips.is_blackjack(hand.cards):
                hand.ended = "blackjack"
        if self.rules["dealing"] == "US":
            self.dealer.append(self.shoe.draw())
        self._settle_early_sides()

    # Before the decisions: offers and the dealer's check.

    def insurance_price(self, main: Bet) -> int:
        """Half the real part, or 0 where insurance is not offered."""
        offered = self.rules["insurance_offered"] and self.dealer[0][0] == "A"
        return main.stake.real // 2 if offered else 0

    def insure(self, box: str, main: Bet) -> None:
        price = self.insurance_price(main)
        self.purses[main.player].pay(price)
        self.insurances.append(Bet(main.player, f"{box}:insurance", Stake(price)))

    def check_for_blackjack(self) -> None:
        """A blackjack found by the dealer's check ends the round: no hand is played."""
        up = pips.value(self.dealer[0])
        looks = (up == 11 and self.rules["peek_on_ace"]) or (up == 10 and self.rules["peek_on_ten"])
        if self.rules["dealing"] == "US" and looks and pips.is_blackjack(self.dealer):
            for hand in self.hands():
                hand.ended = hand.ended or "stand"

    # The decisions.

    def to_play(self, box: str) -> Hand | None:
        return next((hand for hand in self.boxes[box] if not hand.ended), None)

    def legal(self, hand: Hand) -> list[str]:
        """What the cards allow, whatever anybody's funds."""
        allowed = ["hit", "stand"]
        if len(hand.cards) != 2:
            return allowed
        lowest = {"any": 0, "9-11": 9, "10-11": 10}[self.rules["double_on"]]
        highest = 21 if self.rules["double_on"] == "any" else 11
        may_double = self.rules["double_after_split"] or not hand.split
        if may_double and not hand.split_aces and lowest <= pips.total(hand.cards) <= highest:
            allowed.append("double")
        same_value = pips.value(hand.cards[0]) == pips.value(hand.cards[1])
        if same_value and len(self.boxes[hand.name[0]]) < self.rules["max_hands"]:
            allowed.append("split")
        if self.rules["late_surrender"] and not hand.split:
            allowed.append("surrender")
        return allowed

    def act(self, hand: Hand, action: str, payers: Iterable[str]) -> None:
        """Let `action` fall on `hand`; `payers` are those who put up the added stake."""
        if action not in self.legal(hand):
            raise Refused(f"{action} is not allowed on {hand.name}")
        if action == "stand":
            hand.ended = "stand"
        elif action == "surrender":
            hand.ended = "surrender"
        elif action == "split":
            self._split(hand, payers)
        else:
            if action == "double":
                for player in payers:
                    main = hand.mains[player]
                    main.added = self.purses[player].add_to(main.stake)
            hand.cards.append(self.shoe.draw())
            self._look(hand)
            if action == "double":
                hand.ended = hand.ended or "stand"

    def _split(self, hand: Hand, payers: Iterable[str]) -> None:
        """The first card and the old stakes go right; the left hand is held by those who pay."""
        right = Hand(hand.name + "R", hand.mains, [hand.cards[0]], split=True)
        left = Hand(hand.name + "L", {}, [hand.cards[1]], split=True)
        for player in payers:
            stake = self.purses[player].add_to(hand.mains[player].stake)
            left.mains[player] = Bet(player, f"{left.name}:main", stake)
        for main in right.mains.values():
            main.position = f"{right.name}:main"
        box = self.boxes[hand.name[0]]
        where = box.index(hand)
        box[where : where + 1] = [right, left]
        for new in (right, left):
            new.split_aces = hand.cards[0][0] == "A"
            new.cards.append(self.shoe.draw())
            self._look(new)
        if not left.mains:
            left.ended = "stand"  # nobody holds it: it lies there and is not played

    def _look(self, hand: Hand) -> None:
        """End a hand that its new card ends by itself."""
        points = pips.total(hand.cards)
        if points > 21:
            hand.ended = "bust"
        elif self.rules["charlie"] and len(hand.cards) >= self.rules["charlie"]:
            hand.ended = "charlie"
        elif points == 21 or (hand.split_aces and self.rules["split_aces_one_card"]):
            hand.ended = "stand"

    # After the decisions: the dealer and the money.

    def play_dealer(self) -> None:
        if len(self.dealer) == 1 and self._second_card_is_wanted():
            self.dealer.append(self.shoe.draw())
        if any(hand.ended == "stand" and hand.mains for hand in self.hands()):
            while self._dealer_draws():
                self.dealer.append(self.shoe.draw())

    def _second_card_is_wanted(self) -> bool:
        if any(hand.ended != "bust" and hand.mains for hand in self.hands()):
            return True
        return bool(self.insurances) or any("dealer_pair" in each.sides for each in self.placed)

    def _dealer_draws(self) -> bool:
        points = pips.total(self.dealer)
        soft_17 = points == 17 and pips.is_soft(self.dealer)
        return points < 17 or (soft_17 and self.rules["dealer_hits_soft_17"])

    def settle(self) -> None:
        for hand in self.hands():
            for main in hand.mains.values():
                self._settle_main(hand, main)
        for insurance in self.insurances:
            if pips.is_blackjack(self.dealer):
                insurance.win(2)
            else:
                insurance.lose()
        self._settle_dealer_pairs()

    def _settle_early_sides(self) -> None:
        pays = self.rules["side_pays"]
        for each in self.placed:
            first_two = self.boxes[each.box][0].cards
            for name, bet in each.sides.items():
                if name == "21+3":
                    settle_side(bet, pays[name], pips.poker_three([*first_two, self.dealer[0]]))
                elif name == "player_pair":
                    settle_side(bet, pays[name], pips.pair(*first_two))

    def _settle_dealer_pairs(self) -> None:
        for each in self.placed:
            if "dealer_pair" in each.sides:
                pays = self.rules["side_pays"]["dealer_pair"]
                settle_side(each.sides["dealer_pair"], pays, pips.pair(*self.dealer[:2]))

    def _settle_main(self, hand: Hand, main: Bet) -> None:
        dealer, points = pips.total(self.dealer), pips.total(hand.cards)
        if hand.ended == "bust":
            main.lose()
        elif hand.ended == "surrender":
            main.lose_half()
        elif hand.ended == "even_money":
            main.win(1)
        elif pips.is_blackjack(self.dealer):
            back = self.rules["double_back_on_ten_blackjack"] and self.dealer[0][0] != "A"
            if hand.ended == "blackjack":
                main.push()
            elif back:
                main.lose_but_return_double()
            else:
                main.lose()
        elif hand.ended == "blackjack":
            pays, to = self.rules["blackjack_pays"].split(":")
            main.win(int(pays), int(to), "blackjack")
        elif hand.ended == "charlie" or dealer > 21 or points > dealer:
            main.win(1)
        elif points == dealer:
            main.push()
        else:
            main.lose()

    def bets(self) -> list[Bet]:
        mains = [main for hand in self.hands() for main in hand.mains.values()]
        sides = [bet for each in self.placed for bet in each.sides.values()]
        return mains + self.insurances + sides


def settle_side(bet: Bet, pays: dict[str, int], made: str | None) -> None:
    if made in pays:
        bet.win(pays[made])
    else:
        bet.lose()
