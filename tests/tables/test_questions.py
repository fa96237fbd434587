"""Questions about rounds: who may ask, who answers, what stays, and what both of them see."""

import datetime
from uuid import UUID, uuid4

import pytest
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from casino.errors import CasinoError, IdempotencyConflict, NotFound
from casino.models import AuditEntry, Notice
from casino.permissions import COMPLIANCE
from casino.services.roles import set_up_roles
from tables.errors import MessageEmpty, MessageTooLong, QuestionClosed, TooManyMessages
from tables.models import LONGEST_MESSAGE, Question, QuestionMessage
from tables.services.questions import MOST_WAITING, answer, ask
from tests import factories
from tests.pages import client_of, text_of
from tests.tables.conftest import DealCards
from tests.tables.seat import Seat, sit_down

pytestmark = pytest.mark.django_db


@pytest.fixture
def seat(deal_cards: DealCards) -> Seat:
    """A player with a round that is done."""
    deal_cards("AS 9D TS 7C")
    seat = sit_down()
    seat.deal(1_000)
    return seat


@pytest.fixture
def staff() -> Client:
    set_up_roles()
    return client_of(factories.staff(role=COMPLIANCE))


def put(seat: Seat, text: str = "Why so little?", key: UUID | None = None) -> Question:
    return ask(player=seat.player, round_id=seat.round.public_id, text=text, key=key or uuid4())


def reply(question: Question, text: str = "It was right.", **options) -> Question:
    return answer(
        actor=options.pop("actor", None) or factories.staff(),
        question_id=question.pk,
        text=text,
        key=options.pop("key", None) or uuid4(),
        **options,
    )


def state() -> list[tuple[str, bool]]:
    return [(one.state, one.waiting_since is not None) for one in Question.objects.all()]


def waiting_since() -> datetime.datetime:
    since = Question.objects.get().waiting_since
    assert since is not None
    return since


def written() -> list[tuple[bool, str, bool]]:
    return list(QuestionMessage.objects.values_list("by_staff", "text", "closes").order_by("id"))


def test_a_question_waits_until_it_is_answered_and_the_player_is_told(seat: Seat):
    question = put(seat, " Why\r\nso little? ")
    assert state() == [("waiting", True)]

    boss = factories.staff()
    reply(question, actor=boss)

    assert state() == [("answered", False)]
    assert written() == [(False, "Why\nso little?", False), (True, "It was right.", False)]
    notice = Notice.objects.get(kind="question_answered")
    assert (notice.player, notice.facts) == (
        seat.player,
        {
            "round": seat.round.number,
            "round_id": str(seat.round.public_id),
            "closed": False,
        },
    )
    entry = AuditEntry.objects.get(action="question.answered")
    message = QuestionMessage.objects.get(by_staff=True)
    assert (entry.actor, entry.before, entry.after) == (
        boss,
        {"state": "waiting"},
        {"state": "answered", "message": message.pk},
    )


def test_a_round_has_one_thread_and_the_oldest_message_without_an_answer_counts(seat: Seat):
    first = put(seat)
    since = waiting_since()
    assert put(seat, "And another thing.") == first
    assert waiting_since() == since
    reply(first)
    put(seat, "I do not agree.")
    assert state() == [("waiting", True)]
    assert waiting_since() > since


def test_a_closed_question_is_opened_again_by_its_player(seat: Seat):
    question = put(seat)
    reply(question, "", close=True)
    assert state() == [("closed", False)]
    assert Notice.objects.get(kind="question_answered").facts["closed"] is True
    assert AuditEntry.objects.filter(action="question.closed").count() == 1

    reply(question, "One word more.")
    assert state() == [("closed", False)]
    with pytest.raises(QuestionClosed):
        reply(question, "", close=True)

    put(seat, "It is not settled.")
    assert state() == [("waiting", True)]


def test_the_same_key_acts_once(seat: Seat):
    key, answer_key, boss = uuid4(), uuid4(), factories.staff()
    question = put(seat, key=key)
    assert put(seat, key=key) == question
    for _ in range(2):
        reply(question, actor=boss, key=answer_key)
    assert len(written()) == 2
    assert Notice.objects.filter(kind="question_answered").count() == 1
    assert AuditEntry.objects.filter(action="question.answered").count() == 1


def test_a_key_with_other_contents_is_refused(seat: Seat):
    key, boss = uuid4(), factories.staff()
    question = put(seat, key=key)
    reply(question, actor=boss, key=key)
    before = (state(), written())
    with pytest.raises(IdempotencyConflict):
        put(seat, "Another text", key=key)
    with pytest.raises(IdempotencyConflict):
        reply(question, actor=boss, key=key, close=True)
    assert (state(), written()) == before


@pytest.mark.parametrize(
    ("text", "refusal"),
    [("", MessageEmpty), (" \r\n ", MessageEmpty), ("x" * (LONGEST_MESSAGE + 1), MessageTooLong)],
)
def test_a_message_says_something_and_not_too_much(
    seat: Seat, text: str, refusal: type[CasinoError]
):
    with pytest.raises(refusal):
        put(seat, text)
    assert (state(), written()) == ([], [])
    question = put(seat, "x" * LONGEST_MESSAGE)
    with pytest.raises(refusal):
        reply(question, text)
    assert state() == [("waiting", True)]


