"""What tests of pages share."""

from typing import Any


def text_of(response: Any) -> str:
    """The page of a test client's answer, with every run of white space as one space."""
    return " ".join(response.content.decode().split())
