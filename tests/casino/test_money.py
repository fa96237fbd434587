"""Amounts: what is read, what is refused and why, how they are shown."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino import errors
from casino.money import MAX_CENTS, parse_cents, plain_amount, show_cents


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("12", 1200),
        ("12.5", 1250),
        ("12,50", 1250),
        (" €12.50 ", 1250),
        ("12,50 €", 1250),
        ("0.01", 1),
        ("007", 700),
        ("0", 0),
        ("9999999999.99", 999_999_999_999),
    ],
)
def test_an_amount_is_read_as_cents(text, cents):
    assert parse_cents(text) == cents


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", errors.AmountEmpty),
        ("  € ", errors.AmountEmpty),
        ("-5", errors.AmountNegative),
        ("−5.00", errors.AmountNegative),
        ("1.005", errors.AmountTooPrecise),
        ("1,000", errors.AmountTooPrecise),
        ("12345678901", errors.AmountTooLarge),
        ("ten", errors.AmountNotANumber),
        ("1e3", errors.AmountNotANumber),
        ("1.", errors.AmountNotANumber),
        (".5", errors.AmountNotANumber),
        ("1.000,50", errors.AmountNotANumber),
        ("١٢", errors.AmountNotANumber),
        ("NaN", errors.AmountNotANumber),
        ("12.50\n13", errors.AmountNotANumber),
    ],
)
def test_what_is_no_amount_is_refused_with_its_reason(text, error):
    with pytest.raises(error):
        parse_cents(text)


@given(st.integers(min_value=0, max_value=MAX_CENTS - 1))
def test_a_plain_amount_reads_back_as_itself(cents):
    assert parse_cents(plain_amount(cents)) == cents


@pytest.mark.parametrize(
    ("cents", "english", "italian"),
    [
        (0, "€0.00", "0,00\u00a0€"),
        (5, "€0.05", "0,05\u00a0€"),
        (123_456_789, "€1,234,567.89", "1.234.567,89\u00a0€"),
        (-1250, "−€12.50", "−12,50\u00a0€"),
    ],
)
def test_an_amount_is_shown_in_the_readers_language(cents, english, italian):
    assert show_cents(cents, "en") == english
    assert show_cents(cents, "it") == italian
