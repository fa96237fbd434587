"""What players do at a live table. The page, its forms and bots all use these addresses.

Who asks for ``application/json`` is answered in it: ``{"own": slots}``, or a refusal as
``{"code", "sentence"}`` with its status. A browser without scripts gets the page.
"""

import uuid
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_POST

from casino.errors import CasinoError, NotFound
from casino.presentation import refusal_sentence
from casino.web import PlayerRequest, command, go, visitor_or_player
from tables.engine.stake import NOTHING, Stake
from tables.errors import SessionOver, UnknownChip
from tables.forms import AutoActionsForm, InsuranceForm, LayoutForm, first_error
from tables.selectors import TablePage, table_page
from tables.selectors.live_page import last_layout, live_owns, live_state
from tables.services.live import answer_insurance, cast_vote, choose_auto_actions, lay
from tables.views.answer import Said, affordable, table_url
from tables.views.live_felt import millis, regions, slots
from tables.views.live_own import OwnWords, own_slots
from tables.views.live_page import live_answer, own_now


@require_GET
@never_cache
def live_poll(request: HttpRequest, slug: str) -> HttpResponse:
    """The whole state as the stream tells it; 204 where ``version`` is still the present one."""
    page = _live_page(request, slug)
    state = live_state(table_id=page.table_id)
    if request.GET.get("version") == str(state.version):
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    player = visitor_or_player(request)
    own = live_owns(state, players=[player.pk]).get(player.pk) if player else None
    return JsonResponse(
        {
            "version": state.version,
            "now": millis(timezone.now()),
            "whole": True,
            "regions": regions(state),
            "slots": slots(state),
            "own": own_slots(own, OwnWords(state)),
        }
    )


@command("tables:table")
def lay_bets(request: PlayerRequest, slug: str) -> HttpResponse:
    """Lay the whole layout in place of what lay there; *again* lays that of the last round."""
    page = _live_page(request, slug)
    form = LayoutForm(request.POST)
    if not form.is_valid():
        return _refused_form(request, page, first_error(form))
    laid = form.laid()
    if form.cleaned_data["again"]:
        last = last_layout(player_id=request.user.pk, table_id=page.table_id)
        laid = affordable(last, page.tray)
    try:
        place, chip = form.placed()
        if place:
            if chip.real_cents and chip.real_cents not in page.chips:
                raise UnknownChip(chip_cents=chip.real_cents)
            laid[place] = laid.get(place, NOTHING) + chip
        lay(
            player=request.user,
            session_id=_session_id(page),
            round_id=form.cleaned_data["round"],
            bets=laid,
        )
    except CasinoError as error:
        return _refused(request, page, error)
    return _done(request, page, chip=chip)


@command("tables:table")
def choose_auto(request: PlayerRequest, slug: str) -> HttpResponse:
    """Whether doubles and splits may take money from the stake by themselves."""
    page = _live_page(request, slug)
    form = AutoActionsForm(request.POST)
    if not form.is_valid():
        return _refused_form(request, page, first_error(form))
    try:
        choose_auto_actions(
            player=request.user,
            session_id=_session_id(page),
            auto_actions=form.cleaned_data["auto"] == "yes",
        )
    except CasinoError as error:
        return _refused(request, page, error)
    return _done(request, page)


@csrf_exempt  # the pass is in the page and in no cookie: no other site can send it
@require_POST
def vote(request: HttpRequest, slug: str) -> HttpResponse:
    """Vote with the seat pass, which says whose vote it is: no login is looked up for it."""
    sent = request.POST
    try:
        cast_vote(
            seat=sent.get("pass", ""),
            decision=sent.get("decision", ""),
            action=sent.get("action", ""),
        )
    except CasinoError as error:
        return _refused(request, None, error, slug=slug)
    if _wants_json(request):
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    return go(request, table_url(slug))


@command("tables:table")
def insure(request: PlayerRequest, slug: str) -> HttpResponse:
    """The one answer to the offer of insurance, for all positions."""
    page = _live_page(request, slug)
    form = InsuranceForm(request.POST)
    if not form.is_valid():
        return _refused_form(request, page, first_error(form))
    try:
        answer_insurance(
            player=request.user,
            session_id=_session_id(page),
            round_id=form.cleaned_data["round"],
            insure=form.cleaned_data["answer"] == "yes",
        )
    except CasinoError as error:
        return _refused(request, page, error)
    return _done(request, page)


def _live_page(request: HttpRequest, slug: str) -> TablePage:
    page = table_page(slug=slug, player=visitor_or_player(request))
    if not page.is_live:
        raise NotFound
    return page


def _session_id(page: TablePage) -> uuid.UUID:
    """The player's session here. Raises ``SessionOver`` where he has none."""
    if page.session is None:
        raise SessionOver(table=page.name)
    return page.session.public_id


def _wants_json(request: HttpRequest) -> bool:
    return request.headers.get("Accept", "").startswith("application/json")


def _done(request: PlayerRequest, page: TablePage, *, chip: Stake = NOTHING) -> HttpResponse:
    """The player's own part, or the page again; the chosen chip stays chosen there."""
    if _wants_json(request):
        return JsonResponse({"own": own_now(page, request.user.pk)})
    chosen = f"?chip={chip.real_cents}" if chip.real_cents else ""
    if chip.golden:
        chosen = f"?golden={chip.golden_cents}"
    return go(request, f"{table_url(page.slug)}{chosen}")


def _refused(
    request: HttpRequest, page: TablePage | None, error: CasinoError, *, slug: str = ""
) -> HttpResponse:
    """The refusal with its code; nothing has moved."""
    sentence = refusal_sentence(error)
    if _wants_json(request):
        return JsonResponse({"code": error.code, "sentence": sentence}, status=error.status)
    said = Said(refusal=sentence, status=error.status)
    return live_answer(request, page or _live_page(request, slug), said=said)


def _refused_form(
    request: HttpRequest, page: TablePage | None, sentence: str, *, slug: str = ""
) -> HttpResponse:
    """A form that cannot be read."""
    if _wants_json(request):
        told = {"code": "form_refused", "sentence": sentence}
        return JsonResponse(told, status=HTTPStatus.BAD_REQUEST)
    said = Said(refusal=sentence, status=HTTPStatus.BAD_REQUEST)
    return live_answer(request, page or _live_page(request, slug), said=said)
