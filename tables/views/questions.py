"""The player's thread about one of his rounds."""

import uuid

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_GET

from casino.errors import CasinoError
from casino.presentation import refusal_sentence
from casino.web import PlayerRequest, command, logged_in
from tables.forms import MessageForm
from tables.models import LONGEST_MESSAGE
from tables.selectors.questions import own_thread
from tables.services import questions


@require_GET
@logged_in
def question(request: PlayerRequest, public_id: uuid.UUID) -> HttpResponse:
    """What was asked and answered, and the form to write on."""
    return _page(request, public_id, MessageForm())


@command("tables:question")
def ask(request: PlayerRequest, public_id: uuid.UUID) -> HttpResponse:
    """Send a message about the round."""
    form = MessageForm(request.POST)
    if not form.is_valid():
        return _page(request, public_id, form, status=400)
    data = form.cleaned_data
    try:
        questions.ask(player=request.user, round_id=public_id, text=data["text"], key=data["key"])
    except CasinoError as error:
        form.add_error("text", refusal_sentence(error))
        return _page(request, public_id, form, status=error.status)
    messages.success(request, gettext("Your message has been sent. The answer comes here."))
    return redirect("tables:question", public_id)


def _page(
    request: PlayerRequest, public_id: uuid.UUID, form: MessageForm, *, status: int = 200
) -> HttpResponse:
    """Raises ``NotFound`` for a foreign round, whatever was sent."""
    thread = own_thread(player=request.user, round_id=public_id)
    context = {"thread": thread, "form": form, "longest": LONGEST_MESSAGE}
    return render(request, "tables/question.html", context, status=status)
