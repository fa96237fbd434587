"""What is done to a campaign: chips are granted, it is closed, its chips are cancelled."""

from collections.abc import Sequence
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_POST

from casino.backoffice.campaigns.forms import ConfirmForm, GrantForm
from casino.models import User
from casino.presentation import refusal_sentence
from casino.reasons import ReasonForm
from casino.staff_pages import StaffRequest, needs, page
from golden_chips.errors import BadLine, GrantRefused
from golden_chips.models import Campaign, GrantOrder
from golden_chips.selectors import read_list
from golden_chips.services import cancel_campaign, close_campaign, grant
from golden_chips.tasks import run_order_task

GRANT: Final = "golden_chips.grant_chips"
CANCEL: Final = "golden_chips.cancel_chips"
VIEW: Final = "golden_chips.view_campaign"
NAMES_SHOWN: Final = 20
PROBLEMS_SHOWN: Final = 500
"""A file of two megabytes can hold a quarter of a million of them."""


def _page(request: HttpRequest, name: str, campaign: Campaign, **context: Any) -> HttpResponse:
    return page(
        request,
        f"admin/golden_chips/{name}.html",
        title=str(campaign),
        status=400 if context.get("problems") else 200,
        opts=Campaign._meta,  # noqa: SLF001  how admin templates know the model
        campaign=campaign,
        **context,
    )


def _back(campaign: Campaign) -> HttpResponse:
    return HttpResponseRedirect(reverse("admin:golden_chips_campaign_change", args=[campaign.pk]))


@needs(GRANT)
def grant_chips(request: StaffRequest, pk: int) -> HttpResponse:
    """Name the players; see who they are and what stands in the way; then grant."""
    campaign = get_object_or_404(Campaign, pk=pk)
    if request.method == "POST" and "confirmed" in request.POST:
        return _grant(request, campaign)
    sent = (request.POST, request.FILES) if request.method == "POST" else ()
    form = GrantForm(*sent, campaign=campaign)
    if form.is_valid():
        return _preview(request, campaign, form)
    return _page(request, "grant", campaign, form=form)


def _preview(request: HttpRequest, campaign: Campaign, form: GrantForm) -> HttpResponse:
    data = form.cleaned_data
    found = read_list(campaign=campaign, lines=data["lines"])
    names = User.objects.filter(pk__in=found.player_ids[:NAMES_SHOWN]).order_by("username")
    initial = {
        "lines": "\n".join(data["lines"]),
        "source": data["source"],
        "reason": data["reason"],
    }
    return _page(
        request,
        "grant_preview",
        campaign,
        confirm=ConfirmForm(initial=initial),
        names=names,
        players=len(found.player_ids),
        more=max(len(found.player_ids) - NAMES_SHOWN, 0),
        face_cents=len(found.player_ids) * campaign.face_cents,
        source=data["source"],
        **_listed(found.problems),
    )


def _listed(problems: Sequence[BadLine]) -> dict[str, Any]:
    """What is wrong with the whole list first, then its lines; how many more there are."""
    first = sorted(problems, key=lambda line: line.number)[:PROBLEMS_SHOWN]
    return {"problems": _shown(first), "more_problems": len(problems) - len(first)}


def _shown(problems: Sequence[BadLine]) -> list[BadLine]:
    return [BadLine(line.number, line.text, gettext(line.problem)) for line in problems]


def _grant(request: StaffRequest, campaign: Campaign) -> HttpResponse:
    form = ConfirmForm(request.POST)
    if not form.is_valid():
        return _page(request, "grant", campaign, form=GrantForm(campaign=campaign))
    try:
        order = grant(
            campaign=campaign,
            lines=form.cleaned_data["lines"].split("\n"),
            source=form.cleaned_data["source"],
            actor=request.user,
            reason=form.cleaned_data["reason"],
            later=run_order_task.delay,
        )
    except GrantRefused as refusal:
        return _page(
            request,
            "grant_preview",
            campaign,
            **_listed(refusal.lines),
            refusal=refusal_sentence(refusal),
        )
    if order.state == GrantOrder.State.WAITING:
        return HttpResponseRedirect(reverse("admin:campaign_order", args=[order.pk]))
    said = ngettext(
        "Chips were granted to %(players)s player.",
        "Chips were granted to %(players)s players.",
        order.players,
    )
    messages.success(request, said % {"players": order.players})
    return _back(campaign)


@needs(VIEW)
def order(request: StaffRequest, pk: int) -> HttpResponse:
    """How far a long list is; the page looks again by itself until it is done."""
    found = get_object_or_404(GrantOrder.objects.select_related("campaign"), pk=pk)
    refusal = [BadLine(*line) for line in found.refusal]
    waiting = found.state == GrantOrder.State.WAITING
    shown = _page(
        request,
        "order",
        found.campaign,
        order=found,
        waiting=waiting,
        lines=_shown(refusal),
    )
    if waiting:
        shown["Refresh"] = "2"
    return shown


@needs(GRANT)
@require_POST
def close(request: StaffRequest, pk: int) -> HttpResponse:
    """No more chips are granted in the campaign."""
    campaign = get_object_or_404(Campaign, pk=pk)
    close_campaign(campaign=campaign, actor=request.user)
    messages.success(request, gettext("The campaign is closed; its chips stay good."))
    return _back(campaign)


@needs(CANCEL)
def cancel(request: StaffRequest, pk: int) -> HttpResponse:
    """Close the campaign and take back all chips that are in players' hands."""
    campaign = get_object_or_404(Campaign, pk=pk)
    form = ReasonForm(request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return _page(request, "cancel", campaign, form=form)
    grants = cancel_campaign(
        campaign=campaign,
        actor=request.user,
        reason=form.cleaned_data["reason"],
    )
    said = ngettext("%(grants)s grant was cancelled.", "%(grants)s grants were cancelled.", grants)
    messages.success(request, said % {"grants": grants})
    return _back(campaign)
