"""The list of what players ask: what waits, the oldest first."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.db.models import F, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils.timesince import timesince
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from casino.backoffice.questions import views
from casino.readonly import ReadOnlyAdmin
from tables.forms import MessageForm
from tables.models import Question

EVERY = "every"


class StateFilter(admin.SimpleListFilter):
    """Those that wait, unless others are asked for."""

    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Sequence[tuple[str, StrOrPromise]]:
        """Beside those that wait."""
        others = [state for state in Question.State if state != Question.State.WAITING]
        return [*((state.value, state.label) for state in others), (EVERY, _("every state"))]

    def choices(self, changelist: ChangeList) -> Iterator[Any]:
        """Without one, those that wait are shown."""
        first, *others = super().choices(changelist)
        yield {**first, "display": Question.State.WAITING.label}
        yield from others

    def queryset(self, request: HttpRequest, queryset: QuerySet[Question]) -> QuerySet[Question]:
        """The questions of the state."""
        if self.value() == EVERY:
            return queryset
        return queryset.filter(state=self.value() or Question.State.WAITING)


class QuestionAdmin(ReadOnlyAdmin[Question]):
    """Questions are answered on their own page; here they are found."""

    list_display = ["number", "player", "state", "asked_at", "waits"]
    list_display_links = ["number"]
    list_filter = [StateFilter, "asked_at", "round__table"]
    list_select_related = ["round", "player"]
    ordering = (F("waiting_since").asc(nulls_last=True), "-id")
    search_fields = ["=round__id", "player__username", "player__email"]
    search_help_text = _("Number of the round without the R, or a player's name")

    def get_urls(self) -> list[URLPattern]:
        """The command beside the pages of the admin."""
        wrap = self.admin_site.admin_view
        answer = path("<int:pk>/answer/", wrap(views.answer), name="question_answer")
        return [answer, *super().get_urls()]

    @admin.display(description=_("round"), ordering="round")
    def number(self, question: Question) -> str:
        """What the question is about."""
        return question.round.number

    @admin.display(description=_("waits for"), ordering="waiting_since")
    def waits(self, question: Question) -> str:
        """How long the player has been without an answer."""
        return timesince(question.waiting_since) if question.waiting_since else "–"

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """The thread; what is not there, or not to be seen, is answered as everywhere."""
        question = self.get_object(request, object_id)
        if (
            question is None
            or request.method == "POST"
            or not self.has_view_permission(request, question)
        ):
            return super().change_view(request, object_id, form_url, extra_context)
        return views.thread_page(request, question.pk, MessageForm())
