"""Which chip lies where and how it ends."""

import datetime
from typing import Any

import pytest
from django.db import DatabaseError, transaction
from django.utils import timezone

from golden_chips.errors import GoldenPileExceeded
from golden_chips.models import Campaign, ChipEvent, Grant
from golden_chips.selectors import campaign_figures
from golden_chips.selectors.reconcile import checks
from golden_chips.services import (
    Ending,
    Purse,
    give_back,
    lock_purse,
    record_bets,
    settle_chips,
)
from tests import factories

pytestmark = pytest.mark.django_db

DAY = datetime.timedelta(days=1)


def purse_of(person, **where) -> Purse:
    place = {"table_id": 1, "game": "classic", **where}
    return lock_purse(player_id=person.pk, now=timezone.now(), **place)


def lay(purse: Purse, reference: str = "R1") -> None:
    record_bets(uses=purse.uses, reference=reference, now=timezone.now())


def left(*grants: Grant) -> list[int]:
    for grant in grants:
        grant.refresh_from_db()
    return [grant.remaining for grant in grants]


def told(grant: Grant) -> list[tuple[str, int, str, int]]:
    rows = ChipEvent.objects.filter(grant=grant).order_by("id")
    return list(rows.values_list("kind", "chips", "place", "paid_cents"))


def problems() -> list[str]:
    return [str(wrong) for check in checks() for wrong in check.discrepancies]


def test_the_grant_that_expires_first_is_spent_first():
    ann = factories.player()
    now = timezone.now()
    late = factories.golden_chips(ann, chips=2, expires_at=now + 9 * DAY)
    soon = factories.golden_chips(ann, chips=1, expires_at=now + DAY)

    purse = purse_of(ann)
    assert purse.values(most_cents=10_000) == (1_000, 1_000, 1_000)
    purse.put("1:main", [1_000, 1_000])
    lay(purse)

    assert left(soon, late) == [0, 1]
    assert told(soon)[-1] == ("bet", 1, "1:main", 0)
    assert told(late)[-1] == ("bet", 1, "1:main", 0)


def test_values_stand_in_order_of_expiry_and_no_more_than_could_be_used():
    ann = factories.player()
    now = timezone.now()
    factories.golden_chips(ann, chip_cents=500, chips=9, expires_at=now + 2 * DAY)
    factories.golden_chips(ann, chip_cents=1_000, chips=2, expires_at=now + DAY)

    assert purse_of(ann).values(most_cents=1_200) == (1_000, 500, 500)
    assert purse_of(ann).values(most_cents=499) == ()


@pytest.mark.parametrize(
    ("terms", "held"),
    [({}, 2), ({"games": ["duel"]}, 0), ({"tables": [9]}, 0), ({"tables": [1]}, 2)],
)
def test_more_than_the_pile_is_refused(terms: dict[str, Any], held: int):
    ann = factories.player()
    factories.golden_chips(factories.player(), chips=5)
    grant = factories.golden_chips(ann, chips=2, **terms)
    purse = purse_of(ann)

    with pytest.raises(GoldenPileExceeded) as refusal:
        purse.put("1:main", [1_000] * 3)

    assert refusal.value.data == {"chip_cents": 1_000, "bet": 3, "held": held}
    assert purse.uses == []
    assert left(grant) == [2]


def test_an_expired_chip_is_not_in_the_purse_even_before_the_sweep():
    ann = factories.player()
    grant = factories.golden_chips(ann)
    purse = lock_purse(player_id=ann.pk, table_id=1, game="classic", now=grant.expires_at)
    assert purse.values(most_cents=10_000) == ()


def test_won_chips_are_gone_and_share_their_winnings_exactly():
    ann = factories.player()
    now = timezone.now()
    first = factories.golden_chips(ann, chip_cents=5, chips=1, expires_at=now + DAY)
    second = factories.golden_chips(ann, chip_cents=5, chips=1, expires_at=now + 2 * DAY)
    purse = purse_of(ann)
    purse.put("1:main", [5, 5])
    lay(purse)

    # 3:2 on 0.10 pays 0.15: 0.07 and 0.08.
    ending = Ending(player_id=ann.pk, places=["1:main"], back=[], paid_cents=15)
    settle_chips(reference="R1", endings=[ending], now=now)

    assert told(first)[-1] == ("won", 1, "1:main", 7)
    assert told(second)[-1] == ("won", 1, "1:main", 8)
    assert left(first, second) == [0, 0]
    assert problems() == []


