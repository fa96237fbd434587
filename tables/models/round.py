"""Rounds, what was bet in them and what was decided."""

import datetime
import uuid
from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tables.models.session import GameSession, Shoe
from tables.models.table import Table, TableVersion
from tables.models.void import VoidCause, VoidOrder

UNSETTLED_FOR: Final = datetime.timedelta(hours=90 * 24)
"""Bets that are this old and not decided are voided (rules of the games, section 1)."""


def aged_since(now: datetime.datetime) -> datetime.datetime:
    """When bets were placed that are that old now. In UTC, since 90 days of a zone's calendar can
    have an hour more or less."""
    return now.astimezone(datetime.UTC) - UNSETTLED_FOR


class Round(models.Model):
    """A round: a function of its version's rules, its shoe, its request and its actions.

    A *private* round belongs to one session. ``request`` is the list of bets as they were placed.
    A *live* round belongs to a table: ``session``, ``player`` and ``key`` are empty, everybody's
    bets name their own session, and ``request`` is what the cards need to know of them:
    ``{"seats": {"1": {"players": 5, "mode": "majority_vote"}}, "dealer_pair": true}``.

    ``with_golden``: some golden chip was bet in it; histories mark such rounds *GC*.

    A *malfunction* makes a round void as a whole. After 90 days (cause *age*) bets that are not
    decided are voided and the others stand: the round is settled then, and void only if no bet of
    it was decided.

    The shoe of a private round is its own; a live one serves many rounds, each of which begins at
    its ``shoe_position``. The state is never stored: it is folded from these when it is needed
    (``tables.selectors.fold``).
    """

    class State(models.TextChoices):
        """Only a live round has a betting window; open until the last decision."""

        BETTING = "betting", _("bets are placed")
        OPEN = "open", _("in play")
        SETTLED = "settled", _("settled")
        VOID = "void", _("void")

    public_id = models.UUIDField(_("round"), default=uuid.uuid4, unique=True, editable=False)
    table = models.ForeignKey(
        Table,
        verbose_name=_("table"),
        on_delete=models.PROTECT,
        related_name="rounds",
        db_index=False,  # the index on table and time serves it
    )
    session = models.ForeignKey(
        GameSession,
        verbose_name=_("session"),
        on_delete=models.PROTECT,
        related_name="rounds",
        null=True,
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("player"),
        on_delete=models.PROTECT,
        related_name="rounds",
        null=True,
    )
    game = models.CharField(_("game"), max_length=20, choices=Table.Game.choices)
    version = models.ForeignKey(
        TableVersion,
        verbose_name=_("table version"),
        on_delete=models.PROTECT,
        related_name="rounds",
    )
    shoe = models.ForeignKey(
        Shoe, verbose_name=_("shoe"), on_delete=models.PROTECT, related_name="rounds"
    )
    shoe_position = models.PositiveSmallIntegerField(_("cards dealt before"), default=0)
    key = models.UUIDField(_("key"), null=True)
    request = models.JSONField(_("bets as placed"))
    with_golden = models.BooleanField(_("with golden chips"), default=False)
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.OPEN)
    opened_at = models.DateTimeField(_("opened at"))
    settled_at = models.DateTimeField(_("settled at"), null=True)
    void_reason = models.CharField(_("reason of the void"), max_length=200, blank=True)
    voided_at = models.DateTimeField(_("voided at"), null=True)
    void_cause = models.CharField(
        _("cause of the void"), max_length=12, choices=VoidCause.choices, blank=True
    )
    void_order = models.ForeignKey(
        VoidOrder,
        verbose_name=_("order of the void"),
        on_delete=models.PROTECT,
        related_name="rounds",
        null=True,
        db_index=False,  # a partial index serves it: few rounds are ever voided
    )
    voided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("voided by"),
        on_delete=models.PROTECT,
        related_name="+",
        null=True,
    )

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ["-id"]
        permissions = [("void_round", _("Can void rounds"))]
        indexes = [
            models.Index(fields=["player", "-id"], name="round_of_player"),
            models.Index(fields=["opened_at"], condition=Q(state="open"), name="round_open_by_age"),
            models.Index(fields=["table", "opened_at"], name="round_of_table"),
            models.Index(
                fields=["voided_at"], condition=Q(voided_at__isnull=False), name="round_voided"
            ),
            models.Index(
                fields=["void_order"],
                condition=Q(void_order__isnull=False),
                name="round_of_void_order",
            ),
            # For reports: the rounds of a day, and the few of them that are void.
            models.Index(fields=["settled_at"], name="round_by_settlement"),
            models.Index(
                fields=["settled_at"], condition=Q(state="void"), name="round_void_by_settlement"
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["session", "key"], name="round_key_once"),
            models.UniqueConstraint(
                fields=["session"], condition=Q(state="open"), name="round_one_open_per_session"
            ),
            models.UniqueConstraint(
                fields=["player", "game"],
                condition=Q(state="open"),
                name="round_one_open_per_game",
            ),
            models.UniqueConstraint(
                fields=["shoe"], condition=Q(session__isnull=False), name="round_private_shoe_once"
            ),
            models.UniqueConstraint(
                fields=["table"],
                condition=Q(session__isnull=True, state__in=["betting", "open"]),
                name="round_one_live_per_table",
            ),
            models.CheckConstraint(
                condition=Q(session__isnull=False, player__isnull=False, key__isnull=False)
                & ~Q(state="betting")
                | Q(session__isnull=True, player__isnull=True, key__isnull=True),
                name="round_private_or_live",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["betting", "open"], settled_at__isnull=True)
                | Q(state__in=["settled", "void"], settled_at__isnull=False),
                name="round_done_has_time",
            ),
            models.CheckConstraint(
                condition=(Q(state="void") | Q(state="settled", void_cause="age"))
                & Q(voided_at__isnull=False)
                & ~Q(void_reason="")
                & ~Q(void_cause="")
                | Q(
                    state__in=["betting", "open", "settled"],
                    voided_at__isnull=True,
                    void_reason="",
                    void_cause="",
                    void_order__isnull=True,
                ),
                name="round_void_has_reason",
            ),
        ]

    def __str__(self) -> str:
        return self.number

    @property
    def number(self) -> str:
        """What people call it, and what its transfers refer to."""
        return f"R{self.pk:09d}"

    @property
    def why_void(self) -> str:
        """The reason of the void in the reader's language; empty if nothing of it is void."""
        return gettext(self.void_reason) if self.void_cause == VoidCause.AGE else self.void_reason

    @property
    def is_live(self) -> bool:
        """Whether it was dealt to the seats of a live table."""
        return self.session_id is None

    @property
    def own_session(self) -> GameSession:
        """The session of a private round."""
        if self.session is None:
            raise ValueError(f"{self.number} is a live round; its bets name their sessions.")
        return self.session


