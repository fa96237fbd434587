"""What a live table refuses beside the refusals that all tables share (``tables.errors``)."""

from casino.errors import CasinoError, gettext_noop


class WindowClosed(CasinoError):
    """The betting window of that round is over, or is another round's. Facts: ``table``."""

    code = "window_closed"
    status = 409
    sentence = gettext_noop("No more bets for this round at %(table)s. Bet on the next one.")


class ChipsLaid(CasinoError):
    """The session cannot end while its chips lie in the betting window. Facts: ``table``."""

    code = "chips_laid"
    status = 409
    sentence = gettext_noop(
        "Your chips lie at %(table)s. Take them back or play the round, then end the session."
    )


class AutoActionsMissing(CasinoError):
    """The player has not chosen yet. Facts: ``table``."""

    code = "auto_actions_missing"
    status = 409
    sentence = gettext_noop(
        "Choose first whether doubles and splits may be paid from your stake by themselves."
    )


class NoHandThere(CasinoError):
    """Only who holds a hand votes on it. Facts: ``hand``."""

    code = "no_hand_there"
    status = 403
    sentence = gettext_noop("You have no stake on hand %(hand)s, so you cannot vote on it.")


class DecisionFallen(CasinoError):
    """The vote came too late. Facts: ``hand``."""

    code = "decision_fallen"
    status = 409
    sentence = gettext_noop("The decision on hand %(hand)s has fallen already.")


class InsuranceNotOpen(CasinoError):
    """Nobody is asked for insurance now, or the time is over."""

    code = "insurance_not_open"
    status = 409
    sentence = gettext_noop("Insurance is not offered now. Wait for the next dealer's ace.")


class InsuranceAnswered(CasinoError):
    """Each player answers once."""

    code = "insurance_answered"
    status = 409
    sentence = gettext_noop("You have answered the offer of insurance already.")


class NothingToInsure(CasinoError):
    """The player has no stake in the round that insurance could cover."""

    code = "nothing_to_insure"
    status = 409
    sentence = gettext_noop("You have no stake in this round that can be insured.")


class SeatPassInvalid(CasinoError):
    """The pass was altered, is too old, or belongs to another round."""

    code = "seat_pass_invalid"
    status = 403
    sentence = gettext_noop("This page is out of date. Reload it to vote.")
