"""The people that bots are: test accounts, logged in and with money for a session."""

import secrets
from importlib import import_module
from typing import Final

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

from casino.models import User
from wallet.selectors import cash_balance
from wallet.services import deposit

CASH_CENTS: Final = 100_000


def bot_account(number: int) -> User:
    """The test account of this number, made when it is missing. Nobody can log in by a form."""
    name = f"bot{number:04d}"
    bot = User.objects.filter(username=name).first()
    if bot is None:
        bot = User(username=name, email=f"{name}@bots.example", is_test=True)
        bot.set_unusable_password()
        bot.save()
    if not bot.is_test:
        raise ValueError(f"{name} is somebody's own account.")
    if cash_balance(player=bot) < CASH_CENTS // 2:
        deposit(player=bot, amount_cents=CASH_CENTS, key=f"bot:{secrets.token_hex(8)}")
    return bot


def log_in(bot: User) -> str:
    """A login's session key, for the cookie.

    The login form admits a few tries a minute from one address, as it should: bots of one machine
    get their sessions from whoever runs them, and do all the rest like anybody else.
    """
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(bot.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = bot.get_session_auth_hash()
    session.create()
    return str(session.session_key)