class Bet(models.Model):
    """One stake and what came of it.

    ``placed_as`` is the position at the time of placing (``1:main``, ``1:insurance``); a split
    moves the stake to the right hand, so that ``position`` ends as ``1R:main``, and adds one that
    was placed as ``1L:main``. Stakes added during a private round stand on their action until the
    round is done; then every stake has its row here, doubles included. At a live table they are
    rows, and part of rows, at once. ``added_cents`` and ``golden_added_cents`` are the parts of
    ``real_cents`` and ``golden_cents`` that a double at a live table added.

    ``golden_paid_cents`` is the part of ``paid_cents`` that the golden stake has won: what the
    house pays for a bonus, apart from the return of real stakes. ``golden_returned_cents`` is what
    came back as chips.
    """

    class Result(models.TextChoices):
        """As the engine names them."""

        WIN = "win", _("win")
        LOSE = "lose", _("lose")
        PUSH = "push", _("push")
        BLACKJACK = "blackjack", _("blackjack")
        VOID = "void", _("void")

    round = models.ForeignKey(
        Round,
        verbose_name=_("round"),
        on_delete=models.PROTECT,
        related_name="bets",
        db_index=False,  # the index on round, session and position serves it
    )
    session = models.ForeignKey(
        GameSession, verbose_name=_("session"), on_delete=models.PROTECT, related_name="bets"
    )
    placed_as = models.CharField(_("placed as"), max_length=20)
    position = models.CharField(_("position"), max_length=20)
    real_cents = models.PositiveBigIntegerField(_("real stake"))
    golden_cents = models.PositiveBigIntegerField(_("golden stake"), default=0)
    added_cents = models.PositiveBigIntegerField(_("real stake of a double"), default=0)
    golden_added_cents = models.PositiveBigIntegerField(_("golden stake of a double"), default=0)
    paid_cents = models.PositiveBigIntegerField(_("paid"), null=True)
    golden_paid_cents = models.PositiveBigIntegerField(_("paid on golden chips"), default=0)
    golden_returned_cents = models.PositiveBigIntegerField(_("golden returned"), default=0)
    result = models.CharField(_("result"), max_length=10, choices=Result.choices, blank=True)
    placed_at = models.DateTimeField(_("placed at"))
    settled_at = models.DateTimeField(_("settled at"), null=True)

    class Meta:
        verbose_name = _("bet")
        verbose_name_plural = _("bets")
        ordering = ["round", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "session", "placed_as"], name="bet_position_once"
            ),
            models.CheckConstraint(
                condition=Q(added_cents__lte=models.F("real_cents")), name="bet_added_is_part"
            ),
            models.CheckConstraint(
                condition=Q(real_cents__gte=1) | Q(golden_cents__gte=1), name="bet_is_something"
            ),
            models.CheckConstraint(
                condition=Q(result="", settled_at__isnull=True, paid_cents__isnull=True)
                | (~Q(result="") & Q(settled_at__isnull=False, paid_cents__isnull=False)),
                name="bet_settled_is_complete",
            ),
            models.CheckConstraint(
                condition=Q(golden_returned_cents__lte=models.F("golden_cents")),
                name="bet_golden_returned_at_most",
            ),
            models.CheckConstraint(
                condition=Q(golden_paid_cents=0)
                | Q(golden_cents__gte=1, golden_paid_cents__lte=models.F("paid_cents")),
                name="bet_golden_paid_at_most",
            ),
        ]

    def __str__(self) -> str:
        return self.position


