"""Amounts as the admin's lists show them."""

from casino.presentation import money


def euro(cents: int | None) -> str:
    """In the reader's format; a dash where there is none."""
    return "–" if cents is None else money(cents)
