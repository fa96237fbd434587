"""The engine's refusals of bets and actions as errors of the house.

Every sentence says what is wrong and what can be done. Facts ending in ``_cents`` are shown as
money.
"""

from typing import Final

from casino.errors import CasinoError, gettext_noop
from tables.bet_names import SIDE_BETS
from tables.engine.bets import MAIN
from tables.engine.errors import EngineRefusal


class RefusedByRules(CasinoError):
    """The engine's refusal of bets or actions; the subclasses name the cases.

    Facts of one that has no subclass: ``engine_code`` and the engine's own.
    """

    code = "refused_by_rules"
    sentence = gettext_noop("The rules of the table do not allow this.")


class NoBets(RefusedByRules):
    """Nothing lies on any box."""

    code = "no_bets"
    sentence = gettext_noop("Place a bet on at least one box, then deal.")


class UnknownBox(RefusedByRules):
    """Facts: ``box``, ``boxes``."""

    code = "unknown_box"
    sentence = gettext_noop("This table has boxes 1 to %(boxes)s; there is no box %(box)s.")


class BoxTwice(RefusedByRules):
    """Facts: ``box``."""

    code = "box_twice"
    sentence = gettext_noop("Box %(box)s was bet twice. Place one bet on it.")


class BetNotPositive(RefusedByRules):
    """Facts: ``position``, ``box``."""

    code = "bet_not_positive"
    sentence = gettext_noop("The bet on box %(box)s must be more than nothing.")


class UnknownSideBet(RefusedByRules):
    """Facts: ``position``, ``box``, ``known``."""

    code = "unknown_side_bet"
    sentence = gettext_noop("This table does not offer that side bet. Take it off box %(box)s.")


class SideWithoutMain(RefusedByRules):
    """Facts: ``position``, ``box``."""

    code = "side_without_main"
    sentence = gettext_noop("Box %(box)s has a side bet only. Place a main bet there first.")


class GoldenNotAllowed(RefusedByRules):
    """Facts: ``position``, ``box``."""

    code = "golden_not_allowed"
    sentence = gettext_noop("Golden chips cannot be bet here. Take them off box %(box)s.")


class GoldenMixed(RefusedByRules):
    """Facts: ``position``, ``box``."""

    code = "golden_mixed"
    sentence = gettext_noop(
        "Here a position takes golden chips or real money, not both. Take one of them off box "
        "%(box)s."
    )


class TooManyGolden(RefusedByRules):
    """More than the table's number for a round. Facts: ``count``, ``limit``."""

    code = "too_many_golden"
    sentence = gettext_noop(
        "%(count)s golden chips are bet; this table takes %(limit)s in a round at most."
    )


class BetBelowMinimum(RefusedByRules):
    """Facts: ``position``, ``box``, ``amount_cents``, ``limit_cents``."""

    code = "bet_below_minimum"
    sentence = gettext_noop(
        "The bet of %(amount_cents)s on box %(box)s is too small: the least is %(limit_cents)s."
    )


class BetAboveMaximum(RefusedByRules):
    """Facts: ``position``, ``box``, ``amount_cents``, ``limit_cents``."""

    code = "bet_above_maximum"
    sentence = gettext_noop(
        "The bet of %(amount_cents)s on box %(box)s is too large: the most is %(limit_cents)s."
    )


class SideBelowMinimum(RefusedByRules):
    """Facts: ``bet``, ``position``, ``box``, ``amount_cents``, ``limit_cents``."""

    code = "side_below_minimum"
    words = ("bet",)
    sentence = gettext_noop(
        "%(bet)s on box %(box)s: %(amount_cents)s is too small, the least is %(limit_cents)s."
    )


class SideAboveMaximum(RefusedByRules):
    """Facts: ``bet``, ``position``, ``box``, ``amount_cents``, ``limit_cents``."""

    code = "side_above_maximum"
    words = ("bet",)
    sentence = gettext_noop(
        "%(bet)s on box %(box)s: %(amount_cents)s is too large, the most is %(limit_cents)s."
    )


class RoundBelowMinimum(RefusedByRules):
    """Facts: ``amount_cents``, ``limit_cents``."""

    code = "round_below_minimum"
    sentence = gettext_noop(
        "All bets together come to %(amount_cents)s; a round here takes %(limit_cents)s at least."
    )


