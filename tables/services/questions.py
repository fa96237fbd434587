"""Players ask about their rounds, members of staff answer; both see one thread.

Every command takes a key: the same key with the same text acts once, with another it is refused.
"""

import uuid
from collections.abc import Callable
from typing import Final

from django.db import IntegrityError, transaction
from django.utils import timezone

from casino.errors import IdempotencyConflict, NotFound
from casino.models import User
from casino.services.audit import record
from casino.services.notices import tell
from tables.errors import MessageEmpty, MessageTooLong, QuestionClosed, TooManyMessages
from tables.models import LONGEST_MESSAGE, Question, QuestionMessage
from tables.selectors.round_page import own_round

MOST_WAITING: Final = 10
"""So many messages a player may write before somebody has answered."""

State = Question.State


def ask(*, player: User, round_id: uuid.UUID, text: str, key: uuid.UUID) -> Question:
    """Begin a thread about one of the player's rounds, or write on in it; it waits (again).

    Raises ``NotFound`` (a foreign round too), ``MessageEmpty``, ``MessageTooLong``,
    ``TooManyMessages``, ``IdempotencyConflict``.
    """
    text = _checked(text)
    round_ = own_round(player=player, public_id=round_id)

    def write() -> Question:
        now = timezone.now()
        question, _begun = Question.objects.get_or_create(
            round=round_, player=player, defaults={"asked_at": now, "waiting_since": now}
        )
        question = _locked(question.pk)
        _require_patience(question)
        _write(question, player, text, key, by_staff=False)
        if question.state != State.WAITING:
            _move(question, State.WAITING)
        return question

    def is_same(sent: QuestionMessage) -> bool:
        return sent.text == text and sent.question.round_id == round_.pk

    return _once(player, key, write, is_same)


def answer(
    *, actor: User, question_id: int, text: str, key: uuid.UUID, close: bool = False
) -> Question:
    """Answer a thread, close it, or both; its player is told.

    Raises ``NotFound``, ``MessageEmpty`` (an answer without a word; closing needs none),
    ``MessageTooLong``, ``QuestionClosed`` (closing a second time), ``IdempotencyConflict``.
    """
    text = _checked(text, may_be_empty=close)

    def write() -> Question:
        question = _locked(question_id)
        before = question.state
        if close and before == State.CLOSED:
            raise QuestionClosed
        message = _write(question, actor, text, key, by_staff=True, closes=close)
        closed = close or before == State.CLOSED
        _move(question, State.CLOSED if closed else State.ANSWERED)
        _tell(question, message)
        record(
            actor=actor,
            action="question.closed" if close else "question.answered",
            subject=question,
            before={"state": before},
            after={"state": question.state, "message": message.pk},
        )
        return question

    def is_same(sent: QuestionMessage) -> bool:
        return (sent.text, sent.closes, sent.question_id) == (text, close, question_id)

    return _once(actor, key, write, is_same)


def _checked(text: str, *, may_be_empty: bool = False) -> str:
    """Without blanks around it, and with one kind of line end."""
    text = text.replace("\r\n", "\n").strip()
    if not text and not may_be_empty:
        raise MessageEmpty
    if len(text) > LONGEST_MESSAGE:
        raise MessageTooLong(length=len(text), longest=LONGEST_MESSAGE)
    return text


def _once(
    author: User,
    key: uuid.UUID,
    write: Callable[[], Question],
    is_same: Callable[[QuestionMessage], bool],
) -> Question:
    """Write unless the author has sent this before."""
    sent = _sent(author, key)
    if sent is None:
        try:
            with transaction.atomic():
                return write()
        except IntegrityError:
            sent = _sent(author, key)
            if sent is None:
                raise
    if not is_same(sent):
        raise IdempotencyConflict
    return sent.question


def _sent(author: User, key: uuid.UUID) -> QuestionMessage | None:
    messages = QuestionMessage.objects.select_related("question__round")
    return messages.filter(author=author, key=key).first()


def _locked(pk: int) -> Question:
    """In the order in which its messages are written. Raises ``NotFound``."""
    questions = Question.objects.select_for_update(of=("self",), no_key=True)
    question = questions.select_related("round", "player").filter(pk=pk).first()
    if question is None:
        raise NotFound
    return question


def _require_patience(question: Question) -> None:
    if question.waiting_since is None:
        return
    waiting = question.messages.filter(by_staff=False, written_at__gte=question.waiting_since)
    if waiting.count() >= MOST_WAITING:
        raise TooManyMessages(most=MOST_WAITING)


def _write(
    question: Question,
    author: User,
    text: str,
    key: uuid.UUID,
    *,
    by_staff: bool,
    closes: bool = False,
) -> QuestionMessage:
    return QuestionMessage.objects.create(
        question=question,
        author=author,
        by_staff=by_staff,
        closes=closes,
        text=text,
        key=key,
        written_at=timezone.now(),
    )


def _move(question: Question, state: Question.State) -> None:
    question.state = state
    question.waiting_since = timezone.now() if state == State.WAITING else None
    question.save(update_fields=["state", "waiting_since"])


def _tell(question: Question, message: QuestionMessage) -> None:
    facts = {
        "round": question.round.number,
        "round_id": str(question.round.public_id),
        "closed": message.closes and not message.text,
    }
    tell(told=[(question.player_id, facts)], kind="question_answered", now=message.written_at)
