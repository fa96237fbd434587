"""Rounds are voided: chosen, looked at with their money, ordered, followed."""

import re
from itertools import islice
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from casino.backoffice.voids.forms import VoidRoundsForm, first_form
from casino.errors import CasinoError
from casino.presentation import refusal_sentence
from casino.staff_pages import StaffRequest, needs, page
from tables.models import VoidOrder
from tables.selectors.void_preview import preview
from tables.selectors.void_report import order_lines, order_totals
from tables.services import order_voids
from tables.tasks import run_void_order_task

VOID: Final = "tables.void_round"
VIEW: Final = "tables.view_voidorder"
SHOWN: Final = 100
CHOSEN: Final = re.compile(r"\d{1,18}(,\d{1,18})*")


def _page(request: HttpRequest, name: str, *, title: str, **context: Any) -> HttpResponse:
    return page(
        request,
        f"admin/voids/{name}.html",
        title=title,
        opts=VoidOrder._meta,  # noqa: SLF001  how admin templates know the model
        zone=timezone.get_default_timezone_name(),
        **context,
    )


@needs(VOID)
def void_rounds(request: StaffRequest) -> HttpResponse:
    """Choose the rounds; see what money would move; then void them."""
    if request.method != "POST":
        chosen = request.GET.get("rounds", "")
        return _ask(request, first_form(chosen if CHOSEN.fullmatch(chosen) else ""), status=200)
    form = VoidRoundsForm(request.POST)
    if not form.is_valid():
        return _ask(request, form)
    try:
        if "confirmed" in request.POST:
            return _order(request, form)
        found = preview(form.scope(), now=timezone.now())
    except CasinoError as refusal:
        return _ask(request, form, refusal=refusal_sentence(refusal))
    return _page(
        request,
        "preview",
        title=gettext("Void these rounds?"),
        form=form,
        scope=form.scope(),
        reason=form.cleaned_data["reason"],
        found=found,
    )


def _ask(
    request: StaffRequest, form: VoidRoundsForm, *, refusal: str = "", status: int = 400
) -> HttpResponse:
    chosen = form["rounds"].value() or ""
    return _page(
        request,
        "ask",
        title=gettext("Void rounds"),
        status=status,
        form=form,
        refusal=refusal,
        chosen=[f"R{int(number):09d}" for number in chosen.split(",") if number.isdecimal()],
    )


def _order(request: StaffRequest, form: VoidRoundsForm) -> HttpResponse:
    given = order_voids(
        scope=form.scope(),
        key=form.cleaned_data["key"],
        actor=request.user,
        reason=form.cleaned_data["reason"],
        later=run_void_order_task.delay,
    )
    return HttpResponseRedirect(reverse("admin:tables_voidorder_change", args=[given.pk]))


@needs(VIEW)
def order(request: StaffRequest, object_id: str) -> HttpResponse:
    """What an order was for and what it has done; the page looks again until it is done."""
    number = int(object_id) if object_id.isdecimal() and len(object_id) <= 18 else 0
    orders = VoidOrder.objects.select_related("table", "ordered_by")
    found = get_object_or_404(orders, pk=number)
    waiting = found.state == VoidOrder.State.WAITING
    totals = order_totals(found)
    shown = _page(
        request,
        "order",
        title=gettext("Order of voids"),
        order=found,
        waiting=waiting,
        totals=totals,
        lines=list(islice(order_lines(found), SHOWN)),
        more=max(totals.rounds - SHOWN, 0),
    )
    if waiting:
        shown["Refresh"] = "2"
    return shown