def test_a_player_waits_for_an_answer_after_ten_messages(seat: Seat):
    question = None
    for number in range(MOST_WAITING):
        question = put(seat, f"Message {number}")
    with pytest.raises(TooManyMessages):
        put(seat, "And again")
    assert len(written()) == MOST_WAITING
    assert question is not None
    reply(question)
    put(seat, "Thank you.")
    assert len(written()) == MOST_WAITING + 2


def test_nobody_asks_about_a_foreign_round(seat: Seat):
    other = factories.player()
    with pytest.raises(NotFound):
        ask(player=other, round_id=seat.round.public_id, text="Mine?", key=uuid4())
    address = reverse("tables:ask", args=[seat.round.public_id])
    sent = client_of(other).post(address, {"text": "Mine?", "key": uuid4()})
    assert (sent.status_code, state()) == (404, [])
    with pytest.raises(NotFound):
        answer(actor=factories.staff(), question_id=1, text="To whom?", key=uuid4())


def test_messages_are_not_changed(seat: Seat):
    put(seat)
    with pytest.raises(DatabaseError), transaction.atomic():
        QuestionMessage.objects.update(text="Never mind.")
    assert written() == [(False, "Why so little?", False)]


def test_messages_are_not_deleted(seat: Seat):
    put(seat)
    with pytest.raises(DatabaseError), transaction.atomic():
        _delete_in_a_house()
    assert written() == [(False, "Why so little?", False)]


def _delete_in_a_house() -> None:
    """Without the mark of a tests' database; the caller's rollback brings it back."""
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE ledger_may_be_emptied")
    QuestionMessage.objects.all().delete()


def test_player_and_staff_see_one_thread(seat: Seat, staff: Client):
    player = client_of(seat.player)
    round_page = reverse("tables:round", args=[seat.round.public_id])
    thread = reverse("tables:question", args=[seat.round.public_id])
    assert "Ask about this round" in text_of(player.get(round_page))
    assert "You have not asked about this round yet." in text_of(player.get(thread))

    sent = player.post(
        reverse("tables:ask", args=[seat.round.public_id]),
        {"key": uuid4(), "text": "<b>Why?</b>"},
        follow=True,
    )
    assert "Your message has been sent." in text_of(sent)
    assert "&lt;b&gt;Why?&lt;/b&gt;" in text_of(sent)
    assert "has not answered yet" in text_of(player.get(round_page))

    question = Question.objects.get()
    listed = text_of(staff.get(reverse("admin:tables_question_changelist")))
    assert seat.round.number in listed
    page = reverse("admin:tables_question_change", args=[question.pk])
    assert "&lt;b&gt;Why?&lt;/b&gt;" in text_of(staff.get(page))
    answered = staff.post(
        reverse("admin:question_answer", args=[question.pk]),
        {"key": uuid4(), "text": "Blackjack pays 3:2.", "close": "1"},
        follow=True,
    )
    assert "The question is closed." in text_of(answered)

    shown = text_of(player.get(thread))
    assert "Blackjack pays 3:2." in shown
    assert "a new message opens it again" in shown
    news = text_of(player.get(reverse("portal:lobby")))
    assert f"answered your question about round {seat.round.number}" in news
    assert seat.round.number not in text_of(staff.get(reverse("admin:tables_question_changelist")))


def test_a_message_that_is_refused_is_shown_again(seat: Seat, staff: Client):
    sent = client_of(seat.player).post(
        reverse("tables:ask", args=[seat.round.public_id]), {"key": uuid4(), "text": " "}
    )
    assert (sent.status_code, "Write what you want to say." in text_of(sent)) == (400, True)
    question = put(seat)
    address = reverse("admin:question_answer", args=[question.pk])
    for data in ({"key": uuid4(), "text": ""}, {"text": "No key"}):
        assert staff.post(address, data).status_code == 400
    assert state() == [("waiting", True)]


def test_what_has_waited_longest_is_listed_first(staff: Client, deal_cards: DealCards):
    deal_cards("AS 9D TS 7C")
    asked = []
    for _ in range(3):
        seat = sit_down()
        seat.deal(1_000)
        asked.append(put(seat))
    reply(asked[0])
    put_again = Question.objects.get(pk=asked[0].pk)
    ask(
        player=put_again.player,
        round_id=put_again.round.public_id,
        text="Not so.",
        key=uuid4(),
    )
    page = text_of(staff.get(reverse("admin:tables_question_changelist")))
    numbers = [asked[place].round.number for place in (1, 2, 0)]
    assert sorted(numbers, key=page.index) == numbers


def test_the_pages_take_the_same_queries_however_long_the_thread_is(seat: Seat, staff: Client):
    player = client_of(seat.player)
    question = put(seat)
    address = reverse("admin:tables_question_change", args=[question.pk])
    own = reverse("tables:question", args=[seat.round.public_id])
    counted = []
    for _ in range(2):
        for client, page in ((player, own), (staff, address)):
            with CaptureQueriesContext(connection) as queries:
                assert client.get(page).status_code == 200
            counted.append(len(queries))
        for _ in range(5):
            reply(question)
    assert counted[:2] == counted[2:]
