"""The login form.

It stands apart from the registration's, which allauth's own forms import.
"""

from typing import Any

from allauth.account.forms import LoginForm as AllauthLoginForm
from django.core.validators import MaxLengthValidator

LONGEST_LOGIN = 254
"""An e-mail address; user names are shorter. SQLite refuses to look for texts without end."""


class LoginForm(AllauthLoginForm):
    """Refuses what is too long to be anybody's name before it is looked for."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].validators.append(MaxLengthValidator(LONGEST_LOGIN))
