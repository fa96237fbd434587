"""Players: tables, their own sessions, private rounds and history."""

import uuid
from typing import Any, Final

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from casino.rest import (
    KEY_PARAMETER,
    Cursor,
    asked,
    idempotency_key,
    page_of,
    paged,
    problems,
    read,
)
from casino.rest_access import who
from casino.rest_errors import RoundMovedOn
from tables import services
from tables.api.sent import (
    ActShape,
    AddMoneyShape,
    DealShape,
    HistoryQuery,
    OpenSessionShape,
    box_bets,
)
from tables.api.shapes import (
    HistoryLineShape,
    PlayShape,
    RoundPageShape,
    SessionShape,
    TableLineShape,
    TableShape,
)
from tables.selectors import HistoryFilter, TablePage, history_page, lobby, round_page, table_page
from tables.selectors.sessions import own_session, own_sessions, round_of_key

TABLES: Final = ["Tables"]
SESSIONS: Final = ["Sessions"]
ROUNDS: Final = ["Rounds"]


class Tables(APIView):
    """The lobby."""

    @extend_schema(operation_id="tables", tags=TABLES, responses=TableLineShape(many=True))
    def get(self, request: Request) -> Response:
        """All tables by name, with the limits of the player's tier."""
        return Response(TableLineShape(lobby(player=who(request)), many=True).data)


class OneTable(APIView):
    """A table."""

    @extend_schema(operation_id="table", tags=TABLES, responses={200: TableShape, **problems(404)})
    def get(self, request: Request, slug: str) -> Response:
        """A table with its rules, limits, terms, exact returns and the player's session."""
        return Response(TableShape(table_page(slug=slug, player=who(request))).data)


class Sessions(APIView):
    """The player's sessions."""

    @extend_schema(
        operation_id="sessions",
        tags=SESSIONS,
        parameters=[Cursor],
        responses=paged(SessionShape),
    )
    def get(self, request: Request) -> Response:
        """The player's own sessions, open and closed, newest first."""
        query = asked(Cursor, request)
        limit = query["limit"]
        found = own_sessions(player=who(request), before=query.get("before"), limit=limit + 1)
        rows = found[:limit]
        following = rows[-1].pk if len(found) > limit else None
        return Response(page_of(SessionShape, rows, following=following))

    @extend_schema(
        operation_id="session_open",
        tags=SESSIONS,
        parameters=[KEY_PARAMETER],
        request=OpenSessionShape,
        responses={201: SessionShape, **problems(404, 409)},
    )
    def post(self, request: Request) -> Response:
        """Open a session at a table with money from the player's cash."""
        sent = read(OpenSessionShape, request)
        session = services.open_session(
            player=who(request),
            slug=sent["table"],
            buy_in_cents=sent["buy_in_cents"],
            key=idempotency_key(request),
        )
        return Response(_session(request, session.public_id), status=201)


class OneSession(APIView):
    """A session of the player."""

    @extend_schema(
        operation_id="session", tags=SESSIONS, responses={200: SessionShape, **problems(404)}
    )
    def get(self, request: Request, session_id: uuid.UUID) -> Response:
        """One of the player's own sessions."""
        return Response(_session(request, session_id))


class AddMoney(APIView):
    """Money for a session."""

    @extend_schema(
        operation_id="session_add_money",
        tags=SESSIONS,
        parameters=[KEY_PARAMETER],
        request=AddMoneyShape,
        responses={200: SessionShape, **problems(404, 409)},
    )
    def post(self, request: Request, session_id: uuid.UUID) -> Response:
        """Add money to a session, also while a round is in play."""
        sent = read(AddMoneyShape, request)
        services.rebuy(
            player=who(request),
            session_id=session_id,
            amount_cents=sent["amount_cents"],
            key=idempotency_key(request),
        )
        return Response(_session(request, session_id))


class CloseSession(APIView):
    """The end of a session."""

    @extend_schema(
        operation_id="session_close",
        tags=SESSIONS,
        parameters=[KEY_PARAMETER],
        request=None,
        responses={200: SessionShape, **problems(404, 409)},
    )
    def post(self, request: Request, session_id: uuid.UUID) -> Response:
        """End a session; its whole stake goes back to cash. Ended twice is ended once."""
        idempotency_key(request)
        services.end_session(player=who(request), session_id=session_id)
        return Response(_session(request, session_id))


class Deal(APIView):
    """A private round begins."""

    @extend_schema(
        operation_id="round_deal",
        tags=ROUNDS,
        parameters=[KEY_PARAMETER],
        request=DealShape,
        responses={201: PlayShape, **problems(404, 409)},
    )
    def post(self, request: Request, session_id: uuid.UUID) -> Response:
        """Place the bets and deal. At a live table bets are laid in its betting window instead."""
        bets = box_bets(read(DealShape, request))
        key = idempotency_key(request)
        page = services.open_round(player=who(request), session_id=session_id, bets=bets, key=key)
        round_id = round_of_key(session_id=session_id, key=key)
        return Response(_play(request, page, round_id), status=201)


class Act(APIView):
    """A decision in a private round."""

    @extend_schema(
        operation_id="round_act",
        tags=ROUNDS,
        parameters=[KEY_PARAMETER],
        request=ActShape,
        responses={200: PlayShape, **problems(404, 409)},
    )
    def post(self, request: Request, round_id: uuid.UUID) -> Response:
        """Decide on a hand. ``step`` is that of the round as it was last seen: one that has moved
        on decides nothing (409)."""
        sent = read(ActShape, request)
        idempotency_key(request)
        acted = services.act(player=who(request), round_id=round_id, **sent)
        if acted.moved_on:
            raise RoundMovedOn(step=sent["step"])
        return Response(_play(request, acted.page, round_id))


class Rounds(APIView):
    """The player's history."""

    @extend_schema(
        operation_id="rounds",
        tags=ROUNDS,
        parameters=[HistoryQuery],
        responses=paged(HistoryLineShape),
    )
    def get(self, request: Request) -> Response:
        """The player's own rounds, newest first, each with its cards and bets."""
        query = dict(asked(HistoryQuery, request))
        limit, before = query.pop("limit"), query.pop("before", None)
        page = history_page(
            player=who(request), asked=HistoryFilter(**query), before=before, limit=limit
        )
        return Response(page_of(HistoryLineShape, page.lines, following=page.oldest or None))


class OneRound(APIView):
    """A round of the player's history."""

    @extend_schema(
        operation_id="round", tags=ROUNDS, responses={200: RoundPageShape, **problems(404)}
    )
    def get(self, request: Request, round_id: uuid.UUID) -> Response:
        """One of the player's own rounds in full: cards, bets, decisions, and the proof of the
        shuffle."""
        return Response(RoundPageShape(round_page(player=who(request), public_id=round_id)).data)


def _session(request: Request, session_id: uuid.UUID) -> Any:
    return SessionShape(own_session(player=who(request), public_id=session_id)).data


def _play(request: Request, page: TablePage, round_id: uuid.UUID) -> Any:
    """The round that was asked about; after a repeated request another may lie on the table."""
    round_ = page.round
    if round_ is None or round_.public_id != round_id:
        round_ = round_page(player=who(request), public_id=round_id).round
    answer = {
        "round": round_,
        "stake_cents": page.session.stake_cents if page.session else 0,
        "cash_cents": page.cash_cents,
    }
    return PlayShape(answer).data