class Action(models.Model):
    """One decision, in order. A database trigger refuses UPDATE and DELETE.

    At a live table ``real_cents`` is what all who paid added together, ``golden`` the one sum of
    their golden chips (empty for none), and ``tally`` says how it
    came about: votes by action (``{"hit": 9, "stand": 6}``), for insurance the answers. Where a
    double or split fell, and some did not pay, a second row follows that was decided by the follow
    rule: ``tally`` counts them (``{"kept_one_stake": 3}``), and it changes no card.
    """

    class DecidedBy(models.TextChoices):
        """Who decided; private rounds know the player only.

        The timer closes insurance. A tie and silence leave one decision to Best Strategy, which
        decides by itself on a seat below the threshold.
        """

        PLAYER = "player", _("player")
        VOTE = "vote", _("vote")
        TIE = "tie", _("best strategy after a tie")
        NO_VOTE = "no_vote", _("best strategy without a vote")
        BEST_STRATEGY = "best_strategy", _("best strategy")
        TIMER = "timer", _("timer")
        FOLLOW_RULE = "follow_rule", _("follow rule")

    round = models.ForeignKey(
        Round, verbose_name=_("round"), on_delete=models.PROTECT, related_name="actions"
    )
    ordinal = models.PositiveSmallIntegerField(_("ordinal"))
    hand = models.CharField(_("hand"), max_length=10)
    action = models.CharField(_("action"), max_length=20)
    decided_by = models.CharField(
        _("decided by"), max_length=20, choices=DecidedBy.choices, default=DecidedBy.PLAYER
    )
    real_cents = models.PositiveBigIntegerField(_("added real stake"), default=0)
    golden = models.JSONField(_("added golden chips"), default=list)
    tally = models.JSONField(_("tally"), default=dict)
    created_at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("action")
        verbose_name_plural = _("actions")
        ordering = ["round", "ordinal"]
        constraints = [
            models.UniqueConstraint(fields=["round", "ordinal"], name="action_ordinal_once"),
        ]

    def __str__(self) -> str:
        return f"{self.hand}:{self.action}"