def test_the_added_stake_of_a_double_may_come_back_alone():
    ann = factories.player()
    grant = factories.golden_chips(ann, chips=3)
    purse = purse_of(ann)
    purse.put("1:main", [1_000])
    purse.put("1:double", [1_000])
    lay(purse)

    ending = Ending(
        player_id=ann.pk, places=["1:main", "1:double"], back=["1:double"], paid_cents=0
    )
    settle_chips(reference="R1", endings=[ending], now=timezone.now())

    assert told(grant)[-2:] == [("returned", 1, "1:double", 0), ("lost", 1, "1:main", 0)]
    assert left(grant) == [2]
    assert problems() == []


@pytest.mark.parametrize("settled", ["not at all", "won", "lost", "push"])
def test_a_void_gives_every_chip_back_once(settled: str):
    ann = factories.player()
    grant = factories.golden_chips(ann, chips=2)
    purse = purse_of(ann)
    purse.put("1:main", [1_000, 1_000])
    lay(purse)
    if settled != "not at all":
        back, paid = (["1:main"] if settled == "push" else []), 2_000 * (settled == "won")
        ending = Ending(player_id=ann.pk, places=["1:main"], back=back, paid_cents=paid)
        settle_chips(reference="R1", endings=[ending], now=timezone.now())

    give_back(reference="R1", now=timezone.now())
    assert left(grant) == [2]
    give_back(reference="R1", now=timezone.now())

    assert left(grant) == [2]
    figures = campaign_figures(Campaign.objects.all())[0]
    assert (figures.issued, figures.in_hand, figures.on_tables) == (2, 2, 0)
    assert (figures.used, figures.paid_cents) == (0, 0)
    assert problems() == []


def test_figures_tell_what_became_of_every_chip():
    ann = factories.player()
    grant = factories.golden_chips(ann, chips=6)
    purse = purse_of(ann)
    for place in ("1:main", "2:main", "3:main"):
        purse.put(place, [1_000])
    lay(purse)
    endings = [
        Ending(player_id=ann.pk, places=["1:main"], back=[], paid_cents=1_500),
        Ending(player_id=ann.pk, places=["2:main"], back=[], paid_cents=0),
    ]
    settle_chips(reference="R1", endings=endings, now=timezone.now())

    figures = campaign_figures(Campaign.objects.all())[0]
    assert (figures.players, figures.issued, figures.in_hand, figures.on_tables) == (1, 6, 3, 1)
    assert (figures.won, figures.lost, figures.used, figures.outstanding) == (1, 1, 2, 4)
    assert (figures.face_cents, figures.paid_cents) == (6_000, 1_500)
    assert left(grant) == [3]
    assert problems() == []


def test_the_database_keeps_what_remains_between_nothing_and_what_was_issued():
    grant = factories.golden_chips(factories.player())
    with pytest.raises(DatabaseError), transaction.atomic():
        ChipEvent.objects.create(
            grant=grant,
            kind="bet",
            chips=2,
            reference="R1",
            place="1:main",
            created_at=timezone.now(),
        )
    with pytest.raises(DatabaseError), transaction.atomic():
        ChipEvent.objects.create(
            grant=grant,
            kind="returned",
            chips=1,
            reference="R1",
            place="1:main",
            created_at=timezone.now(),
        )
    assert left(grant) == [1]
    assert told(grant) == [("issued", 1, "", 0)]


@pytest.mark.parametrize(
    "change",
    [
        lambda grant: ChipEvent.objects.filter(grant=grant).update(chips=2),
        lambda grant: Grant.objects.filter(pk=grant.pk).update(remaining=0),
        lambda grant: Grant.objects.filter(pk=grant.pk).update(issued=9),
        lambda grant: Campaign.objects.filter(pk=grant.campaign_id).update(terms_en="Others"),
    ],
    ids=["event", "remaining", "issued", "terms"],
)
def test_the_database_refuses_what_no_service_does(change):
    grant = factories.golden_chips(factories.player())
    with pytest.raises(DatabaseError), transaction.atomic():
        change(grant)
    assert left(grant) == [1]


def test_reconcile_finds_a_grant_that_was_tampered_with():
    grant = factories.golden_chips(factories.player())
    assert problems() == []
    ChipEvent.objects.create(
        grant=grant,
        kind="bet",
        chips=1,
        reference="R1",
        place="1:main",
        created_at=timezone.now(),
    )
    ChipEvent.objects.create(
        grant=grant,
        kind="lost",
        chips=5,
        reference="R1",
        place="1:main",
        created_at=timezone.now(),
    )
    found = [wrong for check in checks() for wrong in check.discrepancies]
    assert {wrong.code for wrong in found} == {"chip_ends_unbet", "campaign_differs"}
