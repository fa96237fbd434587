"""What the API refuses before any service is asked."""

from casino.errors import CasinoError, gettext_noop


class KeyMissing(CasinoError):
    """What moves money needs the header ``Idempotency-Key``."""

    code = "idempotency_key_missing"
    sentence = gettext_noop("Send a UUID of your own with this request, as Idempotency-Key.")


class KeyMalformed(CasinoError):
    """The header is no UUID."""

    code = "idempotency_key_malformed"
    sentence = gettext_noop("An Idempotency-Key is a UUID, one for each request that you make.")


class ContentsTooLarge(CasinoError):
    """No request needs so many bytes."""

    code = "contents_too_large"
    status = 413
    sentence = gettext_noop("That is too much for one request.")


class TooManyTokens(CasinoError):
    """A person has as many good tokens as he may. Facts: ``most``."""

    code = "too_many_tokens"
    status = 409
    sentence = gettext_noop("You have %(most)s tokens already. Revoke one that you do not need.")


class TokenNameMissing(CasinoError):
    """A token without a name could not be told from another."""

    code = "token_name_missing"
    sentence = gettext_noop("Give the token a name that says which program it is for.")


class SecondFactorMissing(CasinoError):
    """A member of staff who must have a second factor and has none."""

    code = "second_factor_missing"
    status = 403
    sentence = gettext_noop(
        "Members of staff log in with a code from their phone. Set it up in the browser first."
    )


class RoundMovedOn(CasinoError):
    """Another decision stands at this step already. Facts: ``step``."""

    code = "round_moved_on"
    status = 409
    sentence = gettext_noop(
        "The round had moved on and nothing was done. Fetch it and decide on what stands there now."
    )
