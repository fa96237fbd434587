"""What a decided bet gives back, in whole cents and never rounded up (sections 1 and 5).

An ``Outcome`` is a factor on a stake and knows neither player nor amount, so that a live table can
apply it to thousands of stakes at once.
"""

from dataclasses import dataclass

from tables.engine.cardplay import OVER, CardPlay
from tables.engine.hand import BLACKJACK, BUST, CHARLIE, EVEN_MONEY, FOLD, SURRENDER, Hand
from tables.engine.stake import NOTHING, Stake

WIN = "win"
LOSE = "lose"
PUSH = "push"
VOID = "void"


@dataclass(frozen=True, slots=True)
class Outcome:
    """A result and what it returns per cent staked, cut down.

    ``wins`` is the gain (3, 2) for 3:2, on the real and on the golden part. ``keeps`` is the share
    of the real stake that comes back beside it. ``chips_back``: golden chips return as chips (else
    they are gone: a gain on them is less the chip's own value). ``added_back``: the added stake of
    a double comes back although the first is lost.
    """

    result: str
    wins: tuple[int, int] = (0, 1)
    keeps: tuple[int, int] = (0, 1)
    chips_back: bool = False
    added_back: bool = False


WON = Outcome(WIN, wins=(1, 1), keeps=(1, 1))
LOST = Outcome(LOSE)
PUSHED = Outcome(PUSH, keeps=(1, 1), chips_back=True)
VOIDED = Outcome(VOID, keeps=(1, 1), chips_back=True)
SURRENDERED = Outcome(LOSE, keeps=(1, 2))
LOST_ADDED_BACK = Outcome(LOSE, added_back=True)
INSURANCE_WON = Outcome(WIN, wins=(2, 1), keeps=(1, 1))
BLACKJACK_WON = {
    "3:2": Outcome(BLACKJACK, wins=(3, 2), keeps=(1, 1)),
    "6:5": Outcome(BLACKJACK, wins=(6, 5), keeps=(1, 1)),
    "1:1": Outcome(BLACKJACK, wins=(1, 1), keeps=(1, 1)),
}


def pays_to_one(to_one: int) -> Outcome:
    """A side bet that pays X to 1."""
    return Outcome(WIN, wins=(to_one, 1), keeps=(1, 1))


@dataclass(frozen=True, slots=True)
class Bet:
    """One position of a round. ``stake`` includes a double; ``result`` is None while it is open.

    ``paid_cents`` is the cash that comes back, stake included, ``golden_paid_cents`` the part of it
    that the golden stake has won; ``chips_back`` are the values of the golden chips that return to
    their grants.
    """

    position: str
    stake: Stake
    result: str | None = None
    paid_cents: int = 0
    chips_back: tuple[int, ...] = ()
    golden_paid_cents: int = 0


def settle(position: str, base: Stake, outcome: Outcome | None, added: Stake = NOTHING) -> Bet:
    """The bet on ``position`` under ``outcome``; open if that is None."""
    stake = base if added is NOTHING else base + added
    if outcome is None:
        return Bet(position, stake)
    gain, per = outcome.wins
    kept, of = outcome.keeps
    real = stake.real_cents
    paid = real * gain // per + real * kept // of
    won = stake.golden_cents * gain // per if stake.golden else 0
    chips = stake.golden if outcome.chips_back else ()
    if outcome.added_back:
        paid += added.real_cents
        chips += added.golden
    return Bet(position, stake, outcome.result, paid + won, chips, won)


_FIXED = {BUST: LOST, SURRENDER: SURRENDERED, EVEN_MONEY: WON, FOLD: LOST}


def hand_outcome(play: CardPlay, hand: Hand) -> Outcome | None:
    """What a blackjack hand comes to; None while the dealer's cards can still change it."""
    status = hand.status
    if status in _FIXED:
        return _FIXED[status]
    if play.phase != OVER and not (play.blackjack_excluded and status in (BLACKJACK, CHARLIE)):
        return None
    if play.dealer_blackjack and play.phase == OVER:
        return _against_blackjack(play, hand)
    if status == BLACKJACK:
        return BLACKJACK_WON[play.rules.blackjack_pays]
    total = play.dealer.total
    if status == CHARLIE or total > 21 or hand.total > total:
        return WON
    return PUSHED if hand.total == total else LOST


def _against_blackjack(play: CardPlay, hand: Hand) -> Outcome:
    if hand.status == BLACKJACK:
        return PUSHED
    back = hand.doubled and play.rules.double_back_on_ten_blackjack and play.up_value == 10
    return LOST_ADDED_BACK if back else LOST


def insurance_outcome(play: CardPlay) -> Outcome | None:
    """Insurance stands and falls with the dealer's blackjack, whatever the box does."""
    if play.blackjack_excluded:
        return LOST
    if play.phase != OVER:
        return None
    return INSURANCE_WON if play.dealer_blackjack else LOST
