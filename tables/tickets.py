"""The ticket authority: who grants the right to play a session, and vouches for its code.

In Italy it is the regulator's central system. ``settings.TICKET_AUTHORITY`` names the class that is
used; the one built in stands in where no authority has to be asked.
"""

import base64
import hmac
from dataclasses import dataclass
from typing import Protocol, cast

from django.conf import settings
from django.utils.module_loading import import_string


@dataclass(frozen=True, slots=True)
class TicketOrder:
    """What the authority is told about the session that is to be opened."""

    key: str
    player: str
    table: str
    game: str
    buy_in_cents: int


@dataclass(frozen=True, slots=True)
class TicketAnswer:
    """A code if the ticket is granted, else the authority's reason."""

    granted: bool
    code: str = ""
    reason: str = ""


class TicketAuthority(Protocol):
    """What every authority can do."""

    def request(self, order: TicketOrder) -> TicketAnswer:
        """Ask for a ticket. The same key is the same ticket, however often it is asked for."""
        ...

    def is_valid(self, code: str) -> bool:
        """Whether the authority stands by this code."""
        ...


class LocalAuthority:
    """Grants every ticket itself. The last eight characters of a code vouch for the others."""

    def request(self, order: TicketOrder) -> TicketAnswer:
        """A code that nobody can guess, the same one for the same key and player."""
        body = self._letters("code", f"{order.player}:{order.key}", size=10)
        return TicketAnswer(granted=True, code=_grouped(body + self._check(body)))

    def is_valid(self, code: str) -> bool:
        """Whether this house made the code."""
        plain = code.replace("-", "")
        return hmac.compare_digest(plain[16:].encode(), self._check(plain[:16]).encode())

    def _check(self, body: str) -> str:
        return self._letters("check", body, size=5)

    def _letters(self, purpose: str, text: str, *, size: int) -> str:
        key = f"ticket {purpose}:{settings.SECRET_KEY}".encode()
        return base64.b32encode(hmac.digest(key, text.encode(), "sha256")[:size]).decode()


def _grouped(code: str) -> str:
    return "-".join(code[start : start + 4] for start in range(0, len(code), 4))


def authority() -> TicketAuthority:
    """The authority that the settings name."""
    return cast(TicketAuthority, import_string(settings.TICKET_AUTHORITY)())
