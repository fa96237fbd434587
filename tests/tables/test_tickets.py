"""The built-in ticket authority."""

import re

import pytest

from tables.tickets import LocalAuthority, TicketOrder, authority

ORDER = TicketOrder(key="k1", player="ann", table="oak", game="classic", buy_in_cents=5_000)


def test_a_ticket_is_granted_with_a_code_that_it_stands_by():
    answer = LocalAuthority().request(ORDER)

    assert answer.granted
    assert re.fullmatch(r"(?:[A-Z2-7]{4}-){5}[A-Z2-7]{4}", answer.code)
    assert LocalAuthority().is_valid(answer.code)


def test_the_same_request_is_the_same_ticket_and_another_is_another():
    first = LocalAuthority().request(ORDER).code
    other = TicketOrder(key="k2", player="ann", table="oak", game="classic", buy_in_cents=5_000)

    assert LocalAuthority().request(ORDER).code == first
    assert LocalAuthority().request(other).code != first


@pytest.mark.parametrize("change", [lambda code: "A" + code[1:], lambda code: code[:-1], str.lower])
def test_no_other_code_is_valid(change):
    code = LocalAuthority().request(ORDER).code
    changed = change(code)

    assert changed == code or not LocalAuthority().is_valid(changed)
    assert not LocalAuthority().is_valid("")
    assert not LocalAuthority().is_valid("Ü" * 24)


def test_a_code_is_bound_to_the_houses_key(settings):
    code = LocalAuthority().request(ORDER).code
    settings.SECRET_KEY = "another"

    assert not LocalAuthority().is_valid(code)


def test_the_settings_name_the_authority():
    assert isinstance(authority(), LocalAuthority)
