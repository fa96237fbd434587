"""Login sessions: Django's, in the database (``SESSION_ENGINE``)."""

from django.contrib.sessions.backends import db


class SessionStore(db.SessionStore):
    """Takes a cookie for no key that it has not made itself.

    A cookie can hold any character, and PostgreSQL answers a NUL in a text with an error.
    """

    def __init__(self, session_key: str | None = None) -> None:
        known = session_key is not None and session_key.isalnum()
        super().__init__(session_key if known else None)
