"""Live tables: what everybody sees, and what a player does there.

No money moves by these requests: the dealer takes the bets when the window closes.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from casino.errors import NotFound
from casino.rest import problems, read
from casino.rest_access import who
from tables.api.sent import AutoActionsShape, InsuranceShape, LayShape, VoteShape, layout
from tables.errors import SessionOver
from tables.models import LiveTable
from tables.selectors import TablePage, table_page
from tables.selectors.live_page import LiveOwn, LiveState, live_owns, live_state
from tables.services.live import (
    answer_insurance,
    cast_vote,
    choose_auto_actions,
    lay,
    seat_pass,
)

LIVE: Final = ["Live tables"]

Shape = serializers.Serializer[Any]


class OwnBetShape(Shape):
    """A stake of the player in the round."""

    position = serializers.CharField()
    real_cents = serializers.IntegerField()
    golden_cents = serializers.IntegerField()
    paid_cents = serializers.IntegerField(allow_null=True)


class OwnShape(Shape):
    """What concerns the player: his stake, what he has laid and bet, his votes by decision."""

    stake_cents = serializers.IntegerField()
    net_cents = serializers.IntegerField()
    auto_actions = serializers.BooleanField(allow_null=True)
    laid = serializers.DictField(child=serializers.IntegerField())
    laid_golden = serializers.DictField(
        child=serializers.ListField(child=serializers.IntegerField())
    )
    insurance_cents = serializers.IntegerField(allow_null=True)
    insurance_price_cents = serializers.IntegerField()
    bets = OwnBetShape(many=True)
    votes = serializers.DictField(child=serializers.CharField())


class LiveShape(Shape):
    """The table as it stands. ``version`` grows with every change; ``view`` is what everybody sees
    (seats, dealer, hands, decisions, results, history), empty before the first dealer came."""

    version = serializers.IntegerField()
    phase = serializers.ChoiceField(LiveTable.Phase.choices)
    ends_at = serializers.DateTimeField(allow_null=True)
    now = serializers.DateTimeField()
    view = serializers.DictField()
    own = OwnShape(allow_null=True)


@dataclass(frozen=True, slots=True)
class _Shown:
    version: int
    phase: str
    ends_at: Any
    now: Any
    view: Mapping[str, Any]
    own: LiveOwn | None


class Live(APIView):
    """A live table."""

    @extend_schema(operation_id="live", tags=LIVE, responses={200: LiveShape, **problems(404)})
    def get(self, request: Request, slug: str) -> Response:
        """The live table as it stands, for everybody and for the player."""
        return Response(_shown(request, _live_page(request, slug)))


class Bets(APIView):
    """What the player lays in the betting window."""

    @extend_schema(
        operation_id="live_lay",
        tags=LIVE,
        request=LayShape,
        responses={200: LiveShape, **problems(404, 409)},
    )
    def put(self, request: Request, slug: str) -> Response:
        """Lay the whole layout for a round, in place of what lay there."""
        page = _live_page(request, slug)
        sent = read(LayShape, request)
        lay(
            player=who(request),
            session_id=_session(page),
            round_id=sent["round"],
            bets=layout(sent),
        )
        return Response(_shown(request, page))


class AutoActions(APIView):
    """Whether doubles and splits take money by themselves."""

    @extend_schema(
        operation_id="live_auto_actions",
        tags=LIVE,
        request=AutoActionsShape,
        responses={200: LiveShape, **problems(404, 409)},
    )
    def put(self, request: Request, slug: str) -> Response:
        """Choose before the first bet; to be changed between rounds."""
        page = _live_page(request, slug)
        sent = read(AutoActionsShape, request)
        choose_auto_actions(player=who(request), session_id=_session(page), **sent)
        return Response(_shown(request, page))


class Votes(APIView):
    """A vote on a hand that the player holds."""

    @extend_schema(
        operation_id="live_vote",
        tags=LIVE,
        request=VoteShape,
        responses={200: LiveShape, **problems(404, 409)},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Vote in an open decision, or change the vote."""
        page = _live_page(request, slug)
        sent = read(VoteShape, request)
        state, own = _standing(request, page)
        if own is None:
            raise SessionOver(table=page.name)
        seat = seat_pass(session_id=own.session_pk, round_id=state.round_pk)
        cast_vote(seat=seat, decision=sent["decision"], action=sent["action"])
        return Response(_shown(request, page))


class Insurance(APIView):
    """The answer to the offer of insurance."""

    @extend_schema(
        operation_id="live_insure",
        tags=LIVE,
        request=InsuranceShape,
        responses={200: LiveShape, **problems(404, 409)},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Answer once, for all positions."""
        page = _live_page(request, slug)
        sent = read(InsuranceShape, request)
        answer_insurance(
            player=who(request),
            session_id=_session(page),
            round_id=sent["round"],
            insure=sent["insure"],
        )
        return Response(_shown(request, page))


def _live_page(request: Request, slug: str) -> TablePage:
    """Raises ``NotFound``, for a table that is no live one as well."""
    page = table_page(slug=slug, player=who(request))
    if not page.is_live:
        raise NotFound
    return page


def _session(page: TablePage) -> Any:
    """Raises ``SessionOver`` where the player has none here."""
    if page.session is None:
        raise SessionOver(table=page.name)
    return page.session.public_id


def _standing(request: Request, page: TablePage) -> tuple[LiveState, LiveOwn | None]:
    state = live_state(table_id=page.table_id)
    player = who(request).pk
    return state, live_owns(state, players=[player]).get(player)


def _shown(request: Request, page: TablePage) -> Any:
    state, own = _standing(request, page)
    shown = _Shown(
        version=state.version,
        phase=state.phase,
        ends_at=state.ends_at,
        now=timezone.now(),
        view=state.view,
        own=own,
    )
    return LiveShape(shown).data
