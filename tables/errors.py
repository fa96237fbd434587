"""What tables refuse by themselves; what the rules refuse stands in ``tables.refusals``.

Every sentence says what is wrong and what can be done. Facts ending in ``_cents`` are shown as
money.
"""

from casino.errors import CasinoError, gettext_noop


class TableClosed(CasinoError):
    """No new session and no new round here. Facts: ``table``."""

    code = "table_closed"
    status = 409
    sentence = gettext_noop(
        "%(table)s is closed: a round in play can be finished, a new one cannot be begun. "
        "Choose another table."
    )


class DealtToAll(CasinoError):
    """Nobody deals a round of his own at a live table. Facts: ``table``."""

    code = "dealt_to_all"
    status = 409
    sentence = gettext_noop(
        "At %(table)s one dealer deals to everybody. Place your bets in the betting window."
    )


class StaffDoNotPlay(CasinoError):
    """A member of staff wants to play."""

    code = "staff_do_not_play"
    status = 403
    sentence = gettext_noop("Members of staff do not play. Log in as a player.")


# Sessions


class TicketRefused(CasinoError):
    """The ticket authority said no, or does not stand by its code. Facts: ``reason``."""

    code = "ticket_refused"
    status = 409
    sentence = gettext_noop(
        "The ticket authority did not grant the session: %(reason)s. No money has moved."
    )


class SessionAlreadyOpen(CasinoError):
    """One open session per player and table. Facts: ``table``."""

    code = "session_already_open"
    status = 409
    sentence = gettext_noop("You already have a session at %(table)s. Play on in that one.")


class SessionOver(CasinoError):
    """The session was ended and paid out. Facts: ``table``."""

    code = "session_over"
    status = 409
    sentence = gettext_noop(
        "This session at %(table)s has ended and was paid out. Open a new one to play on."
    )


class BuyInOutOfRange(CasinoError):
    """Facts: ``amount_cents``, ``least_cents``, ``most_cents``."""

    code = "buy_in_out_of_range"
    sentence = gettext_noop(
        "A session here is opened with %(least_cents)s to %(most_cents)s, not %(amount_cents)s."
    )


class SessionCapReached(CasinoError):
    """Buy-in and rebuys together would pass the cap. Facts: ``most_cents``, ``room_cents``."""

    code = "session_cap_reached"
    status = 409
    sentence = gettext_noop(
        "At most %(most_cents)s can be bought into one session. You can still add %(room_cents)s."
    )


class RebuyBarred(CasinoError):
    """The table's terms admit no rebuy. Facts: ``table``."""

    code = "rebuy_barred"
    status = 409
    sentence = gettext_noop(
        "At %(table)s money cannot be added. End the session and open one with another amount."
    )


class DepositBarred(CasinoError):
    """A session whose whole amount was named first is running. Facts: ``table``."""

    code = "deposit_barred"
    status = 409
    sentence = gettext_noop(
        "While your session at %(table)s runs, nothing can be paid in. End that session first."
    )


class DepositPending(CasinoError):
    """The whole cash balance is not known yet, since a deposit is still open. Facts: ``table``."""

    code = "deposit_pending"
    status = 409
    sentence = gettext_noop(
        "A deposit of yours is still being made. %(table)s can be joined as soon as it is done."
    )


class RoundInPlay(CasinoError):
    """Something has to wait until the open round is finished. Facts: ``table``."""

    code = "round_in_play"
    status = 409
    sentence = gettext_noop("A round of yours is in play at %(table)s. Finish it first.")


# Voids


class AlreadyVoid(CasinoError):
    """A round is voided once. Facts: ``round``."""

    code = "already_void"
    status = 409
    sentence = gettext_noop("Round %(round)s is void already.")


class ReasonMissing(CasinoError):
    """What an operator does to a round or a table is done for a reason."""

    code = "reason_missing"
    sentence = gettext_noop("Give the reason; it is kept with the record.")


class VoidIntervalReversed(CasinoError):
    """An interval has to run forward."""

    code = "void_interval_reversed"
    sentence = gettext_noop("The interval ends before it begins: exchange the two times.")


class VoidIntervalInFuture(CasinoError):
    """Only rounds that were played can be voided."""

    code = "void_interval_in_future"
    sentence = gettext_noop(
        "The interval ends in the future. Only rounds that were played can be voided."
    )


class TooManyRoundsChosen(CasinoError):
    """So many rounds are not named one by one. Facts: ``most``."""

    code = "too_many_rounds_chosen"
    sentence = gettext_noop(
        "At most %(most)s rounds can be chosen one by one. Void those of a table in an interval."
    )


class NothingToVoid(CasinoError):
    """The rounds are void already, or there are none. Facts: ``void``, how many void ones."""

    code = "nothing_to_void"
    status = 409
    sentence = gettext_noop(
        "There is no round to void: no other round was dealt there, and %(void)s are void already."
    )


class VoidBeforeFuture(CasinoError):
    """Bets that are still to be placed cannot be too old. Facts: ``before``, a day."""

    code = "void_before_future"
    sentence = gettext_noop("%(before)s lies in the future.")


class VoidBeforeAge(CasinoError):
    """Bets that may still be settled are not voided. Facts: ``latest``, a day."""

    code = "void_before_age"
    sentence = gettext_noop(
        "Bets are voided 90 days after they were placed. The latest day to name is %(latest)s."
    )


# Questions about rounds


class MessageEmpty(CasinoError):
    """A message says something."""

    code = "message_empty"
    sentence = gettext_noop("Write what you want to say.")


class MessageTooLong(CasinoError):
    """Facts: ``length``, ``longest``."""

    code = "message_too_long"
    sentence = gettext_noop(
        "This message has %(length)s characters; %(longest)s are the most. Say it in fewer."
    )


class TooManyMessages(CasinoError):
    """So many messages of the player wait for an answer already. Facts: ``most``."""

    code = "too_many_messages"
    status = 409
    sentence = gettext_noop(
        "%(most)s messages of yours wait for an answer. Wait for it before you write again."
    )


class QuestionClosed(CasinoError):
    """It is closed already; an answer may still be written."""

    code = "question_closed"
    status = 409
    sentence = gettext_noop("This question is closed already.")


# Table versions


class VersionRefused(CasinoError):
    """What an operator set does not go together. Facts: ``field``, ``problem``."""

    code = "version_refused"
    words = ("problem",)
    sentence = gettext_noop("%(field)s: %(problem)s")


class VersionMoved(CasinoError):
    """Somebody has published since the author looked. Facts: ``expected``, ``number``."""

    code = "version_moved"
    status = 409
    sentence = gettext_noop(
        "Version %(number)s was published meanwhile. Look at what it changed, then decide."
    )


class TableNameTaken(CasinoError):
    """Name and address belong to one table each. Facts: ``name``, ``slug``."""

    code = "table_name_taken"
    status = 409
    sentence = gettext_noop(
        "There is a table named %(name)s or with the address %(slug)s already. Choose others."
    )


# Bets


class UnknownChip(CasinoError):
    """A chip that is not in the table's tray. Facts: ``chip_cents``."""

    code = "unknown_chip"
    sentence = gettext_noop("There is no chip of %(chip_cents)s here. Take one from the tray.")


class StakeExceeded(CasinoError):
    """The bets are more than the session's stake. Facts: ``needed_cents``, ``held_cents``."""

    code = "stake_exceeded"
    status = 409
    sentence = gettext_noop(
        "The bets come to %(needed_cents)s and your stake is %(held_cents)s. "
        "Bet less, or add money to the session."
    )
