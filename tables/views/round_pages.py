"""One round of the player: the whole of it, and step by step."""

import uuid
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from casino.web import PlayerRequest, logged_in
from tables.selectors import Replay, round_page, round_replay
from tables.views.felt import round_felt
from tables.views.replay_words import moment_of
from tables.views.round_rows import bet_rows, choice_rows


@require_GET
@logged_in
def round_detail(request: PlayerRequest, public_id: uuid.UUID) -> HttpResponse:
    """One round with its cards, bets, decisions and money, marked as a look back."""
    page = round_page(player=request.user, public_id=public_id)
    felt = round_felt(page.round)
    context = {
        "page": page,
        "felt": felt,
        "bets": bet_rows(page, is_duel=felt.game == "duel"),
        "choices": choice_rows(page),
    }
    return render(request, "tables/round.html", context)


@require_GET
@logged_in
def replay(request: PlayerRequest, public_id: uuid.UUID) -> HttpResponse:
    """One moment of a round: ``?step=3``. A step that is none leads to the nearest."""
    shown = round_replay(player=request.user, public_id=public_id)
    return render(request, "tables/replay.html", replay_context(shown, request.GET.get("step")))


def replay_context(shown: Replay, asked: str | None) -> dict[str, Any]:
    """The moment that was asked for, counted from 1, with those beside it."""
    last = len(shown.frames)
    step = _step(asked, last)
    return {
        "replay": shown,
        "step": step,
        "last": last,
        "before": step - 1 if step > 1 else None,
        "after": step + 1 if step < last else None,
        "moment": moment_of(shown, step - 1),
    }


def _step(asked: str | None, last: int) -> int:
    digits = asked if asked and asked.isdecimal() and len(asked) < 6 else "1"
    return min(max(int(digits), 1), last)
