"""What the wallet refuses."""

from casino.errors import CasinoError, gettext_noop


class InsufficientFunds(CasinoError):
    """An account holds less than is to be taken from it.

    Facts: ``account_id``, ``available_cents``, ``needed_cents``.
    """

    code = "insufficient_funds"
    status = 409
    sentence = gettext_noop(
        "The balance is not enough: %(needed_cents)s is needed, %(available_cents)s is there."
    )


class DepositTooSmall(CasinoError):
    """Less than the house takes in at once. Facts: ``least_cents``."""

    code = "deposit_too_small"
    sentence = gettext_noop("The least that can be paid in at once is %(least_cents)s.")


class DepositTooLarge(CasinoError):
    """More than the house takes in at once. Facts: ``most_cents``."""

    code = "deposit_too_large"
    sentence = gettext_noop("The most that can be paid in at once is %(most_cents)s.")


class NothingToWithdraw(CasinoError):
    """A withdrawal of nothing."""

    code = "nothing_to_withdraw"
    sentence = gettext_noop("Enter the amount to pay out; it must be at least one cent.")


class PaymentDeclined(CasinoError):
    """The payment provider said no. Facts: ``amount_cents``, ``order``."""

    code = "payment_declined"
    status = 409
    sentence = gettext_noop(
        "The payment of %(amount_cents)s was declined by the payment provider. "
        "Your balance is as before."
    )


class PaymentPending(CasinoError):
    """The provider gives no answer; the order stays open. Facts: ``amount_cents``, ``order``."""

    code = "payment_pending"
    status = 503
    sentence = gettext_noop(
        "The payment provider does not answer. The payment of %(amount_cents)s stays open and is "
        "finished as soon as it does."
    )


class AlreadyReversed(CasinoError):
    """The transfer was reversed before, or is itself a reversal. Facts: ``transfer``."""

    code = "already_reversed"
    status = 409
    sentence = gettext_noop("Transfer %(transfer)s has been reversed already or is a reversal.")


class ReasonMissing(CasinoError):
    """A correction without a reason."""

    code = "reason_missing"
    sentence = gettext_noop("Give the reason for this correction.")


# Claims


class ClaimClosed(CasinoError):
    """The claim is settled or written off already. Facts: ``claim``."""

    code = "claim_closed"
    status = 409
    sentence = gettext_noop("Claim %(claim)s is closed already.")


class ClaimAmount(CasinoError):
    """More than is open, or nothing, was to be taken for a claim. Facts: ``open_cents``."""

    code = "claim_amount"
    sentence = gettext_noop("Take at least one cent and at most what is open: %(open_cents)s.")
