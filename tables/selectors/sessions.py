"""A player's sessions, newest first, and the round that a key has opened."""

import datetime
import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import OuterRef, QuerySet, Subquery

from casino.errors import NotFound
from casino.models import User
from tables.models import GameSession, Round


@dataclass(frozen=True, slots=True)
class OwnSession:
    """A session as its player sees it.

    ``stake_cents`` is what is on its account, ``paid_out_cents`` is None while it is open.
    ``open_round`` is the private round that waits for a decision. ``next_commitment`` belongs to
    the shoe of the next round; it is empty during a round and at live tables.
    """

    pk: int
    public_id: uuid.UUID
    number: str
    table: str
    slug: str
    state: str
    ticket_code: str
    opened_at: datetime.datetime
    closed_at: datetime.datetime | None
    bought_in_cents: int
    stake_cents: int
    paid_out_cents: int | None
    open_round: uuid.UUID | None
    next_commitment: str


def own_sessions(*, player: User, before: int | None, limit: int) -> Sequence[OwnSession]:
    """Open and closed ones, of numbers below ``before``: one query."""
    sessions = _sessions().filter(player=player).order_by("-id")
    if before is not None:
        sessions = sessions.filter(pk__lt=before)
    return [_own(session) for session in sessions[:limit]]


def own_session(*, player: User, public_id: uuid.UUID) -> OwnSession:
    """One of the player's sessions. Raises ``NotFound``, for a foreign one as well."""
    session = _sessions().filter(player=player, public_id=public_id).first()
    if session is None:
        raise NotFound
    return _own(session)


def round_of_key(*, session_id: uuid.UUID, key: uuid.UUID) -> uuid.UUID:
    """The round that this key has opened in the session. Raises ``NotFound``."""
    opened = Round.objects.filter(session__public_id=session_id, key=key)
    found = opened.values_list("public_id", flat=True).first()
    if found is None:
        raise NotFound
    return found


def _sessions() -> QuerySet[GameSession]:
    in_play = Round.objects.filter(session=OuterRef("pk"), state=Round.State.OPEN)
    return GameSession.objects.select_related("table", "account", "shoe").annotate(
        open_round=Subquery(in_play.values("public_id")[:1])
    )


def _own(session: GameSession) -> OwnSession:
    open_round: uuid.UUID | None = session.open_round  # type: ignore[attr-defined]  # of _sessions
    shoe = None if open_round else session.shoe
    return OwnSession(
        pk=session.pk,
        public_id=session.public_id,
        number=session.number,
        table=session.table.name,
        slug=session.table.slug,
        state=session.state,
        ticket_code=session.ticket_code,
        opened_at=session.opened_at,
        closed_at=session.closed_at,
        bought_in_cents=session.bought_in_cents,
        stake_cents=session.account.balance_cents or 0,
        paid_out_cents=session.paid_out_cents,
        open_round=open_round,
        next_commitment=shoe.commitment if shoe else "",
    )
