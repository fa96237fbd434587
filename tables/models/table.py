"""Tables and the immutable versions of what is offered at them."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Final

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tables.engine.codec import decode_rules
from tables.engine.rules import Rules
from tables.engine.stake import GoldenRules

SESSION_CAP_CENTS = 100_000
"""The most a player may buy into one session, rebuys included (section 6)."""

IDLE_MINUTES = 30

TERMS: Final = (
    "chips",
    "session_min_cents",
    "session_max_cents",
    "whole_amount_first",
    "rebuy_allowed",
    "idle_minutes",
    "betting_seconds",
    "insurance_seconds",
    "decision_seconds",
    "results_seconds",
    "side_bets_shown",
    "golden_allowed",
    "golden_max_per_round",
    "golden_mixed",
    "golden_on_actions",
    "published_rtp",
)
"""What a version sets beside rules and limits, each in a field of that name."""


def default_chips() -> list[int]:
    """The values of the chips in the tray, in cents."""
    return [50, 100, 500, 1000, 2500, 10000]


class Table(models.Model):
    """A place to play. Everything that can be set about it stands in its versions."""

    class Game(models.TextChoices):
        """The games a table can offer; each is a preset of the engine."""

        AMERICAN = "american", "American Blackjack"
        CLASSIC = "classic", "Blackjack"
        DUEL = "duel", "21 Duel Blackjack"
        LUX = "lux", "Lux Blackjack"
        MAJORITY = "majority", "Majority Rules Speed Blackjack"

    class State(models.TextChoices):
        """Rounds in play are finished in every state; only an open table begins new ones."""

        OPEN = "open", _("open")
        CLOSED = "closed", _("closed")
        DISABLED = "disabled", _("disabled")

    slug = models.SlugField(_("address"), unique=True)
    name = models.CharField(_("name"), max_length=60, unique=True)
    game = models.CharField(_("game"), max_length=20, choices=Game.choices)
    state = models.CharField(
        _("state"),
        max_length=10,
        choices=State.choices,
        default=State.CLOSED,
        help_text=_("Rounds in play are finished in every state."),
    )
    current = models.OneToOneField(
        "tables.TableVersion",
        verbose_name=_("current version"),
        on_delete=models.PROTECT,
        related_name="+",
        null=True,
        editable=False,
    )
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        ordering = ["name"]
        constraints = [
            models.CheckConstraint(
                condition=~Q(state="open") | Q(current__isnull=False),
                name="table_open_has_version",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["open", "closed", "disabled"]), name="table_state_known"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_live(self) -> bool:
        """Whether one dealer deals to everybody here, instead of to each player alone."""
        return self.game == Table.Game.MAJORITY

    @property
    def in_force(self) -> "TableVersion":
        """The current version of a table that has one, as every table that was ever open."""
        if self.current is None:
            raise ValueError(f"{self.name} has no version yet.")
        self.current.table = self
        return self.current


class TableVersion(models.Model):
    """Rules, limits, session terms and chips of a table, fixed for good.

    A database trigger refuses UPDATE and DELETE. A change is a new version, in force from the
    next round on; every round names its version, every session the one it was opened under.

    ``limits`` is ``{"1": {"main": [50, 5000], "round": [50, 30000]}}``: by the rank of the VIP
    tier, least and most in cents for each position and (optionally) for all hands of a round
    together. A tier without an entry has the limits of the next lower one.

    ``returns`` are the exact returns of ``tables.analysis`` by bet, worked out at publication:
    ``{"main": {"per_staked": 0.9838…, "per_initial": 0.97…}, "2up": {"per_staked": 0.9347…}}``.

    The seconds are the timers of a live table; ``side_bets_shown`` is how its page opens.

    The golden switches are those of the rules of the games, section 5: usable at all, at most so
    many in a round (empty: no limit), on one position with real money, for added stakes.
    ``golden_cost`` is what a golden chip costs in cash by the position it is bet on, per unit of
    its value (``tables.analysis.golden``): ``{"main": 0.47…, "21+3": 0.88…}``.
    """

    table = models.ForeignKey(
        Table, verbose_name=_("table"), on_delete=models.PROTECT, related_name="versions"
    )
    number = models.PositiveIntegerField(_("number"))
    rules = models.JSONField(_("rules"))
    limits = models.JSONField(_("limits"))
    chips: models.JSONField[list[int], list[int]] = models.JSONField(
        _("chip values"), default=default_chips
    )
    session_min_cents = models.PositiveBigIntegerField(_("smallest buy-in"), default=1)
    session_max_cents = models.PositiveBigIntegerField(
        _("largest buy-in, rebuys included"), default=SESSION_CAP_CENTS
    )
    whole_amount_first = models.BooleanField(
        _("whole amount first"),
        default=False,
        help_text=_(
            "The player names the whole amount when the session opens; "
            "no rebuy and no deposit while it runs."
        ),
    )
    rebuy_allowed = models.BooleanField(_("rebuy allowed"), default=True)
    idle_minutes = models.PositiveSmallIntegerField(
        _("idle minutes"),
        default=IDLE_MINUTES,
        help_text=_("A session without play for so long is ended and paid out."),
    )
    betting_seconds = models.PositiveSmallIntegerField(_("betting window (s)"), default=15)
    insurance_seconds = models.PositiveSmallIntegerField(_("insurance (s)"), default=8)
    decision_seconds = models.PositiveSmallIntegerField(_("decision (s)"), default=8)
    results_seconds = models.PositiveSmallIntegerField(_("results (s)"), default=6)
    side_bets_shown = models.BooleanField(_("side bets shown"), default=True)
    golden_allowed = models.BooleanField(_("golden chips are taken"), default=False)
    golden_max_per_round = models.PositiveSmallIntegerField(
        _("most golden chips in a round"), null=True, blank=True
    )
    golden_mixed = models.BooleanField(_("golden chips beside real money"), default=True)
    golden_on_actions = models.BooleanField(_("golden chips for added stakes"), default=True)
    golden_cost = models.JSONField(_("cost of a golden chip"), default=dict)
    returns = models.JSONField(_("exact returns"), default=dict)
    published_rtp = models.DecimalField(
        _("published RTP (%)"), max_digits=5, decimal_places=2, null=True, blank=True
    )
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("author"),
        on_delete=models.PROTECT,
        related_name="+",
        null=True,
    )
    reason = models.CharField(_("reason"), max_length=200)
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)

    class Meta:
        verbose_name = _("table version")
        verbose_name_plural = _("table versions")
        ordering = ["table", "-number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="version_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="version_number_positive"),
            models.CheckConstraint(
                condition=Q(session_min_cents__gte=1)
                & Q(session_max_cents__lte=SESSION_CAP_CENTS)
                & Q(session_min_cents__lte=F("session_max_cents")),
                name="version_session_range",
            ),
            models.CheckConstraint(
                condition=Q(whole_amount_first=False) | Q(rebuy_allowed=False),
                name="version_whole_amount_bars_rebuy",
            ),
            models.CheckConstraint(condition=Q(idle_minutes__gte=1), name="version_idle_positive"),
            models.CheckConstraint(
                condition=Q(
                    betting_seconds__gte=1,
                    insurance_seconds__gte=1,
                    decision_seconds__gte=1,
                    results_seconds__gte=1,
                ),
                name="version_timers_positive",
            ),
            models.CheckConstraint(
                condition=Q(golden_max_per_round__isnull=True) | Q(golden_max_per_round__gte=1),
                name="version_golden_max_positive",
            ),
            models.CheckConstraint(condition=~Q(reason=""), name="version_has_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.table} v{self.number}"

    @cached_property
    def engine_rules(self) -> Rules:
        """The rules as the engine takes them, read once: they never change."""
        return decode_rules(self.rules)

    @property
    def golden_rules(self) -> GoldenRules:
        """The switches for golden chips as the engine takes them."""
        return GoldenRules(
            allowed=self.golden_allowed,
            max_per_round=self.golden_max_per_round,
            mixed=self.golden_mixed,
            on_actions=self.golden_on_actions,
        )

    @property
    def facts(self) -> dict[str, Any]:
        """Everything that is set, in JSON's kinds, under flat names that two versions share.

        A rule by its name (``decks``), a line of a pay table as ``side_pays.2up.pair``, limits as
        ``limits.1.main`` (rank of the tier, position), the rest as in ``TERMS``.
        """
        rules = {name: value for name, value in self.rules.items() if name != "game"}
        side_pays = rules.pop("side_pays")
        terms = {name: getattr(self, name) for name in TERMS}
        if self.published_rtp is not None:
            terms["published_rtp"] = f"{self.published_rtp:.2f}"
        return {
            **rules,
            **_flat("side_pays", side_pays),
            **_flat("limits", self.limits),
            **terms,
        }

    def facts_for(self, rank: int | None) -> dict[str, Any]:
        """As ``facts``, with the limits of one tier alone: ``limits.own.main``."""
        own = {f"limits.own.{name}": pair for name, pair in self.limits_for(rank).items()}
        others = {name: value for name, value in self.facts.items() if name[:7] != "limits."}
        return {**others, **own}

    def limits_for(self, rank: int | None) -> dict[str, list[int]]:
        """The limits of a tier by position, in cents; no tier counts as the lowest."""
        ranks = sorted(int(text) for text in self.limits)
        own = [known for known in ranks if known <= (rank or 0)] or ranks[:1]
        found: dict[str, Any] = self.limits[str(own[-1])]
        return found


def _flat(name: str, nested: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Two levels of names as one, each written ``name.outer.inner``."""
    return {
        f"{name}.{outer}.{inner}": value
        for outer, values in nested.items()
        for inner, value in values.items()
    }
