"""Reading and answering a player's question."""

from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from casino.errors import CasinoError
from casino.presentation import refusal_sentence
from casino.staff_pages import StaffRequest, needs, page
from tables.forms import MessageForm
from tables.models import LONGEST_MESSAGE
from tables.selectors.questions import staff_thread
from tables.services import questions

ANSWER: Final = "tables.answer_question"


def thread_page(
    request: HttpRequest, pk: int, form: MessageForm, *, status: int = 200
) -> HttpResponse:
    """The thread, and the form for those who may answer. Raises ``NotFound``."""
    thread = staff_thread(question_id=pk)
    return page(
        request,
        "admin/questions/thread.html",
        title=gettext("Question about %(round)s") % {"round": thread.number},
        status=status,
        pk=pk,
        thread=thread,
        form=form,
        longest=LONGEST_MESSAGE,
        names_staff=True,
        may_answer=request.user.has_perm(ANSWER),
    )


@require_POST
@needs(ANSWER)
def answer(request: StaffRequest, pk: int) -> HttpResponse:
    """Answer, or close with or without a last word."""
    form = MessageForm(request.POST)
    if not form.is_valid():
        return thread_page(request, pk, form, status=400)
    data, close = form.cleaned_data, "close" in request.POST
    try:
        questions.answer(
            actor=request.user, question_id=pk, text=data["text"], key=data["key"], close=close
        )
    except CasinoError as error:
        form.add_error("text", refusal_sentence(error))
        return thread_page(request, pk, form, status=error.status)
    said = gettext("The question is closed.") if close else gettext("The answer has been sent.")
    messages.success(request, said)
    return redirect("admin:tables_question_change", pk)
