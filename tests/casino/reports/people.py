"""Staff who read reports, and what they see."""

import re
from typing import Any

from django.urls import reverse

from casino.models import User
from casino.permissions import COMPLIANCE
from casino.services.roles import set_up_roles
from tests import factories
from tests.pages import client_of


def member_of(role: str = COMPLIANCE) -> User:
    """A member of staff with the permissions of a role."""
    set_up_roles()
    return factories.staff(role=role)


def read(slug: str, person: User | None = None, **asked: str) -> Any:
    """A report's page."""
    return client_of(person or member_of()).get(reverse("admin:report", args=[slug]), asked)


def cells(response: Any) -> list[list[str]]:
    """The lines of the page's table, the totals beneath them."""
    shown = response.context["shown"]
    return [[cell.text for cell in row] for row in (*shown.rows, shown.totals) if row]


def agreed(response: Any) -> list[tuple[str, int, int]]:
    """What the totals were held against: name, here, in the ledger."""
    comparisons = response.context["shown"].produced.comparisons
    return [(line.what, line.report_cents, line.ledger_cents) for line in comparisons]


def plain(html: str) -> str:
    """Text without tags, white space as one space."""
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())
