"""What a session cookie may hold."""

import pytest
from django.test import Client

from casino.session_store import SessionStore

pytestmark = pytest.mark.django_db


def test_a_cookie_that_is_no_key_is_nobodys_session(client: Client) -> None:
    response = client.get("/", headers={"Cookie": r'sessionid="\000aaaaaaaaa"'})

    assert response.status_code == 200
    assert SessionStore("\0aaaaaaaaa").session_key is None


def test_a_key_of_its_own_is_found_again() -> None:
    store = SessionStore()
    store["chips"] = 5
    store.create()

    assert SessionStore(store.session_key)["chips"] == 5
