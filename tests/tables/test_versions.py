"""Tables and their immutable versions."""

from typing import Any

import pytest
from django.db import DatabaseError, transaction

from tables import services
from tables.errors import ReasonMissing, VersionRefused
from tables.models import Action, Shoe, Table, TableVersion
from tables.services.offers import Offer
from tables.services.versions import create_table, publish_version, set_table_state
from tests import factories
from tests.tables.conftest import DealCards
from tests.tables.seat import sit_down

pytestmark = pytest.mark.django_db

LIMITS = {"1": {"main": [100, 5_000]}}


def _publish(table: Table, **offer: Any) -> TableVersion:
    wanted = Offer(**{"limits": LIMITS, **offer})
    return publish_version(table=table, offer=wanted, author=factories.staff(), reason="a test")


def test_a_table_is_made_closed_with_its_first_version():
    clerk = factories.staff()

    table = create_table(
        name="The Oak Room",
        game="american",
        offer=Offer(limits=LIMITS, rules={"decks": 6}),
        author=clerk,
        reason="the room opens",
    )

    assert (table.slug, table.state) == ("the-oak-room", "closed")
    version = table.in_force
    assert (version.number, version.author, version.reason) == (1, clerk, "the room opens")
    assert version.rules["game"] == "blackjack"
    assert version.rules["decks"] == 6


def test_an_edit_is_a_new_version_and_the_old_one_stays():
    table = factories.table()

    version = _publish(table, limits={"1": {"main": [200, 900]}})

    table.refresh_from_db()
    assert table.current == version
    assert version.number == 2
    first = table.versions.get(number=1)
    assert first.limits == {"1": {"main": [100, 50_000]}}


def test_a_new_version_is_in_force_from_the_next_round_on(deal_cards: DealCards):
    deal_cards("TS 6D 9H TC 8C")
    seat = sit_down()
    seat.deal(1_000)
    _publish(seat.table, rules={"decks": 8}, limits={"1": {"main": [100, 500]}})

    seat.act("stand")
    seat.deal(500)

    rounds = seat.session.rounds.order_by("id")
    assert [round_.version.number for round_ in rounds] == [1, 2]


@pytest.mark.parametrize(
    ("offer", "field"),
    [
        ({"rules": {"decks": 0}}, "decks"),
        ({"rules": {"dekcs": 6}}, "dekcs"),
        ({"rules": {"blackjack_pays": "2:1"}}, "blackjack_pays"),
        ({"limits": {}}, "limits"),
        ({"limits": {"gold": {"main": [100, 500]}}}, "limits"),
        ({"limits": {"0": {"main": [100, 500]}}}, "limits"),
        ({"limits": {"01": {"main": [100, 500]}}}, "limits"),
        ({"limits": {"\N{ARABIC-INDIC DIGIT ONE}": {"main": [100, 500]}}}, "limits"),
        ({"limits": {"9" * 5_000: {"main": [100, 500]}}}, "limits"),
        ({"limits": {"1": {"round": [100, 500]}}}, "limits"),
        ({"limits": {"1": {"main": [100, 500], "21+3": [100, 500]}}}, "limits"),
        ({"limits": {"1": {"main": [500, 100]}}}, "limits"),
        ({"limits": {"1": {"main": [0, 100]}}}, "limits"),
        ({"limits": {"1": {"main": [100]}}}, "limits"),
        ({"limits": {"1": {"main": ["1.00", "5.00"]}}}, "limits"),
        ({"limits": {"1": {"main": 500}}}, "limits"),
        ({"limits": {"1": [100, 500]}}, "limits"),
        # Three boxes; the whole round must admit one bet, and not ask for more than all of them.
        ({"limits": {"1": {"main": [100, 500], "round": [50, 99]}}}, "limits"),
        ({"limits": {"1": {"main": [100, 500], "round": [1501, 2000]}}}, "limits"),
        ({"chips": []}, "chips"),
        ({"chips": [100, 50]}, "chips"),
        ({"chips": [0, 50]}, "chips"),
        ({"chips": [50, 50]}, "chips"),
        ({"chips": ["0.50"]}, "chips"),
        ({"session_min_cents": 0}, "session_max_cents"),
        ({"session_max_cents": 100_001}, "session_max_cents"),
        ({"session_min_cents": 500, "session_max_cents": 400}, "session_max_cents"),
        ({"session_max_cents": 99}, "session_max_cents"),
        (
            {"limits": {"1": {"main": [100, 500], "round": [600, 900]}}, "session_max_cents": 599},
            "session_max_cents",
        ),
        ({"whole_amount_first": True}, "rebuy_allowed"),
        ({"idle_minutes": 0}, "idle_minutes"),
    ],
)
def test_an_offer_that_does_not_go_together_is_refused(offer: dict[str, object], field: str):
    table = factories.table()

    with pytest.raises(VersionRefused) as refusal:
        _publish(table, **offer)

    assert refusal.value.data["field"] == field
    assert refusal.value.data["problem"]
    assert table.versions.count() == 1


