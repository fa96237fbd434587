"""The cashier: pay in, pay out, and what moved."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_GET

from casino.errors import CasinoError
from casino.presentation import money, refusal_sentence
from casino.web import PlayerRequest, command, logged_in
from wallet import services
from wallet.forms import PaymentForm
from wallet.selectors import cash_balance, movements, waiting_orders

SHOWN = 20


@require_GET
@logged_in
def cashier(request: PlayerRequest) -> HttpResponse:
    """Balance, both forms, and the last movements."""
    return _cashier(request)


def _cashier(request: PlayerRequest, *, status: int = 200, **extra: Any) -> HttpResponse:
    context = {
        "deposit_form": PaymentForm(auto_id="deposit_%s"),
        "withdraw_form": PaymentForm(auto_id="withdraw_%s"),
        "least_cents": settings.DEPOSIT_LEAST_CENTS,
        "most_cents": settings.DEPOSIT_MOST_CENTS,
        # Also for staff: who played before joining takes the rest out here.
        "balance_cents": cash_balance(player=request.user),
        "movements": movements(player=request.user, newest=SHOWN),
        "waiting": waiting_orders(player=request.user),
        **extra,
    }
    return render(request, "wallet/cashier.html", context, status=status)


@command("wallet:cashier")
def deposit(request: PlayerRequest) -> HttpResponse:
    """Pay in through the payment provider."""
    form = PaymentForm(request.POST, auto_id="deposit_%s")
    if not form.is_valid():
        return _cashier(request, status=400, deposit_form=form)
    amount_cents = form.cleaned_data["amount"]
    try:
        services.deposit(
            player=request.user, amount_cents=amount_cents, key=str(form.cleaned_data["key"])
        )
    except CasinoError as error:
        form.add_error("amount", refusal_sentence(error))
        return _cashier(request, status=error.status, deposit_form=form)
    note = gettext("%(amount)s has been paid in.") % {"amount": money(amount_cents)}
    messages.success(request, note)
    return redirect("wallet:cashier")


@command("wallet:cashier")
def withdraw(request: PlayerRequest) -> HttpResponse:
    """Pay out through the payment provider."""
    form = PaymentForm(request.POST, auto_id="withdraw_%s")
    if not form.is_valid():
        return _cashier(request, status=400, withdraw_form=form)
    amount_cents = form.cleaned_data["amount"]
    try:
        services.withdraw(
            player=request.user, amount_cents=amount_cents, key=str(form.cleaned_data["key"])
        )
    except CasinoError as error:
        form.add_error("amount", refusal_sentence(error))
        return _cashier(request, status=error.status, withdraw_form=form)
    note = gettext("%(amount)s is on its way to you.") % {"amount": money(amount_cents)}
    messages.success(request, note)
    return redirect("wallet:cashier")
