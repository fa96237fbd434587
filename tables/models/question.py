"""What players ask about their rounds, and what the house answers: a thread for each round."""

from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tables.models.round import Round

LONGEST_MESSAGE: Final = 2_000


class Question(models.Model):
    """A thread about one round, begun by its player.

    It waits for the house until a member of staff has answered. A new message of the player lets
    it wait again, also after it was closed: nothing is lost because somebody closed too early.
    ``waiting_since`` is when the first message was written that has no answer yet.
    """

    class State(models.TextChoices):
        """Whose turn it is."""

        WAITING = "waiting", _("waiting for an answer")
        ANSWERED = "answered", _("answered")
        CLOSED = "closed", _("closed")

    round = models.ForeignKey(
        Round, verbose_name=_("round"), on_delete=models.PROTECT, related_name="questions"
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("player"),
        on_delete=models.PROTECT,
        related_name="questions",
    )
    state = models.CharField(
        _("state"), max_length=10, choices=State.choices, default=State.WAITING
    )
    asked_at = models.DateTimeField(_("asked"))
    waiting_since = models.DateTimeField(_("waiting since"), null=True)

    class Meta:
        verbose_name = _("question")
        verbose_name_plural = _("questions")
        ordering = ["id"]
        default_permissions = ("view",)
        permissions = [("answer_question", _("Can answer and close questions"))]
        indexes = [
            models.Index(
                fields=["waiting_since"], condition=Q(state="waiting"), name="question_waiting"
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["round", "player"], name="question_one_thread"),
            models.CheckConstraint(
                condition=Q(state="waiting", waiting_since__isnull=False)
                | (~Q(state="waiting") & Q(waiting_since__isnull=True)),
                name="question_waiting_has_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round} / {self.player}"


class QuestionMessage(models.Model):
    """One message of a thread. Triggers refuse UPDATE and DELETE.

    A member of staff ``closes`` a thread with or without a last word; ``text`` is empty then.
    """

    question = models.ForeignKey(
        Question, verbose_name=_("question"), on_delete=models.PROTECT, related_name="messages"
    )
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("author"),
        on_delete=models.PROTECT,
        related_name="+",
    )
    by_staff = models.BooleanField(_("by the house"))
    closes = models.BooleanField(_("closes the question"), default=False)
    text = models.TextField(_("text"), max_length=LONGEST_MESSAGE, blank=True)
    key = models.UUIDField(_("key"))
    written_at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        ordering = ["question", "id"]
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["author", "key"], name="question_message_key_once"),
            models.CheckConstraint(
                condition=~Q(text="") | Q(closes=True), name="question_message_says_something"
            ),
            models.CheckConstraint(
                condition=Q(by_staff=True) | Q(closes=False), name="question_closed_by_staff"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.question} / {self.pk}"
