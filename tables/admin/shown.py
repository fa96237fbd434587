"""Amounts and shares as the admin's lists show them."""

from django.utils.formats import number_format

from casino.presentation import money


def euro(cents: int | None) -> str:
    """In the reader's format; a dash where there is none."""
    return "–" if cents is None else money(cents)


def percent(share: float) -> str:
    """Three decimals, as the analysis is checked to."""
    return f"{number_format(f'{100 * share:.3f}', 3)} %"
