"""What tests of pages share."""

from typing import Any

from django.test import Client

from casino.models import User


def client_of(person: User, language: str = "en") -> Client:
    """A test client that is logged in and reads in a language."""
    client = Client()
    client.force_login(person)
    client.cookies["django_language"] = language
    return client


def text_of(response: Any) -> str:
    """The page of a test client's answer, with every run of white space as one space."""
    return " ".join(response.content.decode().split())
