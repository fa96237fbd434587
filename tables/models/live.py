"""The live table: its state, what players lay, what is decided and how they vote."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tables.models.round import Round
from tables.models.session import GameSession
from tables.models.table import Table


class LiveTable(models.Model):
    """What stands at a live table now. One row a table, written by its dealer alone.

    ``round`` is the one whose bets are placed, which is in play, or whose results show. ``phase``
    *waiting* is a betting window whose clock has not started: the first chips start it.
    ``next_position`` is how many cards have left the shoe; empty: the next round has a new one.
    ``version`` grows with every change; it is what is pushed to the browsers, which then read
    ``view`` (see ``tables.services.live.view``: everything anybody may see, no card face down).
    """

    class Phase(models.TextChoices):
        """In the order of a round."""

        WAITING = "waiting", _("waiting for the first bet")
        BETTING = "betting", _("bets are placed")
        INSURANCE = "insurance", _("insurance")
        DECISIONS = "decisions", _("decisions")
        RESULTS = "results", _("results")

    table = models.OneToOneField(
        Table, verbose_name=_("table"), on_delete=models.PROTECT, related_name="live"
    )
    round = models.OneToOneField(
        Round, verbose_name=_("round"), on_delete=models.PROTECT, related_name="live"
    )
    next_position = models.PositiveSmallIntegerField(_("cards dealt of the shoe"), null=True)
    phase = models.CharField(_("phase"), max_length=10, choices=Phase.choices)
    phase_ends_at = models.DateTimeField(_("phase ends at"), null=True)
    version = models.PositiveBigIntegerField(_("version"), default=1)
    view = models.JSONField(_("what everybody sees"), default=dict)

    class Meta:
        verbose_name = _("live table")
        verbose_name_plural = _("live tables")
        constraints = [
            models.CheckConstraint(
                condition=Q(phase__in=["waiting", "decisions"], phase_ends_at__isnull=True)
                | Q(phase__in=["betting", "insurance", "results"], phase_ends_at__isnull=False),
                name="live_phase_has_its_clock",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table} / {self.phase}"


SOMETHING_STANDS = Q(stakes_cents__gt=0) | Q(golden_chips__gt=0)
"""Of layouts: those of which some bet stands, real or golden."""


class Layout(models.Model):
    """What a player lays in a live round, and how he takes part in it. One row a player.

    ``bets`` is all that lies there:
    ``{"1:main": {"real_cents": 500, "golden": [1000], "golden_cents": 1000}}``. ``stands`` is the
    part of it that is bet when the window closes: nothing below a minimum, no side bet without its
    main bet. ``stakes_cents`` is the real money of that part, ``golden_chips`` counts
    its golden chips. What does not stand was never taken from the player.

    ``insurance_cents`` is empty until he has answered, 0 for no, else the price of his insurance.
    """

    round = models.ForeignKey(
        Round, verbose_name=_("round"), on_delete=models.PROTECT, related_name="layouts"
    )
    session = models.ForeignKey(
        GameSession, verbose_name=_("session"), on_delete=models.PROTECT, related_name="layouts"
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("player"),
        on_delete=models.PROTECT,
        related_name="layouts",
    )
    bets = models.JSONField(_("bets as laid"))
    stands = models.JSONField(_("bets that stand"))
    stakes_cents = models.PositiveBigIntegerField(_("stakes"))
    golden_chips = models.PositiveIntegerField(_("golden chips"), default=0)
    auto_actions = models.BooleanField(_("doubles and splits by themselves"))
    insurance_cents = models.PositiveBigIntegerField(_("insurance"), null=True)
    laid_at = models.DateTimeField(_("laid at"))

    class Meta:
        verbose_name = _("layout")
        verbose_name_plural = _("layouts")
        ordering = ["round", "id"]
        indexes = [models.Index(fields=["player", "-round"], name="layout_of_player")]
        constraints = [
            models.UniqueConstraint(fields=["round", "session"], name="layout_once"),
        ]

    def __str__(self) -> str:
        return f"{self.round} / {self.player}"


class Decision(models.Model):
    """A question put to a seat in Majority Vote: what to do with a hand.

    ``legal`` are the actions that the cards allow, with blanks between. ``entitled`` counts the
    players who hold the hand. ``tally`` is the last count while votes come in, and the one that
    decided afterwards.
    """

    round = models.ForeignKey(
        Round, verbose_name=_("round"), on_delete=models.PROTECT, related_name="decisions"
    )
    number = models.PositiveSmallIntegerField(_("number"))
    hand = models.CharField(_("hand"), max_length=10)
    legal = models.CharField(_("legal actions"), max_length=60)
    entitled = models.PositiveIntegerField(_("entitled to vote"))
    tally = models.JSONField(_("tally"), default=dict)
    opened_at = models.DateTimeField(_("opened at"))
    ends_at = models.DateTimeField(_("ends at"))
    closed_at = models.DateTimeField(_("closed at"), null=True)

    class Meta:
        verbose_name = _("decision")
        verbose_name_plural = _("decisions")
        ordering = ["round", "number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="decision_number_once"),
            models.UniqueConstraint(
                fields=["round", "hand"],
                condition=Q(closed_at__isnull=True),
                name="decision_one_open_per_hand",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round} / {self.hand} / {self.number}"


class Vote(models.Model):
    """A vote: the latest of a session counts. Rows are inserted and never change.

    The statement that inserts one has read decision and session. So the database does not look at
    them again by foreign keys, which would have thousands of voters lock one decision's row.
    """

    decision = models.ForeignKey(
        Decision,
        verbose_name=_("decision"),
        on_delete=models.PROTECT,
        related_name="votes",
        db_constraint=False,
        db_index=False,  # the index below serves it
    )
    session = models.ForeignKey(
        GameSession,
        verbose_name=_("session"),
        on_delete=models.PROTECT,
        related_name="votes",
        db_constraint=False,
        db_index=False,  # nothing asks for a session's votes alone
    )
    action = models.CharField(_("action"), max_length=20)
    created_at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("vote")
        verbose_name_plural = _("votes")
        ordering = ["decision", "id"]
        indexes = [models.Index(fields=["decision", "session", "-id"], name="vote_latest")]

    def __str__(self) -> str:
        return f"{self.decision} / {self.action}"
