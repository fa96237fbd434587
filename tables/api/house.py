"""Staff: tables and rounds, read-only, to whom the back office shows them."""

import uuid
from typing import Any, Final

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from casino.rest import Cursor, MomentField, asked, page_of, paged, problems
from casino.rest_access import staff_with
from tables.models import Round, Table
from tables.selectors.house import (
    RoundFilter,
    house_round,
    house_rounds,
    house_table,
    house_tables,
)

HOUSE: Final = ["House"]

Shape = serializers.Serializer[Any]


class HouseTableLineShape(Shape):
    """A table with the number of its version in force."""

    slug = serializers.SlugField()
    name = serializers.CharField()
    game = serializers.ChoiceField(Table.Game.choices)
    state = serializers.ChoiceField(Table.State.choices)
    version = serializers.IntegerField(source="current.number", allow_null=True, default=None)
    created_at = serializers.DateTimeField()


class VersionLineShape(Shape):
    """A version: who published it, when and why."""

    number = serializers.IntegerField()
    author = serializers.CharField(source="author.username", allow_null=True, default=None)
    reason = serializers.CharField()
    created_at = serializers.DateTimeField()


class VersionShape(VersionLineShape):
    """A version in full. Limits are least and most in cents by tier's rank and position."""

    rules = serializers.DictField()
    limits = serializers.DictField(
        child=serializers.DictField(child=serializers.ListField(child=serializers.IntegerField()))
    )
    chips = serializers.ListField(child=serializers.IntegerField())
    session_min_cents = serializers.IntegerField()
    session_max_cents = serializers.IntegerField()
    whole_amount_first = serializers.BooleanField()
    rebuy_allowed = serializers.BooleanField()
    idle_minutes = serializers.IntegerField()
    golden_allowed = serializers.BooleanField()
    golden_max_per_round = serializers.IntegerField(allow_null=True)
    golden_mixed = serializers.BooleanField()
    golden_on_actions = serializers.BooleanField()
    returns = serializers.DictField(child=serializers.DictField(child=serializers.FloatField()))


class HouseTableShape(Shape):
    """A table with its versions, newest first."""

    table = HouseTableLineShape()
    current = VersionShape(allow_null=True)
    versions = VersionLineShape(many=True)


class HouseRoundLineShape(Shape):
    """A round; ``player`` is null where it was dealt to the seats of a live table."""

    id = serializers.UUIDField(source="public_id")
    number = serializers.CharField()
    table = serializers.SlugField(source="table.slug")
    version = serializers.IntegerField(source="version.number")
    player = serializers.CharField(source="player.username", allow_null=True, default=None)
    state = serializers.ChoiceField(Round.State.choices)
    with_golden = serializers.BooleanField()
    opened_at = serializers.DateTimeField()
    settled_at = serializers.DateTimeField(allow_null=True)
    void_reason = serializers.CharField(allow_blank=True)


class CardLineShape(Shape):
    """A hand, the dealer's or a community card; ``??`` lies face down."""

    hand = serializers.CharField()
    cards = serializers.CharField()
    total = serializers.IntegerField()
    status = serializers.CharField(allow_blank=True)


class HouseBetShape(Shape):
    """A bet with whose it is."""

    player = serializers.CharField(source="session.player.username")
    session = serializers.CharField(source="session.number")
    position = serializers.CharField()
    real_cents = serializers.IntegerField()
    golden_cents = serializers.IntegerField()
    paid_cents = serializers.IntegerField(allow_null=True)
    golden_paid_cents = serializers.IntegerField()
    golden_returned_cents = serializers.IntegerField()
    result = serializers.CharField(allow_blank=True)
    placed_at = serializers.DateTimeField()
    settled_at = serializers.DateTimeField(allow_null=True)


class HouseActionShape(Shape):
    """A decision with who made it."""

    ordinal = serializers.IntegerField()
    hand = serializers.CharField(allow_blank=True)
    action = serializers.CharField()
    decided_by = serializers.CharField()
    real_cents = serializers.IntegerField()
    golden = serializers.ListField(child=serializers.IntegerField())
    created_at = serializers.DateTimeField()


class HouseRoundShape(Shape):
    """A round in full. ``seed`` is empty until the shoe is done."""

    round = HouseRoundLineShape()
    commitment = serializers.CharField(source="round.shoe.commitment")
    seed = serializers.CharField(source="round.shoe.seed", allow_blank=True)
    cards = CardLineShape(many=True)
    bets = HouseBetShape(many=True)
    actions = HouseActionShape(many=True)


class RoundQuery(Cursor):
    """Which rounds."""

    table = serializers.SlugField(required=False, max_length=50)
    player = serializers.CharField(required=False, max_length=150, help_text="A user name.")
    state = serializers.ChoiceField(["open", "settled", "void"], required=False)
    since = MomentField(required=False)
    until = MomentField(required=False, help_text="Excluded.")


class HouseTables(APIView):
    """Tables for staff."""

    permission_classes = [staff_with("tables.view_table")]

    @extend_schema(
        operation_id="house_tables", tags=HOUSE, responses=HouseTableLineShape(many=True)
    )
    def get(self, _request: Request) -> Response:
        """All tables by name, closed and disabled ones too."""
        return Response(HouseTableLineShape(house_tables(), many=True).data)


class OneHouseTable(APIView):
    """A table for staff."""

    permission_classes = [staff_with("tables.view_tableversion")]

    @extend_schema(
        operation_id="house_table", tags=HOUSE, responses={200: HouseTableShape, **problems(404)}
    )
    def get(self, _request: Request, slug: str) -> Response:
        """A table with its version in force and the list of all versions."""
        return Response(HouseTableShape(house_table(slug=slug)).data)


class HouseRounds(APIView):
    """Rounds for staff."""

    permission_classes = [staff_with("tables.view_round")]

    @extend_schema(
        operation_id="house_rounds",
        tags=HOUSE,
        parameters=[RoundQuery],
        responses=paged(HouseRoundLineShape),
    )
    def get(self, request: Request) -> Response:
        """Rounds of all tables, newest first."""
        query = dict(asked(RoundQuery, request))
        limit, before = query.pop("limit"), query.pop("before", None)
        found = house_rounds(wanted=RoundFilter(**query), before=before, limit=limit + 1)
        rows = found[:limit]
        following = rows[-1].pk if len(found) > limit else None
        return Response(page_of(HouseRoundLineShape, rows, following=following))


class OneHouseRound(APIView):
    """A round for staff."""

    permission_classes = [staff_with("tables.view_bet")]

    @extend_schema(
        operation_id="house_round", tags=HOUSE, responses={200: HouseRoundShape, **problems(404)}
    )
    def get(self, _request: Request, round_id: uuid.UUID) -> Response:
        """A round with its cards as they lie, its bets and its decisions."""
        return Response(HouseRoundShape(house_round(public_id=round_id)).data)
