"""Threads about rounds: the player's own, and the house's list of those that wait."""

import datetime
import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from casino.errors import NotFound
from casino.models import User
from tables.models import Question, QuestionMessage
from tables.selectors.round_page import own_round


@dataclass(frozen=True, slots=True)
class Message:
    """One message. ``author`` is a name for staff; players read "the house" for all of staff."""

    author: str
    by_staff: bool
    closes: bool
    text: str
    at: datetime.datetime


@dataclass(frozen=True, slots=True)
class Thread:
    """What was asked and answered about a round. ``state`` is empty before the first message."""

    number: str
    round_id: uuid.UUID
    round_pk: int
    player: str
    state: str
    waiting_since: datetime.datetime | None
    messages: Sequence[Message]


def own_thread(*, player: User, round_id: uuid.UUID) -> Thread:
    """The player's thread about one of his rounds: three queries. Raises ``NotFound``."""
    round_ = own_round(player=player, public_id=round_id)
    question = Question.objects.filter(round=round_, player=player).first()
    return Thread(
        number=round_.number,
        round_id=round_.public_id,
        round_pk=round_.pk,
        player=player.username,
        state=question.state if question else "",
        waiting_since=question.waiting_since if question else None,
        messages=_messages(question) if question else (),
    )


def staff_thread(*, question_id: int) -> Thread:
    """Any thread: two queries. Raises ``NotFound``."""
    questions = Question.objects.select_related("round", "player")
    question = questions.filter(pk=question_id).first()
    if question is None:
        raise NotFound
    return Thread(
        number=question.round.number,
        round_id=question.round.public_id,
        round_pk=question.round_id,
        player=question.player.username,
        state=question.state,
        waiting_since=question.waiting_since,
        messages=_messages(question),
    )


def questions_about(*, round_pk: int) -> QuerySet[Question]:
    """All threads about a round, with who asked."""
    return Question.objects.filter(round=round_pk).select_related("player")


def _messages(question: Question) -> list[Message]:
    messages = QuestionMessage.objects.filter(question=question).select_related("author")
    return [
        Message(
            author=message.author.username,
            by_staff=message.by_staff,
            closes=message.closes,
            text=message.text,
            at=message.written_at,
        )
        for message in messages.order_by("id")
    ]
