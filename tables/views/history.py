"""What the player has played."""

import uuid

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from casino.web import PlayerRequest, logged_in
from tables.selectors import recent_rounds, round_page
from tables.views.felt import round_felt

SHOWN = 50


@require_GET
@logged_in
def history(request: PlayerRequest) -> HttpResponse:
    """The last rounds, newest first."""
    rounds = recent_rounds(player=request.user, limit=SHOWN)
    return render(request, "tables/history.html", {"rounds": rounds, "shown": SHOWN})


@require_GET
@logged_in
def round_detail(request: PlayerRequest, public_id: uuid.UUID) -> HttpResponse:
    """One round with its cards, bets and choices, marked as a look back."""
    page = round_page(player=request.user, public_id=public_id)
    return render(request, "tables/round.html", {"page": page, "felt": round_felt(page.round)})
