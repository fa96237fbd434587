"""The forms of login and registration, as allauth's views use them.

They stand apart from ``casino.portal.forms``, which allauth's own forms import.
"""

from typing import Any

from allauth.account.forms import LoginForm as AllauthLoginForm
from allauth.account.forms import SignupForm as AllauthSignupForm
from django.conf import settings
from django.contrib import messages
from django.core.validators import MaxLengthValidator
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

from casino.models import User

LONGEST_ADDRESS = 254
"""Of an e-mail address, as the database keeps it; user names are shorter."""


class LoginForm(AllauthLoginForm):
    """Refuses what is too long to be anybody's name: SQLite does not look for texts without end."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].validators.append(MaxLengthValidator(LONGEST_ADDRESS))


class SignupForm(AllauthSignupForm):
    """Refuses an address that allauth would cut off, and makes a player whole or not at all."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].validators.append(MaxLengthValidator(LONGEST_ADDRESS))

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """The player; or, of two who register alike at the same moment, the way to the login.

        After a double click that leads on to the lobby: the first request has logged in.
        """
        try:
            with transaction.atomic():
                user, answer = super().try_save(request)
        except IntegrityError:
            note = gettext("This user name or e-mail address has just been registered.")
            messages.error(request, note)
            return None, redirect(settings.LOGIN_REDIRECT_URL)
        return user, answer
