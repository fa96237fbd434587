"""Passwords belong to their owners: staff can have a mail sent by which a new one is chosen."""

from typing import cast

from allauth.account.forms import ResetPasswordForm
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext

from casino.models import User
from casino.reasons import ReasonForm
from casino.services.audit import record
from casino.staff_pages import page


def reset_page(request: HttpRequest, person: User) -> HttpResponse:
    """Ask why, then send the mail; nobody here ever sees or sets the password."""
    form = ReasonForm(request.POST if request.method == "POST" else None)
    if person.is_active and form.is_valid():
        _send(request, person, form.cleaned_data["reason"])
        told = gettext("A mail to choose a new password is on its way to %(email)s.")
        messages.success(request, told % {"email": person.email})
        return HttpResponseRedirect(reverse("admin:casino_user_change", args=[person.pk]))
    return page(
        request,
        "admin/casino/reset_password.html",
        title=gettext("Password of %(person)s") % {"person": person},
        status=400 if request.method == "POST" else 200,
        opts=User._meta,  # noqa: SLF001  how admin templates know the model
        person=person,
        form=form,
    )


@transaction.atomic
def _send(request: HttpRequest, person: User, reason: str) -> None:
    record(
        actor=cast(User, request.user),
        action="person.reset_mail_sent",
        subject=person,
        reason=reason,
    )
    mail = ResetPasswordForm({"email": person.email})
    mail.full_clean()
    transaction.on_commit(lambda: mail.save(request))
