"""Campaigns: what the operator promises."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

MOST_CHIPS = 1_000
"""The most chips of one grant."""


class Campaign(models.Model):
    """Golden chips of one value on the same terms for everybody who is granted some.

    What players are promised never changes after the campaign is made. ``tables`` and ``games``
    say where the chips can be bet: table numbers and names of games (golden chips know no tables);
    with both empty they are good wherever golden chips are taken. ``tiers`` are the VIP tiers
    whose players may be granted chips; none: everybody.
    """

    name = models.CharField(_("name"), max_length=80, unique=True)
    terms_en = models.TextField(_("terms in English"))
    terms_it = models.TextField(_("terms in Italian"))
    chip_cents = models.PositiveBigIntegerField(_("value of a chip in cents"))
    chips_each = models.PositiveSmallIntegerField(_("chips for each player"))
    expires_at = models.DateTimeField(_("chips expire at"))
    tables: models.JSONField[list[int], list[int]] = models.JSONField(
        _("tables"), default=list, blank=True
    )
    games: models.JSONField[list[str], list[str]] = models.JSONField(
        _("games"), default=list, blank=True
    )
    tiers = models.ManyToManyField(
        "casino.VipTier", verbose_name=_("VIP tiers"), blank=True, related_name="+"
    )
    max_players = models.PositiveIntegerField(_("most players"), null=True, blank=True)
    budget_cents = models.PositiveBigIntegerField(
        _("budget in cents"),
        null=True,
        blank=True,
        help_text=_("The most that all chips together may be worth by their face."),
    )
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("created by"),
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
    )
    closed_at = models.DateTimeField(
        _("closed at"), null=True, blank=True, help_text=_("No chips are granted from then on.")
    )

    class Meta:
        verbose_name = _("campaign")
        verbose_name_plural = _("campaigns")
        ordering = ["-id"]
        permissions = [
            ("grant_chips", _("Can grant golden chips")),
            ("cancel_chips", _("Can cancel golden chips")),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(chip_cents__gte=1), name="campaign_chip_is_worth_something"
            ),
            models.CheckConstraint(
                condition=Q(chips_each__gte=1, chips_each__lte=MOST_CHIPS),
                name="campaign_chips_each_in_range",
            ),
            models.CheckConstraint(
                condition=Q(max_players__isnull=True) | Q(max_players__gte=1),
                name="campaign_max_players_positive",
            ),
            models.CheckConstraint(
                condition=Q(budget_cents__isnull=True)
                | Q(budget_cents__gte=F("chip_cents") * F("chips_each")),
                name="campaign_budget_holds_one_grant",
            ),
            models.CheckConstraint(
                condition=~Q(terms_en="") & ~Q(terms_it=""), name="campaign_has_terms"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def terms(self) -> str:
        """The terms in the active language."""
        return self.terms_it if (get_language() or "en").startswith("it") else self.terms_en

    @property
    def face_cents(self) -> int:
        """What one player's chips are worth by their face."""
        return self.chip_cents * self.chips_each

    def admits(self, *, table_id: int, game: str) -> bool:
        """Whether its chips can be bet at a table of that game."""
        everywhere = not self.tables and not self.games
        return everywhere or table_id in self.tables or game in self.games