class RoundAboveMaximum(RefusedByRules):
    """Facts: ``amount_cents``, ``limit_cents``."""

    code = "round_above_maximum"
    sentence = gettext_noop(
        "All bets together come to %(amount_cents)s; a round here takes %(limit_cents)s at most."
    )


class ReserveNotCovered(RefusedByRules):
    """21 Duel: the raises could not be paid. Facts: ``needed_cents``, ``held_cents``."""

    code = "reserve_not_covered"
    status = 409
    sentence = gettext_noop(
        "Each hand may raise by its ante: %(needed_cents)s must be left in your stake after the "
        "bets, and %(held_cents)s would be. Bet less, or add money to the session."
    )


# Actions


class RoundOver(RefusedByRules):
    """No decision is due any more."""

    code = "round_over"
    status = 409
    sentence = gettext_noop("This round is over. Place your bets for the next one.")


class OfferOpen(RefusedByRules):
    """Facts: ``hand``, ``offer``."""

    code = "offer_open"
    status = 409
    sentence = gettext_noop("The dealer shows an ace. Answer the offer on box %(hand)s first.")


class UnknownHand(RefusedByRules):
    """Facts: ``hand``."""

    code = "unknown_hand"
    sentence = gettext_noop("There is no hand %(hand)s in this round.")


class UnknownAction(RefusedByRules):
    """Facts: ``action``."""

    code = "unknown_action"
    sentence = gettext_noop("That is no action of this game. Use one of the buttons shown.")


class NotYourTurn(RefusedByRules):
    """Facts: ``hand``, ``turn``."""

    code = "not_your_turn"
    status = 409
    sentence = gettext_noop("It is the turn of hand %(turn)s. Decide on that one first.")


class ActionNotLegal(RefusedByRules):
    """Facts: ``hand``, ``action``, ``legal``."""

    code = "action_not_legal"
    status = 409
    sentence = gettext_noop("That cannot be done with hand %(hand)s now. Use a button shown.")


class NoOfferOpen(RefusedByRules):
    """*Yes to all* or *No to all* where nothing is offered."""

    code = "no_offer_open"
    status = 409
    sentence = gettext_noop("No offer is open in this round. Use one of the buttons shown.")


class StakeTooSmall(RefusedByRules):
    """The stake does not cover an added one. Facts: ``needed_cents``, ``held_cents``."""

    code = "insufficient_funds"
    status = 409
    sentence = gettext_noop(
        "This costs %(needed_cents)s and your stake is %(held_cents)s. "
        "Add money to the session or decide otherwise."
    )


BY_CODE: Final[dict[str, type[RefusedByRules]]] = {
    error.code: error
    for error in (
        NoBets,
        UnknownBox,
        BoxTwice,
        BetNotPositive,
        UnknownSideBet,
        SideWithoutMain,
        GoldenNotAllowed,
        GoldenMixed,
        TooManyGolden,
        BetBelowMinimum,
        BetAboveMaximum,
        RoundBelowMinimum,
        RoundAboveMaximum,
        ReserveNotCovered,
        RoundOver,
        OfferOpen,
        UnknownHand,
        UnknownAction,
        NotYourTurn,
        ActionNotLegal,
        StakeTooSmall,
    )
}


SIDE_LIMITS: Final[dict[str, type[RefusedByRules]]] = {
    BetBelowMinimum.code: SideBelowMinimum,
    BetAboveMaximum.code: SideAboveMaximum,
}
"""The limits of a side bet are named with the bet."""


def refused(refusal: EngineRefusal) -> CasinoError:
    """The engine's refusal as an error of the house, with the box of its position as a fact."""
    facts = dict(refusal.data)
    error = BY_CODE.get(refusal.code)
    position = facts.get("position")
    if isinstance(position, str):
        facts["box"], _, bet = position.partition(":")
        if bet != MAIN and refusal.code in SIDE_LIMITS:
            return SIDE_LIMITS[refusal.code](bet=SIDE_BETS.get(bet, bet), **facts)
    if error is None:
        return RefusedByRules(engine_code=refusal.code, **facts)
    return error(**facts)
