"""A player's golden chips: what he was granted, where it is good, and what he was told."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET
from django_stubs_ext import StrOrPromise

from casino.selectors.notices import unread_notices
from casino.web import PlayerRequest, logged_in
from golden_chips.selectors import OwnGrant, own_grants
from tables.models import Table
from tables.selectors import table_names

STATES: Final[dict[str, StrOrPromise]] = {
    "open": _("good"),
    "expired": _("expired"),
    "cancelled": _("cancelled"),
}


@dataclass(frozen=True, slots=True)
class GrantCard:
    """A grant with where it is good; empty: wherever golden chips are taken."""

    grant: OwnGrant
    places: tuple[str, ...]
    state: StrOrPromise

    @property
    def is_good(self) -> bool:
        """Whether its chips can be bet."""
        return self.grant.state == "open"


@require_GET
@logged_in
def golden_chips(request: PlayerRequest) -> HttpResponse:
    """All grants, the latest to expire first, and what there is to tell."""
    context = {
        "cards": _cards(own_grants(player=request.user)),
        "notices": unread_notices(player=request.user),
    }
    return render(request, "golden_chips/chips.html", context)


def _cards(grants: Iterable[OwnGrant]) -> list[GrantCard]:
    grants = list(grants)
    names = table_names(numbers={pk for grant in grants for pk in grant.campaign.tables})
    return [
        GrantCard(
            grant=grant,
            places=(
                *(str(Table.Game(game).label) for game in grant.campaign.games),
                *(names[pk] for pk in grant.campaign.tables if pk in names),
            ),
            state=STATES[grant.state],
        )
        for grant in grants
    ]
