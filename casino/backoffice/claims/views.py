"""A claim is paid from the player's cash, or what is open of it is written off."""

import uuid
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext

from casino.backoffice.claims.forms import ReasonForm, SettleForm
from casino.errors import CasinoError
from casino.presentation import amount_text, money, refusal_sentence
from casino.staff_pages import StaffRequest, needs, page
from wallet.models import Claim
from wallet.selectors import cash_balance
from wallet.services import settle_claim, write_off_claim

SETTLE: Final = "wallet.settle_claim"


def _page(
    request: HttpRequest, name: str, claim: Claim, *, refusal: str = "", **context: Any
) -> HttpResponse:
    return page(
        request,
        f"admin/claims/{name}.html",
        title=gettext("Claim on a player"),
        opts=Claim._meta,  # noqa: SLF001  how admin templates know the model
        claim=claim,
        cash_cents=cash_balance(player=claim.player),
        refusal=refusal,
        **context,
    )


def _claim(pk: int) -> Claim:
    return get_object_or_404(Claim.objects.select_related("player"), pk=pk)


def _done(request: HttpRequest, claim: Claim, sentence: str) -> HttpResponse:
    messages.success(request, sentence % {"claim": claim.number, "open": money(claim.open_cents)})
    return HttpResponseRedirect(reverse("admin:wallet_claim_change", args=[claim.pk]))


@needs(SETTLE)
def settle(request: StaffRequest, pk: int) -> HttpResponse:
    """Take some of the player's cash, by default all that is owed or there."""
    claim = _claim(pk)
    if request.method != "POST":
        most = min(claim.open_cents, cash_balance(player=claim.player))
        initial = {"amount": amount_text(most) if most else "", "key": uuid.uuid4()}
        return _page(request, "settle", claim, form=SettleForm(initial=initial))
    form = SettleForm(request.POST)
    if not form.is_valid():
        return _page(request, "settle", claim, form=form, status=400)
    try:
        paid = settle_claim(
            claim_id=claim.pk,
            amount_cents=form.cleaned_data["amount"],
            key=form.cleaned_data["key"],
            actor=request.user,
            reason=form.cleaned_data["reason"],
        )
    except CasinoError as refused:
        sentence = refusal_sentence(refused)
        return _page(request, "settle", claim, form=form, refusal=sentence, status=refused.status)
    return _done(request, paid, gettext("%(claim)s: %(open)s is still open."))


@needs(SETTLE)
def write_off(request: StaffRequest, pk: int) -> HttpResponse:
    """Give up what is open of a claim."""
    claim = _claim(pk)
    form = ReasonForm(request.POST if request.method == "POST" else None)
    if not form.is_valid():
        status = 400 if form.is_bound else 200
        return _page(request, "write_off", claim, form=form, status=status)
    try:
        given_up = write_off_claim(
            claim_id=claim.pk, actor=request.user, reason=form.cleaned_data["reason"]
        )
    except CasinoError as refused:
        sentence = refusal_sentence(refused)
        return _page(
            request, "write_off", claim, form=form, refusal=sentence, status=refused.status
        )
    return _done(request, given_up, gettext("%(claim)s is written off."))
