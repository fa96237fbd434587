"""Opening, closing and disabling tables: asked first, done for a reason."""

from collections.abc import Mapping, Sequence
from typing import Final

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from casino.errors import CasinoError
from casino.presentation import refusal_sentence
from casino.staff_pages import StaffRequest, needs, page
from tables.admin.publishing import CHANGE, OPTS, table_page_url
from tables.admin.state_form import StateForm
from tables.models import Table
from tables.selectors.versions import in_play
from tables.services.versions import set_table_state

State = Table.State

TITLES: Final[Mapping[str, StrOrPromise]] = {
    State.OPEN: _("Open tables"),
    State.CLOSED: _("Close tables"),
    State.DISABLED: _("Disable tables"),
}
BUTTONS: Final[Mapping[str, StrOrPromise]] = {
    State.OPEN: _("Open"),
    State.CLOSED: _("Close"),
    State.DISABLED: _("Disable"),
}
CONSEQUENCES: Final[Mapping[str, StrOrPromise]] = {
    State.OPEN: _("Players can open sessions and begin rounds."),
    State.CLOSED: _(
        "No session is opened and no round is begun any more. Rounds in play are finished first; "
        "players keep their stake and can end their session."
    ),
    State.DISABLED: _(
        "As closed, and the table leaves the lobby of all who have no session there. Rounds in "
        "play are finished first."
    ),
}


def state_url(state: str, tables: Sequence[Table]) -> str:
    """The page that asks whether these tables are to be in that state."""
    query = urlencode([("to", state), *(("table", table.pk) for table in tables)])
    return f"{reverse('admin:table_state')}?{query}"


def other_states(table: Table) -> list[tuple[StrOrPromise, str]]:
    """The buttons of a table, each with its page."""
    return [(BUTTONS[state], state_url(state, [table])) for state in State if state != table.state]


@needs(CHANGE)
def change_state(request: StaffRequest) -> HttpResponse:
    """Ask, then open, close or disable; each table is answered for by itself."""
    form = StateForm(request.POST if request.method == "POST" else {**_asked(request)})
    form.is_valid()
    if "to" in form.errors or "table" in form.errors:
        raise BadRequest("No such tables, or no such state.")
    state = State(form.cleaned_data["to"])
    tables = list(form.cleaned_data["table"])
    if request.method != "POST" or form.errors:
        return _ask(request, form, state, tables)
    for table in tables:
        _set_state(request, table, state, form.cleaned_data["reason"])
    only = tables[0] if len(tables) == 1 else None
    return HttpResponseRedirect(table_page_url(only))


def _asked(request: HttpRequest) -> dict[str, object]:
    return {"to": request.GET.get("to", ""), "table": request.GET.getlist("table")}


def _ask(request: StaffRequest, form: StateForm, state: State, tables: list[Table]) -> HttpResponse:
    is_sent = request.method == "POST"
    return page(
        request,
        "admin/tables/state.html",
        title=str(TITLES[state]),
        status=400 if is_sent else 200,
        opts=OPTS,
        form=form,
        errors=form.errors.get("reason", []) if is_sent else [],
        button=BUTTONS[state],
        consequence=CONSEQUENCES[state],
        tables=in_play(tables),
    )


def _set_state(request: StaffRequest, table: Table, state: State, reason: str) -> None:
    try:
        set_table_state(table=table, state=state, actor=request.user, reason=reason)
    except CasinoError as error:
        messages.error(request, f"{table}: {refusal_sentence(error)}")
        return
    messages.success(
        request, gettext("%(table)s: %(state)s") % {"table": table, "state": state.label}
    )
