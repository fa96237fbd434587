"""What a player reads about his golden chips: on their page, and in the lobby."""

import datetime

import pytest
from django.urls import reverse
from django.utils import timezone

from golden_chips.services import cancel_grant, expire_chips
from tests import factories
from tests.pages import client_of, text_of

pytestmark = pytest.mark.django_db


def test_page_lists_every_grant_with_its_terms():
    ann = factories.player()
    corner = factories.table(name="Corner")
    factories.golden_chips(
        ann,
        chip_cents=500,
        chips=3,
        name="Welcome",
        terms_en="For new players.",
        games=["duel"],
        tables=[corner.pk],
    )
    factories.golden_chips(factories.player(), name="Somebody else's")

    page = text_of(client_of(ann).get(reverse("portal:golden_chips")))

    assert "<h2>Welcome</h2>" in page
    assert "3 of 3 left, €5.00 each" in page
    assert "21 Duel Blackjack, Corner" in page
    assert "For new players." in page
    assert "Somebody else" not in page


def test_player_is_told_in_the_lobby_until_he_has_read_it():
    ann = factories.player()
    granted = factories.golden_chips(ann, chips=2, name="Welcome")
    client = client_of(ann)
    moment = timezone.localtime(granted.expires_at)

    page = text_of(client.get(reverse("portal:lobby")))
    assert "Welcome: you were given 2 golden chips of €10.00, good until" in page
    assert f"{moment:%Y}" in page
    client.post(reverse("portal:notices_read"))
    assert "you were given" not in text_of(client.get(reverse("portal:lobby")))

    expire_chips(now=granted.expires_at - datetime.timedelta(hours=1))
    assert "Welcome: 2 golden chips of €10.00 expire at" in text_of(
        client.get(reverse("portal:lobby"))
    )
    cancel_grant(grant_id=granted.pk, actor=None, reason="wrong terms")
    page = text_of(client.get(reverse("portal:golden_chips")))
    assert "Welcome: 2 golden chips of €10.00 were taken back: wrong terms" in page
    assert "0 of 2 left" in page


def test_who_has_none_is_told_where_they_would_stand():
    page = text_of(client_of(factories.player()).get(reverse("portal:golden_chips")))
    assert "You have none yet." in page


def test_page_reads_in_italian():
    ann = factories.player()
    factories.golden_chips(ann, chips=2, terms_it="Solo per nuovi giocatori.")
    page = text_of(client_of(ann, "it").get(reverse("portal:golden_chips")))
    assert "Le tue fiche dorate" in page
    assert "Solo per nuovi giocatori." in page
