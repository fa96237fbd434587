"""The page of a table, and the session at it: opened, added to, ended."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_http_methods

from casino.errors import CasinoError
from casino.presentation import money, refusal_sentence
from casino.web import PlayerRequest, command, go, logged_in, visitor_or_player
from tables import services
from tables.forms import AddMoneyForm, EndSessionForm, MoneyForm, first_error
from tables.selectors import TablePage, table_page
from tables.views.answer import Said, done, refused_with, rules_context, table_answer, table_url
from tables.views.live_page import live_answer


@require_GET
def table(request: HttpRequest, slug: str) -> HttpResponse:
    """The felt for a player with a session, else the terms and the buy-in."""
    page = table_page(slug=slug, player=visitor_or_player(request))
    if page.is_live:
        return live_answer(request, page)
    if page.session is None:
        return _buy_in(request, page, MoneyForm())
    return table_answer(request, page)


def _buy_in(
    request: HttpRequest, page: TablePage, form: MoneyForm, *, refusal: str = "", status: int = 200
) -> HttpResponse:
    if page.is_live:
        said = Said(status=status)
        return live_answer(request, page, said=said, form=form, buy_in_refusal=refusal)
    context = {
        "page": page,
        "form": form,
        "refusal": refusal,
        "most_cents": min(page.terms.buy_in.most_cents, page.cash_cents),
        **rules_context(page),
    }
    return render(request, "tables/buy_in.html", context, status=status)


@command("tables:table")
def open_session(request: PlayerRequest, slug: str) -> HttpResponse:
    """Buy in: a ticket, a session, and the felt."""
    form = MoneyForm(request.POST)
    if form.is_valid():
        try:
            services.open_session(
                player=request.user,
                slug=slug,
                buy_in_cents=form.cleaned_data["amount"],
                key=form.cleaned_data["key"],
            )
        except CasinoError as error:
            refusal, status = refusal_sentence(error), error.status
        else:
            return go(request, table_url(slug))
    else:
        refusal, status = first_error(form), 400
    page = table_page(slug=slug, player=request.user)
    if page.session is not None:
        messages.error(request, refusal)
        return go(request, table_url(slug))
    return _buy_in(request, page, form, refusal=refusal, status=status)


@command("tables:table")
def add_money(request: PlayerRequest, slug: str) -> HttpResponse:
    """Add money to the session, also while a round is in play."""
    form = AddMoneyForm(request.POST)
    if not form.is_valid():
        return _money_refused(request, slug, Said(money_refusal=first_error(form), status=400))
    amount_cents = form.cleaned_data["amount"]
    try:
        services.rebuy(
            player=request.user,
            session_id=form.cleaned_data["session"],
            amount_cents=amount_cents,
            key=form.cleaned_data["key"],
        )
    except CasinoError as error:
        said = Said(money_refusal=refusal_sentence(error), status=error.status)
        return _money_refused(request, slug, said)
    note = gettext("%(amount)s was added to your stake.") % {"amount": money(amount_cents)}
    return done(request, table_page(slug=slug, player=request.user), note=note)


def _money_refused(request: PlayerRequest, slug: str, said: Said) -> HttpResponse:
    page = table_page(slug=slug, player=request.user)
    if page.is_live:
        return live_answer(request, page, said=said)
    return refused_with(request, slug, said)


@require_http_methods(["GET", "POST"])
@logged_in
def end_session(request: PlayerRequest, slug: str) -> HttpResponse:
    """Ask, then end the session; the whole stake goes back to the balance."""
    page = table_page(slug=slug, player=request.user)
    if request.method == "POST":
        return _end(request, page)
    if page.session is None:
        return go(request, table_url(slug))
    return _confirm_end(request, page)


def _confirm_end(
    request: PlayerRequest, page: TablePage, *, refusal: str = "", status: int = 200
) -> HttpResponse:
    context = {"page": page, "session": page.session, "refusal": refusal}
    return render(request, "tables/end_session.html", context, status=status)


def _end(request: PlayerRequest, page: TablePage) -> HttpResponse:
    form = EndSessionForm(request.POST)
    try:
        if not form.is_valid():
            return _confirm_end(request, page, refusal=first_error(form), status=400)
        session = services.end_session(player=request.user, session_id=form.cleaned_data["session"])
    except CasinoError as error:
        return _confirm_end(request, page, refusal=refusal_sentence(error), status=error.status)
    facts = {"amount": money(session.paid_out_cents or 0), "table": page.name}
    note = gettext("Your session at %(table)s has ended: %(amount)s is back in your balance.")
    messages.success(request, note % facts)
    return go(request, "/")
