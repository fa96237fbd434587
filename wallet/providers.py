"""Payment providers: who takes players' money in and pays it out.

``settings.PAYMENT_PROVIDER`` names the class in use. Its methods are *idempotent by reference*:
asked again with the same reference a provider answers as the first time and moves nothing again.
That is what lets an order be finished after a crash by asking once more.
"""

from dataclasses import dataclass
from typing import Final, Protocol

from django.conf import settings
from django.utils.module_loading import import_string


class ProviderUnavailable(Exception):
    """No answer came. Whether money moved is not known; ask again with the same reference."""


@dataclass(frozen=True, slots=True)
class ProviderAnswer:
    """What a provider says to a request: its own reference, and its reason when it declines."""

    accepted: bool
    provider_reference: str
    message: str


class PaymentProvider(Protocol):
    """What the cashier needs of a provider. Amounts are whole cents of euro."""

    name: str

    def collect(self, *, reference: str, amount_cents: int) -> ProviderAnswer:
        """Take money in from the player. Raises ``ProviderUnavailable``."""

    def pay_out(self, *, reference: str, amount_cents: int) -> ProviderAnswer:
        """Send money to the player. Raises ``ProviderUnavailable``."""


class SandboxProvider:
    """Accepts everything at once and moves no real money.

    Two amounts are different, so that a refusal and an outage can be tried: ``DECLINED_CENTS``
    is declined, and at ``SILENT_CENTS`` no answer comes.
    """

    name = "sandbox"
    DECLINED_CENTS: Final = 13_13
    SILENT_CENTS: Final = 14_14

    def collect(self, *, reference: str, amount_cents: int) -> ProviderAnswer:
        """Take money in, or play the refusal."""
        return self._answer(reference, amount_cents)

    def pay_out(self, *, reference: str, amount_cents: int) -> ProviderAnswer:
        """Send money, or play the refusal."""
        return self._answer(reference, amount_cents)

    def _answer(self, reference: str, amount_cents: int) -> ProviderAnswer:
        if amount_cents == self.SILENT_CENTS:
            raise ProviderUnavailable("the sandbox plays an outage for this amount")
        accepted = amount_cents != self.DECLINED_CENTS
        return ProviderAnswer(
            accepted=accepted,
            provider_reference=f"sandbox-{reference}",
            message="accepted" if accepted else "declined by the sandbox",
        )


def payment_provider() -> PaymentProvider:
    """The provider that the settings name."""
    provider: PaymentProvider = import_string(settings.PAYMENT_PROVIDER)()
    return provider
