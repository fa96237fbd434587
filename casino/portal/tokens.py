"""A person's keys to the API: made with the password at hand, shown once, revoked at will."""

from typing import Final

from allauth.account.decorators import reauthentication_required
from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from casino.errors import CasinoError
from casino.presentation import refusal_sentence
from casino.selectors.tokens import own_tokens
from casino.services.tokens import NAME_LENGTH, make_token, revoke_token
from casino.web import PlayerRequest, command, logged_in

PAGE: Final = "portal/tokens.html"


class TokenForm(forms.Form):
    """What the token is for."""

    name = forms.CharField(
        label=_("Name"),
        max_length=NAME_LENGTH,
        help_text=_("Which program it is for, so that you know it again."),
        error_messages={
            "required": _("Give the token a name that says which program it is for."),
        },
    )


@require_http_methods(["GET", "POST"])
@logged_in
@reauthentication_required(allow_get=True)  # type: ignore[untyped-decorator]  # it has no types
def tokens(request: PlayerRequest) -> HttpResponse:
    """The tokens that are good, and the form that makes one; a new one is shown in this answer."""
    form = TokenForm(request.POST if request.method == "POST" else None)
    context: dict[str, object] = {"form": form}
    status = 200
    if form.is_valid():
        try:
            made, context["text"] = make_token(owner=request.user, name=form.cleaned_data["name"])
        except CasinoError as error:
            context["refusal"], status = refusal_sentence(error), error.status
        else:
            context |= {"made": made, "form": TokenForm()}
    elif form.is_bound:
        status = 400
    context["tokens"] = own_tokens(owner=request.user)
    return render(request, PAGE, context, status=status)


@command("portal:tokens")
def revoke(request: PlayerRequest, token_id: int) -> HttpResponse:
    """End one of the person's own tokens."""
    token = revoke_token(owner=request.user, token_id=token_id)
    said = gettext("The token %(name)s is revoked. Programs that use it are locked out.")
    messages.success(request, said % {"name": token.name})
    return redirect("portal:tokens")