def test_a_version_needs_a_reason():
    table = factories.table()

    with pytest.raises(ReasonMissing):
        publish_version(table=table, offer=Offer(limits=LIMITS), author=None, reason=" ")

    assert table.versions.count() == 1


def test_a_table_without_a_version_does_not_open():
    table = Table.objects.create(slug="bare", name="Bare", game="classic")

    with pytest.raises(VersionRefused):
        set_table_state(table=table, state=Table.State.OPEN)

    table.refresh_from_db()
    assert table.state == "closed"


def test_limits_of_a_tier_are_its_own_or_those_of_the_next_lower_one():
    version = factories.table(
        limits={"2": {"main": [100, 200]}, "4": {"main": [100, 400]}}
    ).in_force

    mosts = [version.limits_for(rank)["main"][1] for rank in (None, 1, 2, 3, 4, 9)]

    assert mosts == [200, 200, 200, 200, 400, 400]


# The database's own guards


def _refused_by_the_database(change: object) -> None:
    assert callable(change)
    with pytest.raises(DatabaseError), transaction.atomic():
        change()


def test_the_database_keeps_versions():
    version = factories.table().in_force

    _refused_by_the_database(lambda: TableVersion.objects.update(idle_minutes=1))
    version.refresh_from_db()
    assert version.idle_minutes == 30


def test_the_database_keeps_actions(deal_cards: DealCards):
    deal_cards("2S 6D 3H TC 4C 5C 9C 9D")
    seat = sit_down()
    seat.deal(1_000)
    seat.act("hit")

    _refused_by_the_database(lambda: Action.objects.update(action="stand"))
    assert Action.objects.get().action == "hit"


def test_the_database_keeps_seals_and_opens_a_seed_once(deal_cards: DealCards):
    deal_cards("AS 9D TS 7C")
    seat = sit_down()
    seat.deal(1_000)
    played = Shoe.objects.get(commitment=seat.round.commitment)

    _refused_by_the_database(lambda: Shoe.objects.update(commitment="0" * 64))
    _refused_by_the_database(lambda: Shoe.objects.update(sealed_seed=b"x"))
    _refused_by_the_database(
        lambda: Shoe.objects.filter(pk=played.pk).update(seed="", revealed_at=None)
    )
    played.refresh_from_db()
    assert len(played.seed) == 64


def test_the_seed_of_a_round_in_play_is_nowhere(deal_cards: DealCards):
    deal_cards("TS 6D 9H TC 8C")
    seat = sit_down()
    seat.deal(1_000)
    shoe = Shoe.objects.get(commitment=seat.round.commitment)

    assert shoe.seed == ""
    assert seat.round.seed == ""
    assert len(bytes(shoe.sealed_seed)) > 64
    assert str(shoe) == shoe.commitment[:12]
    services.act(
        player=seat.player, round_id=seat.round.public_id, step=0, hand="1", action="stand"
    )
    shoe.refresh_from_db()
    assert len(shoe.seed) == 64
