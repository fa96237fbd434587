"""Chips that are cancelled or expire, and what their players are told."""

import datetime

import pytest
from django.utils import timezone

from casino.errors import NotFound
from casino.models import Notice
from casino.selectors.notices import unread_notices
from casino.services.notices import read_notices
from golden_chips.errors import GrantIsOver, ReasonMissing
from golden_chips.models import ChipEvent, Grant
from golden_chips.selectors import campaign_figures, own_grants, tray
from golden_chips.selectors.reconcile import checks
from golden_chips.services import (
    Ending,
    cancel_campaign,
    cancel_grant,
    expire_chips,
    lock_purse,
    record_bets,
    settle_chips,
)
from tests import factories

pytestmark = pytest.mark.django_db

HOUR = datetime.timedelta(hours=1)
DAY = datetime.timedelta(days=1)


def put(person, place: str, *chips: int, reference: str = "R1") -> None:
    purse = lock_purse(player_id=person.pk, table_id=1, game="classic", now=timezone.now())
    purse.put(place, chips)
    record_bets(uses=purse.uses, reference=reference, now=timezone.now())


def events(grant: Grant) -> list[tuple[str, int]]:
    return list(ChipEvent.objects.filter(grant=grant).values_list("kind", "chips"))


def problems() -> list[str]:
    return [str(wrong) for check in checks() for wrong in check.discrepancies]


def test_a_cancelled_grant_is_taken_back_with_its_reason():
    ann = factories.player()
    grant = factories.golden_chips(ann, chips=3)
    put(ann, "1:main", 1_000)

    cancel_grant(grant_id=grant.pk, actor=None, reason="granted by mistake")

    grant.refresh_from_db()
    assert (grant.remaining, grant.state) == (0, "cancelled")
    assert events(grant) == [("issued", 3), ("bet", 1), ("cancelled", 2)]
    notice = unread_notices(player=ann)[0]
    assert (notice.kind, notice.facts["chips"]) == ("golden_cancelled", 2)
    assert notice.facts["reason"] == "granted by mistake"
    assert tray(player=ann, table_id=1, game="classic") == ()
    assert problems() == []


def test_a_chip_that_comes_back_to_a_cancelled_grant_is_swept_up():
    ann = factories.player()
    grant = factories.golden_chips(ann, chips=1)
    put(ann, "1:main", 1_000)
    cancel_grant(grant_id=grant.pk, actor=None, reason="mistake")
    ending = Ending(player_id=ann.pk, places=["1:main"], back=["1:main"], paid_cents=0)
    settle_chips(reference="R1", endings=[ending], now=timezone.now())
    grant.refresh_from_db()
    assert grant.remaining == 1

    assert expire_chips(now=timezone.now()) == 1

    grant.refresh_from_db()
    assert (grant.remaining, grant.state) == (0, "cancelled")
    assert events(grant)[-1] == ("cancelled", 1)
    assert problems() == []


def test_a_grant_is_cancelled_once_and_for_a_reason():
    grant = factories.golden_chips(factories.player())
    with pytest.raises(ReasonMissing):
        cancel_grant(grant_id=grant.pk, actor=None, reason="")
    cancel_grant(grant_id=grant.pk, actor=None, reason="mistake")
    with pytest.raises(GrantIsOver):
        cancel_grant(grant_id=grant.pk, actor=None, reason="mistake")
    with pytest.raises(NotFound):
        cancel_grant(grant_id=0, actor=None, reason="mistake")
    assert events(grant) == [("issued", 1), ("cancelled", 1)]


def test_a_cancelled_campaign_takes_all_its_chips_back():
    campaign = factories.campaign(chips=2)
    people = [factories.player() for _ in range(3)]
    for person in people:
        factories.golden_chips(person, at=campaign)

    assert cancel_campaign(campaign=campaign, actor=None, reason="over") == 3

    figures = campaign_figures(type(campaign).objects.all())[0]
    assert (figures.issued, figures.cancelled, figures.outstanding) == (6, 6, 0)
    assert figures.status == "closed"
    assert problems() == []


def test_chips_that_are_warned_of_later_hold_up_nobody(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("golden_chips.services.endings.SWEEP", 1)
    now = timezone.now()
    later, soon = factories.player(), factories.player()
    factories.golden_chips(later, expires_at=now + 20 * HOUR)
    factories.golden_chips(soon, expires_at=now + HOUR)
    for player in (later, soon):
        read_notices(player=player)

    expire_chips(now=now + 0.75 * HOUR)

    assert unread_notices(player=later) == []
    assert [notice.kind for notice in unread_notices(player=soon)] == ["golden_expiring"]


def test_a_player_is_warned_before_his_chips_expire_and_told_after():
    ann = factories.player()
    grant = factories.golden_chips(ann, chips=2)
    read_notices(player=ann)
    expiry = grant.expires_at

    expire_chips(now=expiry - 3 * DAY)
    assert unread_notices(player=ann) == []
    expire_chips(now=expiry - DAY)
    expire_chips(now=expiry - DAY)
    warned = [(n.kind, n.facts["chips"]) for n in unread_notices(player=ann)]
    assert warned == [("golden_expiring", 2)]
    expire_chips(now=expiry)
    assert [(n.kind, n.facts["chips"]) for n in unread_notices(player=ann)] == [
        ("golden_expired", 2),
        ("golden_expiring", 2),
    ]
    grant.refresh_from_db()
    assert (grant.remaining, grant.state) == (0, "expired")
    assert events(grant) == [("issued", 2), ("expired", 2)]
    assert expire_chips(now=expiry + DAY) == 0
    assert problems() == []


def test_who_has_no_chip_left_is_told_nothing():
    ann = factories.player()
    grant = factories.golden_chips(ann)
    read_notices(player=ann)
    put(ann, "1:main", 1_000)

    expire_chips(now=grant.expires_at)

    assert not Notice.objects.filter(read_at__isnull=True).exists()
    grant.refresh_from_db()
    assert grant.state == "expired"


def test_a_player_sees_his_grants_and_piles():
    ann = factories.player()
    now = timezone.now()
    late = factories.golden_chips(ann, chip_cents=500, chips=2, expires_at=now + 9 * DAY)
    soon = factories.golden_chips(ann, chip_cents=500, chips=1, expires_at=now + 2 * DAY)
    factories.golden_chips(ann, chip_cents=1_000, chips=4, games=["duel"])
    factories.golden_chips(ann, chip_cents=2_000, chips=1, tables=[7])

    piles = tray(player=ann, table_id=1, game="classic")
    assert [(pile.chip_cents, pile.left) for pile in piles] == [(500, 3)]
    assert [(part.left, part.expires_at) for part in piles[0].grants] == [
        (1, soon.expires_at),
        (2, late.expires_at),
    ]
    here = tray(player=ann, table_id=7, game="duel")
    assert [pile.chip_cents for pile in here] == [500, 1_000, 2_000]
    assert [grant.chip_cents for grant in own_grants(player=ann)] == [500, 2_000, 1_000, 500]
