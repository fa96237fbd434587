"""Players on the seats of a live table: who follows, and what each is paid (sections 4 and 5)."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from tables.engine import actions
from tables.engine.bets import MAIN, BoxBets, check_bets, count_chips
from tables.engine.errors import EngineRefusal
from tables.engine.live import (
    Chart,
    InsuranceClosed,
    SeatDecision,
    insurance_is_open,
    seat_side_outcome,
    start_live,
    step_live,
    waiting_hands,
)
from tables.engine.rules import BlackjackRules
from tables.engine.settlement import Bet, hand_outcome, insurance_outcome, settle
from tables.engine.shoe import CardSource
from tables.engine.sidebets import DEALER_PAIR
from tables.engine.stake import (
    ALL_GOLDEN_ALLOWED,
    NOTHING,
    Funds,
    GoldenRules,
    Stake,
    price_added_stake,
    require_real,
)
from tables.engine.tally import BEST_STRATEGY, MAJORITY_VOTE, fallen_action, seat_mode


@dataclass(frozen=True, slots=True)
class SeatedPlayer:
    """A player when the betting window closes; ``funds`` are what is left after the bets."""

    name: str
    seats: tuple[BoxBets, ...]
    auto_actions: bool
    funds: Funds
    insurance: bool = False


class Stakes:
    """What one player has on the table: stakes by hand, added ones, insurance by seat."""

    def __init__(self, player: SeatedPlayer) -> None:
        self.player = player
        self.funds = player.funds
        self.base = {str(bet.box): bet.main for bet in player.seats}
        self.added: dict[str, Stake] = {}
        self.insurance: dict[int, Stake] = {}

    def chips_used(self) -> int:
        """Golden chips on all positions and both seats."""
        sides = [stake for bet in self.player.seats for stake in bet.sides.values()]
        return count_chips([*sides, *self.base.values(), *self.added.values()])

    def insure(self) -> None:
        """One answer for all positions. Raises ``EngineRefusal("insufficient_funds")``."""
        prices = {bet.box: insurance_price(bet.main) for bet in self.player.seats}
        total = Stake(sum(prices.values()))
        require_real(self.funds, total.real_cents)
        self.funds = self.funds.less(total)
        self.insurance = {seat: Stake(price) for seat, price in prices.items() if price}

    def follow(self, hand: str, kind: str, golden_rules: GoldenRules, *, consents: bool) -> bool:
        """Follow an action that fell on the hand; whether its stake was put up.

        Who does not consent, or cannot pay, keeps one stake: on the right hand of a split, on a
        double's one card.
        """
        base = self.base[hand]
        added = self._put_up(base, golden_rules) if consents else None
        if kind == actions.SPLIT:
            self.base[f"{hand}R"] = self.base.pop(hand)
            if added is not None:
                self.base[f"{hand}L"] = added
        elif added is not None:
            self.added[hand] = added
        return added is not None

    def _put_up(self, base: Stake, golden_rules: GoldenRules) -> Stake | None:
        try:
            added = price_added_stake(base, self.funds, golden_rules, self.chips_used())
        except EngineRefusal:
            return None
        self.funds = self.funds.less(added)
        return added


def insurance_price(main: Stake) -> int:
    """Half the real part, cut down; 0 is not offered."""
    return main.real_cents // 2


class MajorityRound:
    """A whole live round with its players. Mutable: scripted rounds use it once."""

    def __init__(
        self,
        rules: BlackjackRules,
        shoe: CardSource,
        players: Sequence[SeatedPlayer],
        chart: Chart | None = None,
        golden_rules: GoldenRules = ALL_GOLDEN_ALLOWED,
    ) -> None:
        """Deal, settle insurance by the players' answers, and play the Best Strategy seats.

        Raises ``EngineRefusal``: the codes of ``check_bets``, ``too_few_cards``,
        ``insufficient_funds`` for insurance, ``chart_missing``.
        """
        for player in players:
            check_bets(rules, player.seats, golden_rules=golden_rules)
        self.golden_rules = golden_rules
        self.chart = chart
        self.stakes = {player.name: Stakes(player) for player in players}
        bets = [bet for player in players for bet in player.seats]
        on_seat = Counter(bet.box for bet in bets)
        self.modes = {seat: seat_mode(rules, count) for seat, count in sorted(on_seat.items())}
        dealer_pair = any(DEALER_PAIR in bet.sides for bet in bets)
        self.live, _ = start_live(rules, shoe, on_seat, dealer_pair=dealer_pair)
        if insurance_is_open(self.live):
            self._insure()
        self._play_best_strategy()

    def decide(self, hand: str, votes: Mapping[str, str]) -> str:
        """A decision round that ends with these votes; the action that falls.

        Raises ``EngineRefusal``: ``round_over``, ``unknown_hand``, ``not_your_turn``,
        ``seat_does_not_vote``, ``unknown_player``, ``vote_not_entitled``, ``action_not_legal``,
        ``chart_missing``, ``too_few_cards``.
        """
        waiting = waiting_hands(self.live)
        if not waiting:
            raise EngineRefusal("round_over")
        seat = self.live.play.hand(hand).box
        if self.modes[seat] != MAJORITY_VOTE:
            raise EngineRefusal("seat_does_not_vote", seat=seat)
        if hand not in waiting:
            raise EngineRefusal("not_your_turn", hand=hand, turn=", ".join(waiting))
        for name, kind in votes.items():
            if name not in self.stakes:
                raise EngineRefusal("unknown_player", player=name)
            if hand not in self.stakes[name].base:
                raise EngineRefusal("vote_not_entitled", player=name, hand=hand)
            actions.require_kind(hand, kind, waiting[hand])
        entitled = sum(hand in stakes.base for stakes in self.stakes.values())
        kind = fallen_action(Counter(votes.values()), entitled, timer_over=True) or BEST_STRATEGY
        if kind == BEST_STRATEGY:
            kind = self._by_chart(hand)
        self._fall(hand, kind, voters=votes.keys())
        return kind

    def settled(self, name: str) -> list[Bet]:
        """Every position of one player; ``result`` is None where it is not decided yet."""
        stakes = self.stakes[name]
        play = self.live.play
        found = []
        for bet in stakes.player.seats:
            for hand in play.hands():
                if hand.box == bet.box and hand.name in stakes.base:
                    added = stakes.added.get(hand.name, NOTHING)
                    outcome = hand_outcome(play, hand)
                    base = stakes.base[hand.name]
                    found.append(settle(f"{hand.name}:{MAIN}", base, outcome, added))
            if bet.box in stakes.insurance:
                position = f"{bet.box}:{actions.INSURANCE}"
                found.append(settle(position, stakes.insurance[bet.box], insurance_outcome(play)))
            for side, stake in sorted(bet.sides.items()):
                outcome = seat_side_outcome(self.live, bet.box, side)
                found.append(settle(f"{bet.box}:{side}", stake, outcome))
        return found

    def _insure(self) -> None:
        insured = False
        for stakes in self.stakes.values():
            if stakes.player.insurance:
                stakes.insure()
                insured |= bool(stakes.insurance)
        self.live, _ = step_live(self.live, InsuranceClosed(insured))

    def _play_best_strategy(self) -> None:
        """Seats in Best Strategy are played to their end before any vote, seat 1 first."""
        for seat, mode in self.modes.items():
            while mode == BEST_STRATEGY:
                hands = [hand for hand in self.live.play.turns() if hand.box == seat]
                if not hands:
                    break
                self._fall(hands[0].name, self._by_chart(hands[0].name), voters=())

    def _by_chart(self, name: str) -> str:
        if self.chart is None:
            raise EngineRefusal("chart_missing", hand=name)
        play = self.live.play
        hand = play.hand(name)
        return self.chart(hand, play.up_value, play.legal(hand))

    def _fall(self, hand: str, kind: str, voters: Collection[str]) -> None:
        """The action falls on everybody who holds the hand."""
        left_held = True
        if kind in (actions.DOUBLE, actions.SPLIT):
            paid = [
                stakes.follow(
                    hand,
                    kind,
                    self.golden_rules,
                    consents=stakes.player.auto_actions or name in voters,
                )
                for name, stakes in self.stakes.items()
                if hand in stakes.base
            ]
            left_held = any(paid)
        self.live, _ = step_live(self.live, SeatDecision(hand, kind, left_held))
