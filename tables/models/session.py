"""Sessions at a table, the tickets they are played on, and the shoes dealt in them."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tables.models.table import SESSION_CAP_CENTS, Table, TableVersion


class TicketRequest(models.Model):
    """What the ticket authority was asked and what it answered, and when: kept for good."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("player"),
        on_delete=models.PROTECT,
        related_name="ticket_requests",
    )
    table = models.ForeignKey(
        Table, verbose_name=_("table"), on_delete=models.PROTECT, related_name="ticket_requests"
    )
    key = models.UUIDField(_("key"))
    request = models.JSONField(_("request"))
    requested_at = models.DateTimeField(_("requested at"))
    answer = models.JSONField(_("answer"), null=True)
    answered_at = models.DateTimeField(_("answered at"), null=True)

    class Meta:
        verbose_name = _("ticket request")
        verbose_name_plural = _("ticket requests")
        ordering = ["-requested_at"]
        constraints = [
            models.UniqueConstraint(fields=["player", "key"], name="ticket_request_key_once"),
            models.CheckConstraint(
                condition=Q(answer__isnull=True, answered_at__isnull=True)
                | Q(answer__isnull=False, answered_at__isnull=False),
                name="ticket_answer_has_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} / {self.table} / {self.requested_at:%Y-%m-%d %H:%M}"

    @property
    def code(self) -> str:
        """The ticket's code; empty while there is no answer or where it was refused."""
        return str(self.answer["code"]) if self.answer else ""


class Shoe(models.Model):
    """One shuffle: the seed under seal, its commitment in the open.

    ``seed`` is empty until the shoe is done; from then on anybody can check it against the
    commitment that was shown before the first bet.
    """

    sealed_seed = models.BinaryField(_("sealed seed"))
    commitment = models.CharField(_("commitment"), max_length=64, unique=True)
    seed = models.CharField(_("seed"), max_length=64, blank=True, default="")
    made_at = models.DateTimeField(_("made at"), auto_now_add=True)
    revealed_at = models.DateTimeField(_("revealed at"), null=True)

    class Meta:
        verbose_name = _("shoe")
        verbose_name_plural = _("shoes")
        constraints = [
            models.CheckConstraint(
                condition=Q(seed="", revealed_at__isnull=True)
                | (~Q(seed="") & Q(revealed_at__isnull=False)),
                name="shoe_seed_has_time",
            ),
        ]

    def __str__(self) -> str:
        return self.commitment[:12]


class GameSession(models.Model):
    """A player's sitting at a table: a ticket, a stake on its own account, rounds.

    ``version`` holds the terms it was opened under; each round names the version it was played
    under. ``shoe`` is the one in play or, between rounds, the one that is dealt next: it is ready
    before the bets, so that its commitment can be shown. At a live table the shoe is the table's,
    and ``auto_actions`` says whether doubles and splits decided for the player may take money from
    the stake by themselves; it is empty until he has chosen.
    """

    class State(models.TextChoices):
        """Open until the stake has gone back to the player."""

        OPEN = "open", _("open")
        CLOSED = "closed", _("closed")

    class End(models.TextChoices):
        """Who or what ended it."""

        PLAYER = "player", _("by the player")
        IDLE = "idle", _("after idle time")

    public_id = models.UUIDField(_("session"), default=uuid.uuid4, unique=True, editable=False)
    table = models.ForeignKey(
        Table, verbose_name=_("table"), on_delete=models.PROTECT, related_name="sessions"
    )
    version = models.ForeignKey(
        TableVersion, verbose_name=_("terms"), on_delete=models.PROTECT, related_name="sessions"
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("player"),
        on_delete=models.PROTECT,
        related_name="game_sessions",
    )
    account = models.OneToOneField(
        "wallet.Account",
        verbose_name=_("account"),
        on_delete=models.PROTECT,
        related_name="game_session",
    )
    ticket_code = models.CharField(_("ticket"), max_length=40, unique=True)
    ticket_request = models.OneToOneField(
        TicketRequest, verbose_name=_("ticket request"), on_delete=models.PROTECT
    )
    shoe = models.OneToOneField(
        Shoe, verbose_name=_("shoe"), on_delete=models.PROTECT, related_name="+", null=True
    )
    auto_actions = models.BooleanField(_("doubles and splits by themselves"), null=True)
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.OPEN)
    bought_in_cents = models.PositiveBigIntegerField(_("bought in"))
    paid_out_cents = models.PositiveBigIntegerField(_("paid out"), null=True)
    opened_at = models.DateTimeField(_("opened at"))
    last_play_at = models.DateTimeField(_("last play at"))
    closed_at = models.DateTimeField(_("closed at"), null=True)
    ended_by = models.CharField(_("ended"), max_length=10, choices=End.choices, blank=True)

    class Meta:
        verbose_name = _("session")
        verbose_name_plural = _("sessions")
        ordering = ["-opened_at"]
        indexes = [
            models.Index(
                fields=["last_play_at"], condition=Q(state="open"), name="session_open_by_play"
            ),
            models.Index(fields=["opened_at"], name="session_by_opening"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["player", "table"],
                condition=Q(state="open"),
                name="session_one_open_per_table",
            ),
            models.CheckConstraint(
                condition=Q(bought_in_cents__gte=1, bought_in_cents__lte=SESSION_CAP_CENTS),
                name="session_buy_in_capped",
            ),
            models.CheckConstraint(
                condition=Q(
                    state="open", closed_at__isnull=True, paid_out_cents__isnull=True, ended_by=""
                )
                | (
                    Q(state="closed", closed_at__isnull=False, paid_out_cents__isnull=False)
                    & ~Q(ended_by="")
                ),
                name="session_closed_is_complete",
            ),
            models.CheckConstraint(condition=~Q(ticket_code=""), name="session_has_ticket"),
        ]

    def __str__(self) -> str:
        return self.number

    @property
    def number(self) -> str:
        """What people call it, and what its transfers refer to."""
        return f"S{self.pk:07d}"
